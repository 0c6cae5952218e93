/// An error in offering or running a command.
public enum CommandError: Error, Hashable, Sendable {
    /// Two parties offer a command with the same id; the first one stays.
    case duplicateID(command: String, first: Owner, second: Owner)
    /// The command's id, or the name of one of its parameters, breaks a rule.
    case invalidName(command: String, name: String, rule: String)
    /// The default of a parameter breaks the rule of its kind.
    case invalidDefault(command: String, parameter: String, rule: String)
    /// No command has the id; a similar id is suggested if there is one.
    case unknownCommand(String, nearest: String?)
    /// The command has no parameter with the name.
    case unknownParameter(command: String, parameter: String, known: [String])
    /// Values are missing or invalid; all errors, in the order of the parameters.
    ///
    /// The values themselves aren't included, because they may be secret.
    case invalidArguments(command: String, [CommandFieldError])
    /// The runs are nested too deep; the chain names the commands, the outermost first.
    case nestedTooDeep(chain: [String])
}

extension CommandError: CustomStringConvertible {
    /// The error on one line, with the way out where there is one.
    public var description: String {
        switch self {
        case .duplicateID(let command, let first, let second):
            return "Command '\(command)' is offered twice, by \(first) and by \(second). "
                + "Command ids are unique in a host; \(first)'s stays. Rename the other one."
        case .invalidName(let command, let name, let rule):
            let subject = name == command ? "its id" : "the name of its parameter \(NameRule.quoted(name))"
            return "Command \(NameRule.quoted(command)) is not offered: \(subject) \(rule). Choose another name."
        case .invalidDefault(let command, let parameter, let rule):
            return "Command '\(command)' is not offered: the default of its parameter '\(parameter)' \(rule). "
                + "Choose another default."
        case .unknownCommand(let command, let nearest):
            return "There is no command '\(command)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ".")
        case .unknownParameter(let command, let parameter, let known):
            let names = known.isEmpty ? "It has none." : "It has \(known.joined(separator: ", "))."
            return "Command '\(command)' has no parameter '\(parameter)'. \(names)"
        case .invalidArguments(let command, let problems):
            return "Command '\(command)': \(problems.map(\.description).joined(separator: "; "))."
        case .nestedTooDeep(let chain):
            return "Command '\(chain.last ?? "")' is not run: it would be nested \(chain.count - 1) runs deep. "
                + "At most \(CommandRun.depthLimit) runs may wait for one another. "
                + "Chain: \(chain.suffix(4).joined(separator: " > ")). End the cycle."
        }
    }
}

/// An error in the value of a parameter.
///
/// A command may throw it for a problem that only it can find, such as a wrong
/// password. A form shows the message at the parameter's field.
public struct CommandFieldError: Error, Hashable, Sendable {
    /// The parameter's name.
    public let parameter: String

    /// The problem, as it follows the parameter's name, such as `may not be empty`.
    ///
    /// One line without control characters and without a full stop.
    public let message: String

    /// Creates an error for a parameter.
    public init(_ parameter: String, _ message: String) {
        self.parameter = parameter
        var line = message.line(atMost: CommandFieldError.limit)
        while line.last?.isWhitespace ?? false || line.last == "." { line.removeLast() }
        self.message = line
    }

    /// Returns the errors of single parameters in an error of a run, in their order; empty if there are none.
    public static func all(in error: any Error) -> [CommandFieldError] {
        switch error {
        case let error as CommandFieldError: [error]
        case CommandError.invalidArguments(_, let problems): problems
        default: []
        }
    }

    // Generous, because a secret must be hidden before the message is shortened for display.
    private static let limit = 1 << 16
}

extension CommandFieldError: CustomStringConvertible {
    /// The parameter's name and the problem.
    public var description: String { "'\(parameter)' \(message)" }
}

/// A command was run while it was unavailable.
///
/// The description is only the reason, because it's shown where the command was run.
public struct CommandUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The id of the command.
    let command: String

    /// The reason why it can't be run now.
    public let reason: String

    /// The reason against a command that requires a screen, in a program that has none.
    static let needsScreen = "It needs a screen, and this program runs without one. Run it in the terminal."

    /// The reason.
    public var description: String { reason }
}
