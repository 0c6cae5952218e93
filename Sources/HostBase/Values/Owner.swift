/// The party that a window, an observer, a command or a log entry belongs to.
@frozen public enum Owner: Hashable, Sendable {
    /// The program itself.
    case host
    /// The plugin with an id.
    case plugin(String)
}

extension Owner: CustomStringConvertible {
    /// The plugin's id, or `host`.
    public var description: String {
        switch self {
        case .host: "host"
        case .plugin(let id): id
        }
    }
}
