/// A command of the command line, the first word: its help, and how the words after it are read.
struct Subcommand: Sendable {
    /// What it makes the program do, which has its name.
    let use: ProgramUse

    /// The forms of the words after the name.
    let usage: [String]

    /// A line about it for the list of all commands.
    let summary: String

    /// The paragraphs of its own help.
    let details: [String]

    /// The words that it takes, with their explanations.
    let words: [ManualPage.Item]

    /// Returns what to do; throws if the words make no sense.
    let read: @Sendable (ParsedArguments) throws(HostOptionsError) -> HostOptions.Mode

    var name: String { use.rawValue }

    private init(
        _ use: ProgramUse,
        usage: [String],
        _ summary: String,
        details: [String],
        words: [ManualPage.Item] = [],
        read: @escaping @Sendable (ParsedArguments) throws(HostOptionsError) -> HostOptions.Mode
    ) {
        self.use = use
        self.usage = usage
        self.summary = summary
        self.details = details
        self.words = words
        self.read = read
    }

    /// All subcommands, in the order of the help.
    static let all = [plugins, log]

    /// The subcommand with a name; nil if there is none.
    static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }
}

extension Subcommand {
    private static let plugins = Subcommand(
        .plugins,
        usage: ["[COMMAND]"],
        "print the plugins, or change which ones run",
        details: ["No plugin runs for this. A change counts from the next start on."],
        words: PluginsCommand.Word.all.map { .init($0.usage, $0.help) }
    ) { parsed throws(HostOptionsError) in
        .plugins(try PluginsCommand(parsed.words, isJSON: parsed.isJSON), json: parsed.isJSON)
    }

    private static let log = Subcommand(
        .log,
        usage: [""],
        "print the log of all runs",
        details: ["An empty line comes before each run. --follow is for another window."]
    ) { parsed throws(HostOptionsError) in
        if let word = parsed.words.first {
            throw HostOptionsError("log \(word)", is: "is not understood; see log --help")
        }
        return .log(parsed.logFilter, follow: parsed.followsLog)
    }
}
