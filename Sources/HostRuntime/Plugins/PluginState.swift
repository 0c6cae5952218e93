/// Where a plugin stands in its life, with the reason where there is one.
public enum PluginState: Hashable, Sendable {
    /// Found, and not decided about yet.
    case discovered
    /// Cannot run as things are: something it needs is missing, or it is refused.
    case blocked(PluginProblem)
    /// Kept from running by a person.
    case disabled(reason: String)
    /// Kept from running because it brought the program down before.
    case quarantined(reason: String)
    /// Running.
    case active
    /// Ended in order, while the host runs on.
    case inactive
    /// Ended by an error of its own.
    case failed(reason: String)
}

extension PluginState {
    /// The state in one word.
    public var name: String {
        switch self {
        case .discovered: "discovered"
        case .blocked: "blocked"
        case .disabled: "disabled"
        case .quarantined: "quarantined"
        case .active: "active"
        case .inactive: "inactive"
        case .failed: "failed"
        }
    }

    /// Why the plugin is in this state; nil where the state says it all.
    public var reason: String? {
        switch self {
        case .discovered, .active, .inactive: nil
        case .blocked(let problem): problem.description
        case .disabled(let reason), .quarantined(let reason), .failed(let reason): reason
        }
    }
}

extension PluginState: CustomStringConvertible {
    /// The text for a person to read.
    public var description: String {
        reason.map { "\(name): \($0)" } ?? name
    }
}

/// A plugin came into another state.
public struct PluginStateDidChange: BusMessage, Hashable, CustomStringConvertible {
    /// The plugin's id.
    public let id: String

    /// The state it is in now, with the reason.
    public let state: PluginState

    /// The line that it is in a transcript.
    public var description: String { "plugin \(state.name)  \(id)" + (state.reason.map { "  \($0)" } ?? "") }
}
