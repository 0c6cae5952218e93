/// An action with a title and typed parameters, which any party may list and run.
///
/// A list of commands can show a form for each without knowing it.
public struct Command: Sendable {
    /// The action; the text that it returns is shown where the command was run.
    ///
    /// It runs on the main actor and may suspend. A thrown error is shown where
    /// the command was run.
    public typealias Action = @MainActor (CommandArguments) async throws -> String?

    /// The command's id, unique in a host, such as `session.login`.
    public let id: String

    /// The title in a menu.
    public let title: String

    /// The heading above it in a menu.
    public let group: String

    /// The icon before the title, a single grapheme; nil for none.
    public let icon: Character?

    /// The key that runs the command, unless a window handles that key.
    ///
    /// Some keys differ only in terminals with a keyboard protocol, such as
    /// control-M from enter. If nothing handles control-M there, it acts as enter.
    public let key: KeyEvent?

    /// The hint about the key in a status line; nil for none.
    public let hint: CommandHint?

    /// Whether menus show the command.
    ///
    /// False for a second way to a command that is in the menu already, such as
    /// a key that opens its form. A help with keys, scripts and routes include it
    /// all the same.
    public let isListed: Bool

    /// Whether the command is of no use without a screen, because it shows something or asks a person.
    ///
    /// A program that runs one command for a shell has no screen, and refuses it
    /// with that reason, also when another command runs it.
    public let requiresScreen: Bool

    /// The parameters, in the order in which a form shows them.
    public private(set) var parameters: [CommandParameter]

    let action: Action
    private var isAvailable: Availability
    private var makeNote: Note

    /// A closure that returns a sentence for the person who is about to run the command; called each time a form is shown.
    public typealias Note = @MainActor () -> String?

    /// The sentence above the fields of the command's form, wherever that is shown; nil for none.
    @MainActor public var note: String? { makeNote()?.line(atMost: Command.reasonLimit) }

    /// A closure that returns whether the command can be run now; called each time a list is shown or the command is run.
    public typealias Availability = @MainActor () -> CommandAvailability

    /// Whether the command can be run now.
    @MainActor public var availability: CommandAvailability {
        guard case .unavailable(let reason) = isAvailable() else { return .available }
        return .unavailable(reason.line(atMost: Command.reasonLimit))
    }

    private static let reasonLimit = 500

    /// Creates a command.
    ///
    /// A command with a key should have no required parameters: the key runs it
    /// without values, which fails with their names. The icon is the first
    /// grapheme of the text, and none if that is a control character or invisible.
    ///
    /// Running a command that is unavailable throws `CommandUnavailable` with the
    /// reason. Lists update when commands come or go, and after
    /// `availabilityDidChange()`.
    public init(
        id: String,
        title: String,
        group: String = "General",
        icon: String? = nil,
        key: KeyEvent? = nil,
        hint: CommandHint? = nil,
        isListed: Bool = true,
        requiresScreen: Bool = false,
        parameters: [CommandParameter] = [],
        note: @escaping Note = { nil },
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
        self.requiresScreen = requiresScreen
        self.isAvailable = isAvailable
        makeNote = note
        self.parameters = parameters
        self.action = action
    }

    /// Returns the command with closures that run in its owner's name, whoever lists it.
    @MainActor func offered(by owner: Owner) -> Command {
        let entry = CallEntry(of: owner, .command)
        var command = self
        command.parameters = parameters.map { $0.offered(by: owner, in: entry) }
        command.makeNote = { [makeNote] in RunningCode.call(entry) { makeNote() } }
        command.isAvailable = { [isAvailable] in RunningCode.call(entry) { isAvailable() } }
        return command
    }
}

extension Character {
    /// Whether the character is visible by itself.
    fileprivate var canBeIcon: Bool {
        guard !isWhitespace, let first = unicodeScalars.first, HiddenScalar(first) == nil else { return false }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return false
        default: return true
        }
    }
}

/// A hint about a command's key, which the program shows without being asked.
///
/// A status line shows the text beside the key, and a help lists the command's
/// group first. That makes a plugin's keys known in a program that knows no plugin.
public struct CommandHint: Hashable, Sendable {
    /// The effect of the key in a word or two, such as `tools`; empty to show the key only in a help.
    public let text: String

    /// The gesture with the same effect, such as `1 tap`; nil for none.
    public let gesture: String?

    /// Creates a hint.
    public init(_ text: String = "", gesture: String? = nil) {
        self.text = text
        self.gesture = gesture
    }
}

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

/// The values that a command runs with, checked against its parameters, and a way to report progress.
///
/// Every parameter has a value of its kind. A name that the command doesn't declare
/// has none, and the log says so.
public struct CommandArguments: Sendable {
    let values: [String: PlainValue]
    let report: @MainActor @Sendable (Double?, String) -> Void
    let onUnknown: @Sendable (String) -> Void

    /// The value of a parameter as text; empty if there is none.
    public func text(_ name: String) -> String { value(name)?.description ?? "" }

    /// The value of a number; nil if there is none.
    public func number(_ name: String) -> Double? { value(name)?.doubleValue }

    /// The value of a toggle; false if there is none.
    public func toggle(_ name: String) -> Bool { value(name)?.boolValue ?? false }

    private func value(_ name: String) -> PlainValue? {
        if values[name] == nil { onUnknown(name) }
        return values[name]
    }

    /// Reports progress to where the command was run: a fraction from 0 to 1, or nil if it's indeterminate.
    ///
    /// A fraction outside that range is clamped; one that isn't a number keeps
    /// the previous one. A report after the end of the run has no effect.
    @MainActor public func reportProgress(_ fraction: Double?, _ text: String = "") {
        report(fraction, text)
    }
}
