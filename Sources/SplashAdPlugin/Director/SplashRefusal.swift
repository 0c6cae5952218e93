/// Why an advertisement was not shown although it was to be.
enum SplashRefusal: Error, Hashable, CustomStringConvertible {
    /// Another one is up.
    case isUp
    /// The program is not seen.
    case inBackground
    /// Somebody keeps them away, and why.
    case held(String)
    /// An id that no advertisement has.
    case unknownCreative(String)
    /// The page that one led to is being read.
    case overLandingPage
    /// Nothing was fetched yet, and nothing is waited for.
    case nothingIsHere
    /// None that is here may be shown now, and none is waited for.
    case nothingIsDue(String)

    var description: String {
        switch self {
        case .isUp: "one is up already; it has to end first"
        case .inBackground: "the program is in the background; it has to return first"
        case .held(let reason): reason
        case .unknownCreative(let id): "no advertisement has the id \(id.quoted); splash.why lists them"
        case .overLandingPage: "the page that one led to is open; it has to be closed first"
        case .nothingIsHere: "nothing has been fetched yet, and by the settings it is not waited for"
        case .nothingIsDue(let reasons): reasons
        }
    }
}
