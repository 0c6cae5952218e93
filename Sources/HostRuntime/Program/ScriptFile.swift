internal import FoundationEssentials

/// A script with the options that it brings along, under those of the command line.
@MainActor struct ScriptFile {
    /// The file's path, or `-` for standard input.
    let path: String

    /// The script's steps.
    let script: Script

    /// The sentences about what a recording couldn't record and no option gives.
    var lacks: [String] {
        script.lines.compactMap { if case .unrecorded(let what) = $0.step { lack(of: what) } else { nil } }
    }

    /// Returns the sentence about a thing that a recording couldn't record; nil if an option gives it.
    func lack(of what: String) -> String? {
        let isGiven =
            options.pluginFolders.contains { what.hasSuffix(RecordingHead.wayOut(plugins: $0)) }
            || options.settings.contains { what.contains(RecordingHead.wayOut(section: $0.section, name: $0.name)) }
        return isGiven ? nil : "the script '\(path)' doesn't contain \(what)"
    }

    /// The problems that keep the script from running, one sentence each.
    let problems: [String]

    /// The options of the script and, over them, of the command line.
    let options: HostOptions

    /// The first values of stores.
    let stored: [String: [String: PlainValue]]

    /// The texts in place of secrets.
    let secrets: SecretStandIns

    /// Reads and checks a script that a command line names.
    init(_ path: String, arguments: [String], program: [ProgramOption]) throws(HostProgramError) {
        let text = try ProgramSetup.read(path, what: "the script")
        var options = HostOptions()
        do {
            let head = try Script.head(of: text)
            options = try ScriptFile.options(of: path, head, arguments, program)
            script = try Script(text, size: options.size)
            let environment = ProcessEnvironment.value("SCRIPT_SECRET") ?? ""
            secrets = SecretStandIns(texts: options.secrets, other: environment.isEmpty ? nil : environment)
            problems = secrets.problems(of: script).map { "the script '\(path)', \($0)" }
        } catch let error as HostProgramError {
            throw error
        } catch {
            throw HostProgramError(status: .dataError, text: "the script '\(path)', \(error)")
        }
        self.path = path
        let stored = script.lines.reduce(into: [String: [String: PlainValue]]()) { stores, line in
            if case .stored(let namespace, let values) = line.step {
                stores[namespace, default: [:]].merge(values) { _, new in new }
            }
        }
        if options.stateDirectory != nil, !stored.isEmpty {
            throw HostProgramError(
                status: .usage,
                text: "option --state can't be used with the script '\(path)', which brings stored values of its own"
            )
        }
        self.stored = stored
        self.options = options
    }

    private static func options(
        of path: String,
        _ head: [Script.Line],
        _ arguments: [String],
        _ program: [ProgramOption]
    ) throws -> HostOptions {
        var words: [String] = []
        var optionSettings: [HostOptions.Setting] = []
        var sectionSettings: [HostOptions.Setting] = []
        for line in head {
            switch line.step {
            case .option(let option):
                // One line may have several options.
                var names = [String(option[0].prefix { $0 != "=" })]
                do {
                    let parsed = try ParsedArguments(option, program: program)
                    names += parsed.names + [parsed.subcommand?.name].compactMap(\.self)
                    optionSettings += parsed.options.settings
                } catch {
                    throw ScriptError(line: line.number, rule: "has a wrong option: \(error)")
                }
                if let name = names.first(where: { !CommandLineOption.namesInScripts.contains($0) }) {
                    throw ScriptError(line: line.number, rule: "has the option '\(name)', which a script can't give")
                }
                words += option
            case .configuration(let sections):
                for (section, value) in sections.sorted(by: { $0.key < $1.key }) {
                    guard case .dictionary(let values) = value else {
                        let rule = "has a section '\(section)' that is not an object"
                        throw ScriptError(line: line.number, rule: rule)
                    }
                    sectionSettings += values.sorted { $0.key < $1.key }.map {
                        HostOptions.Setting(section: section, name: $0.key, value: $0.value, source: .file(path))
                    }
                }
            default: break
            }
        }
        do {
            var options = try HostOptions(arguments: words + arguments, program: program)
            options.settings.removeFirst(optionSettings.count)
            options.scriptSettings = sectionSettings + optionSettings
            return options
        } catch {
            throw HostProgramError(status: .usage, text: "\(error)")
        }
    }

    // MARK: - The host

    /// The display's size and capabilities.
    var traits: DisplayTraits {
        DisplayTraits(
            size: options.isPlain ? PlainRun.size : options.size,
            colorDepth: options.colorDepth ?? .trueColor,
            isASCII: options.isASCII,
            reducesMotion: options.reducesMotion || options.isPlain
        )
    }

    /// Makes the time that the script moves.
    func makeTime() -> ManualTime {
        let time = ManualTime(date: options.date ?? Date(timeIntervalSinceReferenceDate: 0))
        time.timeZone = options.timeZone ?? .gmt
        return time
    }

    /// Makes the host that the script runs on, and the program.
    func makeHost(
        _ setup: ProgramSetup,
        _ display: Display,
        _ time: ManualTime
    ) throws(HostProgramError) -> (AppHost, any HostApplication) {
        try setup.makeHost(display: display, time: time) {
            $0.stateDirectory = options.stateDirectory
            $0.frameInterval = options.frameInterval
            $0.seed = options.seed
            $0.stored = stored
        } date: {
            time.currentDate
        }
    }
}
