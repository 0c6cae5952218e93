internal import FoundationEssentials

/// The options of a command line; a pure value.
struct HostOptions: Hashable {
    /// A way to run the program.
    enum Mode: Hashable {
        /// Runs in the terminal.
        case run
        /// Runs a script: a file's path, or `-` for standard input.
        case script(String)
        /// Plays a script back in the terminal.
        case play(String)
        /// Prints the plugins, or changes which ones run.
        case plugins(PluginsCommand, json: Bool)
        /// Prints the log of all runs.
        case log(LogFilter, follow: Bool)
        /// Prints the options.
        case help
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

    /// The texts that a script types in place of secrets.
    var secrets: [String] = []

    /// The file to which the session is recorded.
    var recording: String?

    /// Whether a crash leaves a recording of the last minutes behind.
    var recordsOnCrash = false

    /// The file to which a transcript of the session is written.
    var transcript: String?

    /// The file to which the terminal's output is written as an asciicast.
    var cast: String?

    /// The speed of playback, where 1 is the speed of the session.
    var speed = 1.0

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
}

/// The folders in which a program in the terminal keeps its files.
struct ProgramFolders: Hashable {
    /// The folder that contains the log and the stores.
    let state: String

    /// The folder of the caches; nil if they are in the other one.
    let cache: String?

    /// Creates the folders: everything in the one that the options name, or each kind in the user's own (XDG).
    init(_ options: HostOptions, program: String, environment: [String: String]) {
        if let folder = options.stateDirectory {
            state = folder
            cache = nil
        } else {
            state = StandardDirectory.state(of: program, environment)
            cache = StandardDirectory.cache(of: program, environment)
        }
    }
}

extension HostOptions {
    /// The column at which the help's texts begin.
    private static let column = 25

    /// Returns the text of `--help` for a program, the options that it adds, and the sections that are declared.
    static func help(
        program: String,
        options: [ProgramOption] = [],
        sections: [ConfigurationSection] = []
    ) -> String {
        let groups = CommandLineOption.groups(program: options).map { group in
            group.map(lines).joined(separator: "\n")
        }
        let settings = sections.flatMap { section in
            (section.settings ?? []).filter { !$0.rule.isEmpty }.map { lines(of: $0, in: section.name) }
        }
        let list = ["Settings, for --set and the file of --config, with their defaults:"] + settings.sorted()
        let last = settings.isEmpty ? "" : "\n\n" + list.joined(separator: "\n")
        return """
            Usage: \(program) [options]
                   \(program) plugins COMMAND [options]
                   \(program) log [--follow] [--level LEVEL] [--plugin ID]

            Runs in the terminal. Quit with ctrl-c, or with q from the page; go to the background with ctrl-z.
            'plugins' prints or changes which plugins run; its commands are list, why ID,
            enable ID, disable ID, reset, doctor, and bisect start|good|bad|stop.
            'log' prints the log of all runs, for another window.

            \(groups.joined(separator: "\n\n"))\(last)

            NO_COLOR is respected, and a locale without UTF-8, such as LANG=C, is --ascii.
            Everything that a mouse can do has a key.
            """
    }

    private static func lines(_ option: CommandLineOption) -> String {
        lines(option.name + (option.valueName.map { " \($0)" } ?? ""), option.help().split(separator: "\n"))
    }

    /// The lines of a setting: what it means, what it takes, and its default.
    private static func lines(of setting: SettingDeclaration, in section: String) -> String {
        let value = setting.isSecret ? nil : setting.defaultValue?.hidingSecrets(under: setting.name)
        let text = (setting.help.isEmpty ? "" : "\(setting.help): ") + setting.rule
        let words = "\(text)\(value.map { $0 == "" ? "" : " (\($0))" } ?? "")".escapingControls.split(separator: " ")
        return lines("\(section).\(setting.name)", words.map { String($0) }.wrapped(to: 80))
    }

    /// The lines of an entry; a long name has a line to itself.
    private static func lines(_ name: String, _ text: [some StringProtocol]) -> String {
        let name = "  \(name)"
        let indent = String(repeating: " ", count: column)
        let text = text.joined(separator: "\n" + indent)
        let gap = column - name.count
        return name + (gap > 1 ? String(repeating: " ", count: gap) : "\n" + indent) + text
    }
}
