/// A command with its owner and its runs at one moment, for tools that list commands.
public struct CommandReport: Sendable {
    /// The command.
    public let command: Command

    /// The party that offers it.
    public let owner: Owner

    /// The number of its runs that haven't ended.
    public let runCount: Int

    /// The id of the command that its key runs; another one's if that had the key first.
    public let keyHolder: String?

    /// Whether another command has the key.
    public var hasLostKey: Bool { keyHolder.map { $0 != command.id } ?? false }
}
