/// The reason why an advertisement was not shown on request.
enum SplashRefusal: Error, Hashable, CustomStringConvertible {
    /// Another advertisement is on the screen.
    case isUp
    /// The program is in the background.
    case inBackground
    /// A hold keeps advertisements away, for a reason.
    case held(String)
    /// No advertisement has the id.
    case unknownCreative(String)
    /// A landing page is open.
    case overLandingPage
    /// Nothing has been fetched yet, and the settings don't wait for it.
    case nothingIsHere
    /// No advertisement may be shown now, for reasons.
    case nothingIsDue(String)

    var description: String {
        switch self {
        case .isUp: "another advertisement is on the screen; it has to end first"
        case .inBackground: "the program is in the background; it has to return first"
        case .held(let reason): reason
        case .unknownCreative(let id): "no advertisement has the id \(id.quoted); splash.why lists them"
        case .overLandingPage: "a landing page is open; it has to be closed first"
        case .nothingIsHere: "nothing has been fetched yet, and the settings do not wait for it"
        case .nothingIsDue(let reasons): reasons
        }
    }
}
