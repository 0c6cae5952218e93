/// Whether a command can be run, with the reason if not.
public enum CommandAvailability: Hashable, Sendable {
    /// The command can be run.
    case available
    /// The command can't be run, with a sentence for the person: the reason, and the way out if there is one.
    case unavailable(String)

    /// The reason why the command can't be run; nil if it can.
    public var reason: String? {
        if case .unavailable(let reason) = self { reason } else { nil }
    }
}

/// A command was run while it was unavailable.
///
/// The description is only the reason, because it's shown where the command was run.
public struct CommandUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The id of the command.
    let command: String

    /// The reason why it can't be run now.
    public let reason: String

    /// The reason.
    public var description: String { reason }
}
