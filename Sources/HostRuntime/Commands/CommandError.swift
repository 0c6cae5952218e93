/// Why a command could not be offered or run.
public enum CommandError: Error, Hashable, Sendable {
    /// Two parties offer a command of one id; the first one stays.
    case duplicateID(command: String, first: Owner, second: Owner)
    /// Nobody offers the command; the nearest id is named where one is near.
    case unknownCommand(String, nearest: String?)
    /// The command has no parameter of that name.
    case unknownParameter(command: String, parameter: String, known: [String])
    /// Values are missing or break their parameters' rules; all of them, in the order of the parameters.
    ///
    /// The values themselves are not named: they may be secret.
    case invalidArguments(command: String, [CommandFieldError])
}

extension CommandError: CustomStringConvertible {
    /// The text for a person to read, on one line.
    public var description: String {
        switch self {
        case .duplicateID(let command, let first, let second):
            return "Command '\(command)' is offered twice, by \(first) and by \(second). "
                + "Command ids are unique in a host; \(first)'s stays. Rename the other one."
        case .unknownCommand(let command, let nearest):
            let hint = nearest.map { " Did you mean '\($0)'?" } ?? ""
            return "Nobody offers a command '\(command)'.\(hint)"
        case .unknownParameter(let command, let parameter, let known):
            let names = known.isEmpty ? "It has none." : "It has \(known.joined(separator: ", "))."
            return "Command '\(command)' has no parameter '\(parameter)'. \(names)"
        case .invalidArguments(let command, let problems):
            return "Command '\(command)': \(problems.map(\.description).joined(separator: "; "))."
        }
    }
}
