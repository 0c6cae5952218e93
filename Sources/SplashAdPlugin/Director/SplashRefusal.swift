import HostRuntime

/// The reason why a request is refused: to show an advertisement, or to keep pictures.
enum SplashRefusal: Error, Hashable, CustomStringConvertible {
    /// The person doesn't let the plugin show advertisements.
    case notAllowed(String)
    case isUp
    case inBackground
    case held(String)
    case overLandingPage
    case nothingIsHere
    case nothingIsDue(String)
    case unknownCreative(String, nearest: String?)

    var description: String {
        switch self {
        case .isUp: "another advertisement is on the screen; it has to end first"
        case .inBackground: "the program is in the background; it has to return first"
        case .held(let reason), .notAllowed(let reason): reason
        case .overLandingPage: "a landing page is open; it has to be closed first"
        case .nothingIsHere: "nothing has been fetched yet, and the settings do not wait for it"
        case .nothingIsDue(let reasons): reasons
        case .unknownCreative(let id, let nearest):
            "no advertisement has the id \(id.quoted); "
                + (nearest.map { "did you mean \($0.quoted)?" } ?? "splash.why lists them")
        }
    }
}
