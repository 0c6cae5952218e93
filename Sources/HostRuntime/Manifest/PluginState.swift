/// The state of a plugin, with the reason where there is one.
public enum PluginState: Hashable, Sendable {
    /// Found, and not yet activated.
    case discovered
    /// Unable to run: a requirement is missing, or the plugin is refused.
    case blocked(PluginProblem)
    /// Turned off: by a person, in safe mode, or because its library is gone.
    case disabled(reason: String)
    /// Not activated because it crashed the program before.
    case quarantined(reason: String)
    /// Running.
    case active
    /// Deactivated, at the program's end or on the way to another state.
    case inactive
    /// Not running because of an error, such as one that `activate` threw.
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

    /// Whether the plugin can't run although nobody has disabled it.
    public var isProblem: Bool {
        switch self {
        case .blocked, .quarantined, .failed: true
        case .discovered, .disabled, .active, .inactive: false
        }
    }

    /// Whether the plugin is refused: nothing that happens in this run of the program lets it run.
    public var isRefused: Bool { refusal != nil }

    /// The problem for which the plugin is refused; nil if it isn't.
    var refusal: PluginProblem? {
        guard case .blocked(let problem) = self, problem.isFinal else { return nil }
        return problem
    }

    /// The reason for the state; nil when the state needs none.
    public var reason: String? {
        switch self {
        case .discovered, .active, .inactive: nil
        case .blocked(let problem): problem.description
        case .disabled(let reason), .quarantined(let reason), .failed(let reason): reason
        }
    }
}

extension PluginState: CustomStringConvertible {
    /// The state and its reason, for a person to read.
    public var description: String {
        reason.map { "\(name): \($0)" } ?? name
    }

    /// The state and its reason after a plugin's name: "is blocked: …", "is disabled by hand", "has failed: …".
    package var predicate: String {
        if case .disabled(let reason) = self { return "is disabled \(reason)" }
        return "\(name == "failed" ? "has" : "is") \(self)"
    }
}

/// The state of a plugin has changed.
public struct PluginStateDidChange: BusMessage, Hashable, CustomStringConvertible {
    /// The plugin's id.
    public let id: String

    /// The new state, with the reason.
    public let state: PluginState

    /// The line in a transcript.
    public var description: String { "plugin \(state.name)  \(id)" + (state.reason.map { "  \($0)" } ?? "") }
}

extension PluginStateDidChange: MessageWithSubject {
    package var subject: Owner { .plugin(id) }
}

/// An error thrown when no usable plugin has an id, or when the plugin can't be enabled now.
public struct PluginLookupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The id.
    let id: String

    /// A similar id, if there is one.
    var nearest: String?

    /// The state of a plugin that has the id and isn't loaded, such as one of a library that wasn't opened.
    var state: PluginState?

    /// Whether the plugin was to be enabled from inside its own end.
    var isEnding = false

    /// The error as a sentence, with the reason or a suggestion if there is one.
    public var description: String {
        if isEnding {
            return "The plugin '\(id)' is not enabled: a plugin can't be enabled from inside its own end; "
                + "enable it later, such as from a timer."
        }
        if let state { return "The plugin '\(id)' is not loaded: it \(state.predicate)" }
        return "There is no plugin '\(id)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ".")
    }
}
