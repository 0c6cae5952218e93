/// What is wrong with the value of one parameter.
///
/// A command may throw it while it runs, for what only it can know: that a
/// password is wrong. A form shows the message at its field.
public struct CommandFieldError: Error, Hashable, Sendable {
    /// The parameter's name.
    public let parameter: String

    /// What is wrong, as it follows the parameter's name or title: `may not be empty`.
    ///
    /// One line without control characters and without a stop at its end.
    public let message: String

    /// Creates an error about a parameter.
    public init(_ parameter: String, _ message: String) {
        self.parameter = parameter
        var line = message.line(atMost: CommandFieldError.limit)
        while line.last?.isWhitespace ?? false || line.last == "." { line.removeLast() }
        self.message = line
    }

    /// Returns what an error of a run says of single parameters, in their order; empty when it is about none.
    public static func all(in error: any Error) -> [CommandFieldError] {
        switch error {
        case let error as CommandFieldError: [error]
        case CommandError.invalidArguments(_, let problems): problems
        default: []
        }
    }

    private static let limit = 500
}

extension CommandFieldError: CustomStringConvertible {
    /// The text for a person to read.
    public var description: String { "'\(parameter)' \(message)" }
}
