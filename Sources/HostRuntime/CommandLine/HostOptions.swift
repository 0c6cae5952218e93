internal import FoundationEssentials

/// The options of a command line; a pure value.
struct HostOptions: Hashable {
    /// A way to run the program.
    enum Mode: Hashable {
        /// Runs in the terminal.
        case run
        /// Runs in lines, without a screen.
        case lines
        /// Runs a script: a file's path, or `-` for standard input.
        case script(String)
        /// Prints the plugins, or changes which ones run.
        case plugins(PluginsCommand, json: Bool)
        /// Runs one command, with the words after its id, and prints its result.
        case command(String, words: [String], json: Bool)
        /// Prints the help of one command.
        case commandHelp(String)
        /// Prints all commands.
        case commands(json: Bool)
        /// Prints the help: of a subcommand, or of the whole program.
        case help(ProgramUse)
        /// Prints a script with completions for a shell.
        case completionScript(CompletionScript)
        /// Prints what may come at the end of a command line's words, for such a script.
        case candidates([String])
        /// Prints the version.
        case version
    }

    /// A value of the configuration that the command line sets.
    struct Setting: Hashable {
        let section: String
        let name: String
        let value: PlainValue
        var source = ConfigurationSource.option("--set")
    }

    /// The way to run the program.
    var mode: Mode = .run

    /// The screen's size in a scripted run.
    var size = Size(width: 80, height: 24)

    /// The number of colors; nil for as many as the terminal has, and for all in a scripted run.
    var colorDepth: ColorDepth?

    /// The calendar time at which a scripted run begins.
    var date: Date?

    /// The time zone of a scripted run; nil for GMT.
    var timeZone: CivilTimeZone?

    /// The shortest time between two frames of a scripted run.
    var frameInterval: Duration = .zero

    /// The seed of the random numbers in a scripted run.
    var seed: UInt64 = 0

    /// The texts that a script types in place of secrets.
    var secrets: [String] = []

    /// The file to which the session is recorded.
    var recording: String?

    /// The file to which the terminal's output is written as an asciicast.
    var cast: String?

    /// The folder for the log and the stores; nil for the user's own.
    var stateDirectory: String?

    /// The configuration file's path.
    var configurationFile: String?

    /// The values that are set over the configuration file's, in order.
    var settings: [Setting] = []

    /// The values that a script sets, under the configuration file's, in order.
    var scriptSettings: [Setting] = []

    /// Whether no plugin runs.
    var isSafeMode = false

    /// The plugins that don't run.
    var disabledPlugins: [String] = []

    /// The only plugins that run; empty for all.
    var onlyPlugins: [String] = []

    /// The folders whose `.so` plugins are opened.
    var pluginPaths: [String] = []

    /// The same folders from the root, each once.
    var pluginFolders: [String] {
        pluginPaths.map { FileSystem.absolutePath($0) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Whether the pointer is left to the terminal.
    var isPointerDisabled = false

    /// Whether only ASCII characters are shown.
    var isASCII = false

    /// Whether animations are left out.
    var reducesMotion = false

    /// Whether the program is used in lines, without a screen.
    var isPlain = false
}
