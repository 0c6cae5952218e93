/// What a program answers to a shell that has run one command: its texts and its exit status; a pure value.
struct CommandReply: Hashable, Sendable {
    /// The command's id, as it was given.
    let command: String

    let outcome: Outcome

    enum Outcome: Hashable, Sendable {
        /// The command has finished, with a text or none.
        case finished(String?)
        /// The command threw an error.
        case failed(String, [CommandFieldError] = [])
        /// There is no such command, or the values are wrong; it wasn't run.
        case usage(String, [CommandFieldError] = [])
        /// The command can't be run now, or not without a screen.
        case unavailable(String)
        /// The command was cancelled.
        case cancelled(String)
    }

    /// The exit status, unless a signal ends the program.
    var status: ExitStatus {
        switch outcome {
        case .finished: .success
        case .failed, .cancelled: .failure
        case .usage: .usage
        case .unavailable: .unavailable
        }
    }

    /// The text for standard output, which is the command's own; empty if there is none.
    var result: String {
        if case .finished(let text?) = outcome { text.escapingControlsOfResult } else { "" }
    }

    /// The message for standard error; nil if the command has finished.
    ///
    /// A text of several lines stands for itself, as that of a check does; one line follows the command's id.
    var message: String? {
        guard let (_, text, problems) = error else { return nil }
        if case .usage = outcome, problems.count > 1 {
            return (["\(command) was not run:"] + problems.map { "  \($0)" }).joined(separator: "\n")
        }
        return text.contains("\n") ? text : "\(command): \(text)"
    }

    /// The result or the error as JSON, on one line.
    var json: String {
        var document: [String: PlainValue] = ["command": .string(command)]
        if let (kind, text, problems) = error {
            document["error"] = [
                "kind": .string(kind),
                "message": .string(text),
                "problems": .array(problems.map { ["name": .string($0.parameter), "message": .string($0.message)] }),
            ]
        } else if case .finished(let text) = outcome {
            document["result"] = text.map { .string($0) } ?? .null
        }
        return PlainValue.dictionary(document).visibleJSON
    }

    private var error: (kind: String, message: String, problems: [CommandFieldError])? {
        switch outcome {
        case .finished: nil
        case .failed(let message, let problems): ("failed", message, problems)
        case .usage(let message, let problems): ("usage", message, problems)
        case .unavailable(let message): ("unavailable", message, [])
        case .cancelled(let message): ("cancelled", message, [])
        }
    }
}

extension CommandReply {
    /// Creates the answer to a run that has ended; `hiding` takes secrets out of a text.
    init(_ command: String, _ result: Result<String?, any Error>, hiding: (String) -> String) {
        self.init(command: command, outcome: CommandReply.outcome(of: command, result, hiding))
    }

    private static func outcome(
        of command: String,
        _ result: Result<String?, any Error>,
        _ hiding: (String) -> String
    ) -> Outcome {
        switch result {
        case .success(let text): return .finished(text.map(hiding))
        case .failure(is CancellationError): return .cancelled("it was cancelled")
        case .failure(let error):
            let problems = CommandFieldError.all(in: error).map { CommandFieldError($0.parameter, hiding($0.message)) }
            switch error {
            // Of this command, and not of one that it has run.
            case CommandError.invalidArguments(command, _): return wrong(problems)
            case let error as CommandUnavailable where error.command == command: return .unavailable(error.reason)
            default: return .failed(hiding("\(error)"), problems)
            }
        }
    }

    private static func wrong(_ problems: [CommandFieldError]) -> Outcome {
        .usage(problems.map(\.description).joined(separator: "; "), problems)
    }

    /// Creates the answer to wrong names or values.
    init(_ command: String, _ problems: [CommandFieldError]) {
        self.init(command: command, outcome: CommandReply.wrong(problems))
    }

    /// Creates the answer for a program that couldn't be started, or whose result couldn't be written.
    init(_ command: String, notStarted error: HostProgramError) {
        self.init(command: command, outcome: error.status == .usage ? .usage(error.text) : .failed(error.text))
    }

    /// Creates the answer to an id that no command has.
    init(unknown command: String, among known: [String]) {
        let nearest = nearestName(to: command, in: known).map { "did you mean '\($0)'?" }
        let text = "there is no such command; \(nearest ?? "'commands' lists all")"
        self.init(command: command, outcome: .usage(text))
    }
}
