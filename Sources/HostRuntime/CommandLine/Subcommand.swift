/// A command of the command line, the first word: its help, and how the words after it are read.
struct Subcommand: Sendable {
    /// What it makes the program do, which has its name.
    let use: ProgramUse

    /// The form of the words after the name.
    let usage: String

    /// A line about it for the list of all commands.
    let summary: String

    /// The paragraphs of its own help.
    let details: [String]

    /// The words that it takes, with their explanations.
    let words: [HelpPage.Item]

    /// Returns what may come after some of its words.
    let completion: @Sendable ([String]) -> CompletionSource

    /// Returns what to do; throws if the words make no sense.
    let read: @Sendable (ParsedArguments) throws(HostOptionsError) -> HostOptions.Mode

    var name: String { use.rawValue }

    private init(
        _ use: ProgramUse,
        usage: String,
        _ summary: String,
        details: [String],
        words: [HelpPage.Item] = [],
        completion: @escaping @Sendable ([String]) -> CompletionSource = { _ in .nothing },
        read: @escaping @Sendable (ParsedArguments) throws(HostOptionsError) -> HostOptions.Mode
    ) {
        self.use = use
        self.usage = usage
        self.summary = summary
        self.details = details
        self.words = words
        self.completion = completion
        self.read = read
    }

    /// All subcommands, in the order of the help.
    static let all = [run, commands, plugins, completion]

    /// The subcommand with a name; nil if there is none.
    static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }
}

extension Subcommand {
    private static let run = Subcommand(
        .command,
        usage: "COMMAND [NAME=VALUE ...]",
        "run one command, of the program or a plugin, without a screen",
        details: [
            "Prints the result on standard output, and progress and warnings on standard error. "
                + "With --json, it's one object with 'command' and 'result', or with 'error': its 'kind' is failed, "
                + "usage, unavailable or cancelled, and it has a 'message' and 'problems'.",
            "A secret is typed when asked, or a line of standard input for each, in their order.",
            "SIGINT and SIGTERM cancel the command, and end the program by that signal when the command has ended. "
                + "A second one ends the program at once.",
        ],
        words: [
            .init("COMMAND", "its id, as 'commands' lists it"),
            .init("NAME=VALUE", "the value of a parameter"),
        ],
        completion: commandOrParameters
    ) { parsed throws(HostOptionsError) in
        guard let id = parsed.words.first, !id.isEmpty else {
            throw HostOptionsError("run", is: "takes a command's id; 'commands' lists all")
        }
        return .command(id, words: Array(parsed.words.dropFirst()), json: parsed.isJSON)
    }

    private static let commands = Subcommand(
        .commands,
        usage: "",
        "print the commands of the program and its plugins, with their parameters",
        details: [
            "A parameter in brackets has a default, and one in parentheses is secret. The choices are left out where "
                + "fetching them takes longer than a moment."
        ]
    ) { parsed throws(HostOptionsError) in
        try parsed.takeNoWords()
        return .commands(json: parsed.isJSON)
    }

    private static let plugins = Subcommand(
        .plugins,
        usage: "[COMMAND]",
        "print the plugins, or change which ones run",
        details: ["No plugin runs for this. A change counts from the next start on."],
        words: PluginsCommand.Word.all.map { .init($0.usage, $0.help) },
        completion: PluginsCommand.completion
    ) { parsed throws(HostOptionsError) in
        .plugins(try PluginsCommand(parsed.words, isJSON: parsed.isJSON), json: parsed.isJSON)
    }

    private static let completion = Subcommand(
        .completion,
        usage: CompletionScript.allCases.map(\.rawValue).joined(separator: "|"),
        "print completions for a shell",
        details: [],
        words: [
            .init("bash", "for ~/.bashrc: eval \"$(PROGRAM completion bash)\""),
            .init("zsh", "for ~/.zshrc, after compinit: eval \"$(PROGRAM completion zsh)\""),
            .init("fish", "for ~/.config/fish/config.fish: PROGRAM completion fish | source"),
        ],
        completion: shells
    ) { parsed throws(HostOptionsError) in
        // For the scripts alone.
        if parsed.words.first == "candidates" { return .candidates(Array(parsed.words.dropFirst())) }
        let name = parsed.words.joined(separator: " ")
        guard let script = CompletionScript(rawValue: name) else {
            throw HostOptionsError(
                "completion",
                is: "takes bash, zsh or fish" + (name.isEmpty ? "" : ", not '\(name)'")
            )
        }
        return .completionScript(script)
    }

    private static func commandOrParameters(after words: [String]) -> CompletionSource {
        guard let id = words.first else { return .commands }
        return .parameters(command: id, given: words.dropFirst().map { String($0.prefix { $0 != "=" }) })
    }

    private static func shells(after words: [String]) -> CompletionSource {
        words.isEmpty ? .choices(CompletionScript.allCases.map { CompletionCandidate($0.rawValue) }) : .nothing
    }
}
