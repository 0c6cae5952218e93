internal import FoundationEssentials

/// An option of the command line: its lines in the help, what it's for, and what it does.
struct CommandLineOption: Sendable {
    /// The name with its dashes.
    let name: String

    /// The value's name in the help; nil for an option without one.
    let valueName: String?

    /// The name and the value as the help shows them.
    var usage: String { valueName.map { "\(name) \($0)" } ?? name }

    /// The source of the values that a shell completes.
    let values: CompletionSource

    /// The uses of the program in which it has an effect; any other refuses it.
    let uses: Set<ProgramUse>

    /// The text of the help, a line; made only for the help, because it may list a lot.
    let help: @Sendable () -> String

    /// Applies the option; the description of an error follows the option's name in the message.
    let apply: @Sendable (inout ParsedArguments, String) throws -> Void

    private init(
        _ name: String,
        value valueName: String,
        _ values: CompletionSource = .nothing,
        for uses: Set<ProgramUse>,
        _ help: @escaping @Sendable @autoclosure () -> String,
        apply: @escaping @Sendable (inout ParsedArguments, String) throws -> Void
    ) {
        self.name = name
        self.valueName = valueName
        self.values = values
        self.uses = uses
        self.help = help
        self.apply = apply
    }

    private init(
        _ name: String,
        for uses: Set<ProgramUse>,
        _ help: String,
        apply: @escaping @Sendable (inout ParsedArguments) -> Void
    ) {
        self.name = name
        valueName = nil
        values = .nothing
        self.uses = uses
        self.help = { help }
        self.apply = { parsed, _ in apply(&parsed) }
    }

    private init(_ option: ProgramOption) {
        self.init(option.name, value: option.valueName, for: .hosts, option.help) { parsed, text in
            let value = try option.read(text)
            let (section, name) = (option.section, option.setting)
            parsed.options.settings.append(
                .init(section: section, name: name, value: value, source: .option(option.name))
            )
        }
    }
}

/// A rule that an option's value breaks, as the end of a sentence that begins with the option.
struct OptionRule: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

// MARK: - The options

extension CommandLineOption {
    /// Options that the help shows together.
    struct Group {
        let title: String
        let options: [CommandLineOption]
    }

    /// All options, with those that the program adds.
    static func groups(program: [ProgramOption]) -> [Group] {
        [
            Group(title: "Scripts", options: scripts),
            Group(title: "Recordings", options: recordings),
            Group(title: "Plugins", options: plugins),
            Group(title: "Settings", options: settings + program.map { CommandLineOption($0) }),
            Group(title: "Appearance", options: appearance),
            Group(title: "Information", options: information),
        ]
    }

    /// Whether an option exists in every program.
    static func isStandard(_ name: String) -> Bool {
        groups(program: []).contains { $0.options.contains { $0.name == name } }
    }

    private static let scripts = [
        CommandLineOption(
            "--script",
            value: "FILE",
            .files,
            for: [.script],
            "run a script without a terminal ('-' for standard input), with a step on each line: "
                + ScriptSyntax.names.joined(separator: ", ")
        ) { parsed, file in
            guard parsed.script == nil else { throw OptionRule("can be given only once; a run has one script") }
            parsed.script = file
        },
        CommandLineOption("--size", value: "WxH", for: [.script], "the screen of a scripted run (80x24)") {
            $0.options.size = try readSize($1)
        },
        CommandLineOption("--now", value: "DATE", for: [.script], "its date, such as 2026-11-21T09:30:00Z") {
            $0.options.date = try readDate($1)
        },
        CommandLineOption("--time-zone", value: "NAME", for: [.script], "its time zone (GMT)") {
            guard let zone = CivilTimeZone(name: $1) else {
                throw OptionRule("is a name such as Europe/Berlin, not '\($1)'")
            }
            $0.options.timeZone = zone
        },
        CommandLineOption(
            "--frame-interval",
            value: "SECONDS",
            for: [.script],
            "the shortest time between two of its frames (0)"
        ) {
            $0.options.frameInterval = try readFrameInterval($1)
        },
        CommandLineOption("--seed", value: "N", for: [.script], "what its random numbers follow from (0)") {
            guard let seed = UInt64($1) else { throw OptionRule("is a number from 0 to \(UInt64.max), not '\($1)'") }
            $0.options.seed = seed
        },
        CommandLineOption(
            "--secret",
            value: "TEXT",
            for: [.script],
            "a text that it types in place of a secret; once for each secret, or SCRIPT_SECRET for all of them"
        ) {
            $0.options.secrets.append(try nonEmpty($1))
        },
    ]

    private static let recordings = [
        CommandLineOption(
            "--record",
            value: "FILE",
            .files,
            for: [.terminal],
            "record the session as a script, except what is typed into secret fields"
        ) {
            $0.options.recording = try nonEmpty($1)
        },
        CommandLineOption("--cast", value: "FILE", .files, for: .shows, "write what the terminal shows as an asciicast")
        {
            $0.options.cast = try nonEmpty($1)
        },
    ]

    /// The options that a script may contain.
    static let namesInScripts: Set<String> = [
        "--size", "--now", "--time-zone", "--frame-interval", "--seed", "--disable-plugin", "--only-plugin",
        "--safe-mode", "--set", "--colors", "--ascii", "--reduce-motion",
    ]

