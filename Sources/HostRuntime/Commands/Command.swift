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

    /// A sign that may stand before the title: one grapheme; nil for none.
    public let icon: Character?

    /// The key that runs it, while no window takes that key for itself.
    public let key: KeyEvent?

    /// What is said of the key where people see it without looking; nil for nothing.
    public let hint: CommandHint?

    /// Whether a list of things to do shows the command.
    ///
    /// False for another way to a command that is in the list already, such as
    /// a key that opens the form of it. A help with keys, scripts and routes
    /// know it all the same.
    public let isListed: Bool

    /// What it needs to know, in the order in which it is asked.
    public let parameters: [CommandParameter]

    let action: Action
    private let isAvailable: Availability

    /// Tells whether the command can be run now; asked each time that a list is shown or the command is run.
    public typealias Availability = @MainActor () -> CommandAvailability

    /// Whether the command can be run at this moment.
    @MainActor public var availability: CommandAvailability {
        guard case .unavailable(let reason) = isAvailable() else { return .available }
        return .unavailable(reason.line(atMost: Command.reasonLimit))
    }

    private static let reasonLimit = 500

    /// Creates a command.
    ///
    /// A command with a key must do without parameters that are required, or it
    /// fails at the key with the names of those that are missing. Of an icon
    /// the first grapheme is taken, and none where that is a control character
    /// or nothing that can be seen.
    ///
    /// A command that `isAvailable` refuses is not run by anyone: whoever tries
    /// gets `CommandUnavailable` with the reason. Lists ask again when commands
    /// come or go, and when `availabilityDidChange()` says so.
    public init(
        id: String,
        title: String,
        group: String = "General",
        icon: String? = nil,
        key: KeyEvent? = nil,
        hint: CommandHint? = nil,
        isListed: Bool = true,
        parameters: [CommandParameter] = [],
        isAvailable: @escaping Availability = { .available },
        action: @escaping Action
    ) {
        self.id = id
        self.title = title
        self.group = group
        self.icon = icon?.first.flatMap { $0.canBeIcon ? $0 : nil }
        self.key = key
        self.hint = hint
        self.isListed = isListed
        self.isAvailable = isAvailable
        self.parameters = parameters
        self.action = action
    }
}

extension Character {
    /// Whether the character is one that can be seen by itself.
    fileprivate var canBeIcon: Bool {
        guard !isWhitespace, let first = unicodeScalars.first else { return false }
        switch first.properties.generalCategory {
        case .control, .format, .surrogate, .nonspacingMark, .enclosingMark, .spacingMark: return false
        default: return true
        }
    }
}
