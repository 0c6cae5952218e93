extension HostOptions {
    /// Reads a command line, without the program's own name.
    init(arguments: some Sequence<String>, program: [ProgramOption] = []) throws(HostOptionsError) {
        let parsed = try ParsedArguments(arguments, program: program)
        self = parsed.options
        mode = try parsed.mode
    }
}

/// The options of a command line, before it's known whether they go together.
struct ParsedArguments {
    var options = HostOptions()
    var names: [String] = []
    var script: String?
    var playback: String?
    var listsPlugins = false
    /// The words after `plugins`; nil without it.
    var pluginWords: [String]?
    var showsLog = false
    var followsLog = false
    var logFilter = LogFilter()
    var isJSON = false
    var showsHelp = false
    var showsVersion = false

    /// Reads arguments without looking whether they go together.
    init(_ arguments: some Sequence<String>, program: [ProgramOption]) throws(HostOptionsError) {
        let known = CommandLineOption.groups(program: program).joined()
        var rest = Array(arguments)[...]
        if rest.first == "plugins" {
            rest.removeFirst()
            pluginWords = []
        } else if rest.first == "log" {
            rest.removeFirst()
            showsLog = true
        }
        while let argument = rest.popFirst() {
            if pluginWords != nil, !argument.hasPrefix("-") {
                pluginWords?.append(argument)
                continue
            }
            // `--name=value` is the same as `--name value`.
            var name = argument
            var attached: String?
            if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
                name = String(argument[..<equals])
                attached = String(argument[argument.index(after: equals)...])
            }
            guard let option = known.first(where: { $0.name == (name == "-h" ? "--help" : name) }) else {
                throw ParsedArguments.unknown(name, among: known.map(\.name))
            }
            var value = ""
            if option.valueName != nil {
                guard let next = attached ?? rest.popFirst() else { throw HostOptionsError(name, "needs a value") }
                value = next
            } else if attached != nil {
                throw HostOptionsError(name, "takes no value")
            }
            do {
                try option.apply(&self, value)
            } catch {
                throw HostOptionsError(name, "\(error)")
            }
            names.append(name)
        }
    }

    private static func unknown(_ name: String, among known: [String]) -> HostOptionsError {
        if ["plugins", "log"].contains(name) { return HostOptionsError(name, "comes before all options") }
        let rule = name.hasPrefix("-") ? "is not an option" : "is not understood: options begin with --"
        // A single letter is near to every other single letter.
        let nearest = name.count > 2 ? nearestName(to: name, in: known) : nil
        return HostOptionsError(name, rule + (nearest.map { "; did you mean '\($0)'?" } ?? "; see --help"))
    }

    /// The way to run the program; throws if options contradict one another.
    var mode: HostOptions.Mode {
        get throws(HostOptionsError) {
            if showsHelp { return .help }
            if showsVersion { return .version }
            try checkSession()
            if showsLog {
                try refuse(["--script", "--play", "--list-plugins", "--json"], beside: "log")
                return .log(logFilter, follow: followsLog)
            }
            if let name = names.first(where: { ["--follow", "--level", "--plugin"].contains($0) }) {
                throw HostOptionsError(name, "needs the command 'log' before it")
            }
            if let pluginWords {
                try refuse(["--script", "--play", "--list-plugins"], beside: "plugins")
                return .plugins(try PluginsCommand(pluginWords, isJSON: isJSON), json: isJSON)
            }
            if isJSON, !listsPlugins {
                throw HostOptionsError("--json", "needs --list-plugins, or plugins list, why or doctor")
            }
            if let script {
                if listsPlugins { try refuse(["--script"], beside: "--list-plugins") }
                try refuse(["--play"], beside: "--script")
                return .script(script)
            }
            if let playback {
                if listsPlugins { try refuse(["--play"], beside: "--list-plugins") }
                return .play(playback)
            }
            if listsPlugins { return .plugins(.list, json: isJSON) }
            // In the terminal, the terminal and the system's clock decide.
            if let name = names.first(where: ParsedArguments.scriptOptions.contains) {
                throw HostOptionsError(name, "needs --script or --play")
            }
            return .run
        }
    }

    private static let scriptOptions = ["--size", "--now", "--time-zone", "--frame-interval", "--secret"]

    /// Throws if an option about a session or a playback stands beside something else.
    private func checkSession() throws(HostOptionsError) {
        let lists = [(pluginWords != nil, "plugins"), (listsPlugins, "--list-plugins"), (showsLog, "log")]
        let runs = [(script != nil, "--script"), (playback != nil, "--play")]
        // Frames can be written whatever shows them, but a list has none.
        let rules = [(["--record", "--record-on-crash", "--transcript"], lists + runs), (["--cast"], lists)]
        for (options, others) in rules {
            guard let other = others.first(where: \.0)?.1 else { continue }
            try refuse(options, beside: other)
        }
        if names.contains("--speed"), playback == nil { throw HostOptionsError("--speed", "needs --play") }
    }

    private func refuse(_ options: [String], beside other: String) throws(HostOptionsError) {
        guard let option = names.first(where: options.contains) else { return }
        throw HostOptionsError(option, "can't be used with \(other); leave one out")
    }
}

/// A mistake in a command line.
struct HostOptionsError: Error, Hashable {
    /// The option as it was written.
    let option: String

    /// The rule that it breaks, and the way out.
    let rule: String

    /// Whether the mistake is in a command of `plugins` and not in an option.
    private let isCommand: Bool

    init(_ option: String, _ rule: String) {
        self.option = option
        self.rule = rule
        isCommand = false
    }

    init(command: String, _ rule: String) {
        option = command
        self.rule = rule
        isCommand = true
    }
}

extension HostOptionsError: CustomStringConvertible {
    var description: String { "\(isCommand ? "plugins" : "option") \(option) \(rule)".escapingControls }
}
