/// An action with a title and typed parameters that anyone may list and run.
///
/// Whoever lists commands can draw a form for any of them without knowing it.
public struct Command: Sendable {
    /// What the command does; the text that it returns is shown where it was run.
    ///
    /// It runs on the main actor and may wait. A thrown error is shown where
    /// the command was run and goes no further.
    public typealias Action = @MainActor (CommandArguments) async throws -> String?

    /// The name it is known by, unique in a host: `session.login`.
    public let id: String

    /// What a person reads in a menu.
    public let title: String

    /// The heading that it stands under in a menu.
    public let group: String

    /// The key that runs it, while no window takes that key for itself.
    public let key: KeyEvent?

    /// What it needs to know, in the order in which it is asked.
    public let parameters: [CommandParameter]

    let action: Action

    /// Creates a command.
    ///
    /// A command with a key must do without parameters that are required, or it
    /// fails at the key with the name of the first one that is missing.
    public init(
        id: String,
        title: String,
        group: String = "General",
        key: KeyEvent? = nil,
        parameters: [CommandParameter] = [],
        action: @escaping Action
    ) {
        self.id = id
        self.title = title
        self.group = group
        self.key = key
        self.parameters = parameters
        self.action = action
    }
}
