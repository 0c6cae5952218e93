/// What one run of the program does, named by the word of the command line that asks for it.
enum ProgramUse: String, CaseIterable {
    /// Runs in the terminal; no word asks for it.
    case terminal = ""
    /// Runs in lines, without a screen.
    case lines = "--plain"
    /// Runs a script.
    case script = "--script"
    /// Prints the plugins.
    case list = "--list-plugins"
    /// Runs one command.
    case command = "run"
    /// Prints the commands.
    case commands
    /// Prints the plugins, or changes which ones run.
    case plugins
    /// Prints completions for a shell.
    case completion

    /// The subcommand that asks for it; nil for a use without one.
    var subcommand: Subcommand? { Subcommand.all.first { $0.use == self } }
}

extension Set<ProgramUse> {
    /// The uses that make a host and read its configuration.
    static let hosts: Self = [.terminal, .lines, .command, .commands, .script, .list, .plugins]

    /// The uses that show frames.
    static let shows: Self = [.terminal, .script]

    /// The uses whose screen is in memory as the options ask, or in the terminal.
    static let draws: Self = shows.union([.lines, .command])

    /// The uses without a subcommand.
    static let plain = Self(ProgramUse.allCases.filter { $0.subcommand == nil })

    static let all = Self(ProgramUse.allCases)

    /// The words that ask for these uses, as they follow "needs".
    var neededWords: String {
        let uses = ProgramUse.allCases.filter { $0 != .terminal && contains($0) }
        let options = uses.filter { $0.subcommand == nil }.map(\.rawValue)
        let commands = uses.filter { $0.subcommand != nil }.map { "'\($0.rawValue)'" }
        let command = commands.isEmpty ? [] : ["the command \(commands.alternatives)"]
        return (options + command).alternatives
    }
}

extension [String] {
    /// The texts as alternatives: "a, b or c".
    fileprivate var alternatives: String {
        count < 2 ? first ?? "" : dropLast().joined(separator: ", ") + " or " + self[count - 1]
    }
}