    private static let plugins = [
        CommandLineOption("--list-plugins", for: [.list], "print the plugins and their states") { _ in },
        CommandLineOption("--json", for: [.list, .plugins, .command, .commands], "print as JSON") { $0.isJSON = true },
        CommandLineOption(
            "--disable-plugin",
            value: "ID",
            .plugins,
            for: .hosts,
            "do not run a plugin; can be repeated"
        ) {
            $0.options.disabledPlugins.append(try nonEmpty($1))
        },
        CommandLineOption("--only-plugin", value: "ID", .plugins, for: .hosts, "run no other plugin; can be repeated") {
            $0.options.onlyPlugins.append(try nonEmpty($1))
        },
        CommandLineOption("--safe-mode", for: .hosts, "run no plugin at all") { $0.options.isSafeMode = true },
        CommandLineOption(
            "--plugin-path",
            value: "DIR",
            .folders,
            for: .hosts,
            "open the plugins (.so) of a folder; can be repeated"
        ) {
            $0.options.pluginPaths.append(try nonEmpty($1))
        },
    ]

    private static let settings = [
        CommandLineOption(
            "--state",
            value: "DIR",
            .folders,
            for: .hosts,
            "the folder for the log and all stored data"
        ) {
            $0.options.stateDirectory = try nonEmpty($1)
        },
        CommandLineOption("--config", value: "FILE", .files, for: .hosts, "read the configuration from a JSON file") {
            $0.options.configurationFile = try nonEmpty($1)
        },
        CommandLineOption(
            "--set",
            value: "SECTION.NAME=VALUE",
            .settings,
            for: .hosts,
            "set a value of the configuration: a number, true, false or text; a list or an object as JSON; "
                + "can be repeated"
        ) {
            $0.options.settings.append(try readSetting($1))
        },
    ]

    private static let appearance = [
        CommandLineOption(
            "--colors",
            value: "N",
            .choices("true", "256", "16", "none"),
            for: .draws,
            "show true, 256, 16 or none, whatever the terminal has"
        ) {
            $0.options.colorDepth = try readColors($1)
        },
        CommandLineOption("--no-mouse", for: .shows, "leave the mouse to the terminal") {
            $0.options.isPointerDisabled = true
        },
        CommandLineOption(
            "--plain",
            for: [.lines, .script],
            "say the screen in lines and read lines, for screen readers, braille and pipes"
        ) {
            $0.options.isPlain = true
        },
        CommandLineOption("--ascii", for: .draws, "show ASCII characters only") {
            $0.options.isASCII = true
        },
        CommandLineOption("--reduce-motion", for: .draws, "leave out animations") {
            $0.options.reducesMotion = true
        },
    ]

    private static let information = [
        CommandLineOption("--version", for: .all, "print the version") { $0.showsVersion = true },
        CommandLineOption("--help", for: .all, "print this help, or a command's (-h, help)") { $0.showsHelp = true },
    ]
}

// MARK: - Values

extension CommandLineOption {
    private static func nonEmpty(_ text: String) throws -> String {
        guard !text.isEmpty else { throw OptionRule("needs a value that is not empty") }
        return text
    }

    private static func readSize(_ text: String) throws -> Size {
        guard let size = Size(text), !size.isEmpty else {
            let rule = "is WIDTHxHEIGHT, such as 80x24, with sides from 1 to \(Size.limit), not '\(text)'"
            throw OptionRule(rule)
        }
        return size
    }

    private static func readFrameInterval(_ text: String) throws -> Duration {
        guard let seconds = Double(text), seconds >= 0, seconds <= 10 else {
            throw OptionRule("is a number of seconds from 0 to 10, not '\(text)'")
        }
        return .microseconds(Int((seconds * 1_000_000).rounded()))
    }

    private static func readColors(_ text: String) throws -> ColorDepth {
        guard let depth = ColorDepth(rawValue: text) else {
            throw OptionRule("is true, 256, 16 or none, not '\(text)'")
        }
        return depth
    }

    private static func readDate(_ text: String) throws -> Date {
        guard let date = Date(stamp: text) else {
            throw OptionRule("is a date such as 2026-11-21 or 2026-11-21T09:30:00Z, not '\(text)'")
        }
        return date
    }

    /// Reads a value of the configuration: a list, an object or quoted text in JSON, a number, true, false, or text.
    static func readValue(_ word: String) throws(JSONError) -> PlainValue {
        if let first = word.first, "[{\"".contains(first) { return try PlainValue(json: word.utf8) }
        // Numbers as JSON writes them: a phone number that begins with 0 stays text.
        return (try? PlainValue(json: word.utf8)) ?? .string(word)
    }

    /// Reads `SECTION.NAME=VALUE`; the name begins after the last dot, because plugin ids may have dots.
    ///
    /// `HostConfiguration.resolve` finds the section of a value in an object.
    private static func readSetting(_ text: String) throws -> HostOptions.Setting {
        guard let equals = text.firstIndex(of: "="), let dot = text[..<equals].lastIndex(of: "."),
            dot > text.startIndex, text.index(after: dot) < equals
        else { throw OptionRule("is SECTION.NAME=VALUE, such as weather.city=Lisbon, not '\(text)'") }
        let value: PlainValue
        do throws(JSONError) {
            value = try readValue(String(text[text.index(after: equals)...]))
        } catch {
            throw OptionRule("gives \(text[..<equals]) a value that \(error.problem)")
        }
        return .init(section: String(text[..<dot]), name: String(text[text.index(after: dot)..<equals]), value: value)
    }
}
