/// Whether a command can be run at this moment.
public enum CommandAvailability: Hashable, Sendable {
    /// It can be run.
    case available
    /// It cannot; a sentence for the person says why, and where there is one, the way out.
    case unavailable(String)

    /// Why the command cannot be run; nil where it can.
    public var reason: String? {
        if case .unavailable(let reason) = self { reason } else { nil }
    }
}

/// A command was run at a moment at which it is not available.
///
/// Its description is the reason alone: whoever ran the command knows which.
public struct CommandUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The id of the command.
    public let command: String

    /// Why it cannot be run now.
    public let reason: String

    /// The text for a person to read.
    public var description: String { reason }
}
