internal import FoundationEssentials

/// The program with its options, its configuration and its plugins, all read and checked.
@MainActor struct ProgramSetup {
    let application: any HostApplication.Type
    let options: HostOptions

    /// The configuration file's values, with those that the command line sets over them.
    private(set) var configuration: HostConfiguration

    /// The warnings about the configuration and earlier runs, one sentence each.
    private(set) var warnings: [String] = []

    /// The plugins' history in earlier runs.
    let history: PluginHistory

    private var plugins: [PluginRecord] = []

    /// The plugins that may not run, as of now.
    var restrictions: PluginRestrictions { history.restrictions(options) }

    /// The folders whose libraries were opened, with the files as they were before.
    private(set) var folders: [(path: String, files: [String: FileStatus])] = []

    /// The plugins of libraries that aren't used, because they may not run or break a rule.
    private var unopened: [PluginReport] = []

    /// The libraries that break a rule, one sentence each.
    private(set) var refusals: [String] = []

    /// Reads the files that the options name, and opens the plugins.
    ///
    /// A wrong name ends the program here, before anything has begun.
    init(
        _ application: any HostApplication.Type,
        _ options: HostOptions,
        _ history: PluginHistory
    ) throws(HostProgramError) {
        self.application = application
        self.options = options
        self.history = history
        configuration = try ProgramSetup.readConfiguration(options)
        let rebuilt = history.forgiveRebuilt()
        let restrictions = history.restrictions(options)
        var problems: [HostProgramError] = []
        for folder in options.pluginFolders {
            do { try open(folder: folder, restrictions) } catch { problems.append(error) }
        }
        plugins = PluginRecord.loaded
        let entries = plugins.map { PluginEntry($0, restrictions) }
        let missing = ProgramSetup.missingPlugins(options, entries, unopened)
        if let first = problems.first?.status ?? (missing.isEmpty ? nil : .usage) {
            // The plugin that isn't there may be the one of a library that is refused, or have no load hook.
            let reasons = problems.map(\.text) + missing + (missing.isEmpty ? [] : refusals + MissingLoadHooks.problems)
            throw HostProgramError(status: first, text: reasons.joined(separator: "\n"))
        }
        let sections = ConfigurationSection.declared(by: entries.map(\.manifest), program: application)
        configuration.resolve(sections)
        // A section may belong to a plugin that nothing is known of.
        let isComplete = unopened.isEmpty && entries.allSatisfy(\.isRead)
        warnings =
            (isComplete ? ConfigurationCheck(sections).warnings(for: configuration) : [])
            + history.warnings(program: application.name)
            + rebuilt.map(PluginHistory.rebuilt)
        // A script has a time zone of its own.
        switch options.mode {
        case .run, .lines, .command, .commands: break
        default: return
        }
        warnings += [CivilTimeZone.problem(environment: ProcessEnvironment.all)].compactMap(\.self)
    }

    /// Opens the libraries of a folder that aren't kept shut and break no rule.
    private mutating func open(folder: String, _ restrictions: PluginRestrictions) throws(HostProgramError) {
        let libraries = try ProgramSetup.libraries(in: folder)
        do throws(LibraryRefusal) {
            try LibraryLoader.check(folder: folder)
        } catch {
            refuse(error)
            return
        }
        folders.append((folder, LibraryLoader.files(in: folder)))
        for library in libraries {
            if let state = restrictions.state(ofLibrary: library) {
                unopened.append(restrictions.report(ofLibrary: library, state))
                continue
            }
            do throws(LibraryRefusal) {
                _ = try PluginRecord.open(library: library)
            } catch {
                refuse(error)
            }
        }
    }

    /// The paths of the libraries in a folder, by the names of their files.
    private static func libraries(in folder: String) throws(HostProgramError) -> [String] {
        guard (try? OpenFile(folder, .readOnly, options: .directory)) != nil else {
            let name = folder.escapingControls
            let text = "the plugin folder '\(name)' cannot be read; is it there, and may you read it?"
            throw HostProgramError(status: .noInput, text: text)
        }
        return FileSystem.names(in: folder).filter(LibraryRules.isLibrary).sorted().map { "\(folder)/\($0)" }
    }

    private mutating func refuse(_ refusal: LibraryRefusal) {
        unopened.append(PluginReport(refusal))
        refusals.append("\(refusal)")
    }

    // MARK: - The host

    /// Makes a host and the program on it.
    ///
    /// `date` returns the calendar time of the host's source, on any thread.
    func makeHost(
        display: Display,
        time: any TimeSource,
        configure: (inout HostSetup) -> Void = { _ in },
        date: @escaping @Sendable () -> Date
    ) throws(HostProgramError) -> (AppHost, any HostApplication) {
        var setup = HostSetup(
            name: application.name,
            version: application.version,
            display: display,
            time: time,
            plugins: plugins,
            configuration: configuration
        )
        setup.restrictions = restrictions
        setup.unopened = unopened
        setup.sections = ConfigurationSection.declared(by: application)
        configure(&setup)
        let host = AppHost(setup)
        host.adoptScenarios(date: date)
        do {
            let program = try application.init(host: host)
            return (host, program)
        } catch {
            throw HostProgramError(status: .software, text: "could not be set up: \(error)")
        }
    }

    /// The ids of the plugins that may run, as far as they are known before the launch.
    var admittedPlugins: [String] {
        let restrictions = restrictions
        return plugins.map { PluginEntry($0, restrictions) }.filter { $0.state == .discovered }.map(\.manifest.id)
    }

    /// The settings that the program and the plugins declare secret, by section.
    var secretSettings: [String: Set<String>] {
        ProgramSetup.sections(of: application, plugins, restrictions).reduce(into: [:]) {
            // An object with a secret in it is hidden as a whole.
            let secrets = ($1.settings ?? []).filter(\.isSecret).map { String($0.name.prefix { $0 != "." }) }
            $0[$1.name, default: []].formUnion(secrets)
        }
    }

    /// Returns the sections that a program and its plugins declare.
    static func sections(
        of application: any HostApplication.Type,
        _ plugins: [PluginRecord],
        _ restrictions: PluginRestrictions
    ) -> [ConfigurationSection] {
        let manifests = plugins.map { PluginEntry($0, restrictions).manifest }
        return ConfigurationSection.declared(by: manifests, program: application)
    }

    /// Returns how the plugins would start, without running any.
    func previewPlugins() throws(HostProgramError) -> [PluginReport] {
        let time = ManualTime()
        let display = Display(DisplayTraits(size: options.size))
        let (host, program) = try makeHost(display: display, time: time) { time.currentDate }
        var report = withExtendedLifetime(program) { host.previewPlugins() }
        for index in report.indices { report[index].lastFailure = history.failures[report[index].manifest.id] }
        return report
    }

    // MARK: - Messages

    /// Adds the warnings to a host's log.
    func logWarnings(_ host: AppHost) {
        for warning in warnings + refusals + [TaskExecutors.warning].compactMap(\.self) {
            host.log.add(.warning, warning, owner: .host)
        }
    }

    /// Writes a host's log to its file; returns the error to print if that is not possible.
    func openLog(of host: AppHost, in folder: String) -> HostProgramError? {
        do {
            try LogFile(folder: folder).record(host.log, of: "\(host.name) \(host.version)")
            return nil
        } catch {
            let text = "the log '\(LogFile.path(in: folder))' cannot be written: \(error)"
            return HostProgramError(status: .cannotCreate, text: text)
        }
    }

    /// Logs how each plugin started: its state with the reason, and the time its activation took.
    func logPlugins(of host: AppHost) {
        for report in host.plugins.report {
            let took = report.activation.map { $0 == .zero ? "" : ", activated in \($0.inWords)" } ?? ""
            let level: HostLog.Level = report.state.isProblem ? .warning : .info
            host.log.add(level, "\(report.state)\(took)", owner: .plugin(report.manifest.id))
        }
    }

    /// Prints the warnings to standard error, before a list that tells what each plugin lacks.
    func printWarnings() {
        for warning in warnings + refusals { printError(warning) }
    }

    /// Prints the warnings to standard error, and after them why plugins didn't run at the end of a run.
    ///
    /// The warnings name the plugins in quarantine already.
    func printWarnings(about reports: [PluginReport]) {
        for warning in warnings { printError(warning) }
        let problems = reports.filter { $0.state.name != "quarantined" }.compactMap(\.problem)
        for problem in problems { printError(problem) }
    }

    /// Prints a line to standard error, after the program's name.
    func printError(_ text: String) {
        StandardStreams.printMessage("\(application.name): \(text.escapingControlsOfLines)")
    }

    // MARK: - The end

    /// Writes what the stores have in memory only; call it when the screen is the person's again.
    func finishStores(of host: AppHost) {
        // An orderly wait for another process is no hang, which would end the program in the middle of it.
        Watchdog.beginIdle()
        defer { Watchdog.endIdle() }
        let stores = host.storage.all + [history.store]
        for problem in KeyValueStore.finishAll(stores, onWait: { printError($0) }) {
            printError(problem)
            host.log.add(.error, problem, owner: .host)
        }
    }

    // MARK: - Reading

    private static func readConfiguration(_ options: HostOptions) throws(HostProgramError) -> HostConfiguration {
        var configuration = HostConfiguration()
        for setting in options.scriptSettings { configuration.set(setting) }
        if let file = options.configurationFile {
            let text = try read(file, what: "the configuration")
            do {
                configuration.merge(try HostConfiguration(json: text, file: file))
            } catch {
                // On one line, whatever the file's name is.
                let problem = "the configuration '\(file)' \(error.rule)".escapingControls
                throw HostProgramError(status: .dataError, text: problem)
            }
        }
        for setting in options.settings { configuration.set(setting) }
        return configuration
    }

    /// Returns a sentence about each plugin that the options name and that isn't there.
    private static func missingPlugins(
        _ options: HostOptions,
        _ entries: [PluginEntry],
        _ unopened: [PluginReport]
    ) -> [String] {
        // A plugin whose code isn't called may have any id.
        let silent = unopened.map(\.state) + entries.filter { !$0.isRead }.map(\.state)
        guard silent.allSatisfy(\.isRefused) else { return [] }
        let ids = entries.map(\.manifest.id) + unopened.map(\.manifest.id)
        let others = entries.flatMap { [$0.record.origin, $0.record.library].compactMap(\.self) }
        let names = Set(ids + others)
        let named = [("--disable-plugin", options.disabledPlugins), ("--only-plugin", options.onlyPlugins)]
        return named.flatMap { option, wanted in
            wanted.filter { !names.contains($0) }.map { id in
                let nearest = nearestName(to: id, in: ids) ?? nearestName(to: id, in: others)
                return "option \(option): \(PluginLookupError(id: id, nearest: nearest))"
            }
        }
    }

    /// The most bytes of a script or a configuration: a recording of a day has a few million.
    private static let longestInput = 1 << 26

    /// Reads a file or a pipe that the command line names; `-` is standard input.
    static func read(_ file: String, what: String) throws(HostProgramError) -> [UInt8] {
        let limit = longestInput
        let bytes: [UInt8]
        do {
            bytes =
                file == "-"
                ? try StandardStreams.readInput(upTo: limit + 1)
                : try OpenFile(file, .readOnly).read(upTo: limit + 1)
        } catch {
            throw HostProgramError(
                status: .noInput,
                text: "\(what) '\(file.escapingControls)' cannot be read: \(error)"
            )
        }
        guard bytes.count <= limit else {
            throw HostProgramError(
                status: .dataError,
                text: "\(what) '\(file.escapingControls)' is longer than \(limit >> 20) MiB"
            )
        }
        return bytes
    }
}

extension HostConfiguration {
    fileprivate mutating func set(_ setting: HostOptions.Setting) {
        set(setting.value, for: setting.name, in: setting.section, by: setting.source)
    }
}

extension ConfigurationSection {
    /// The sections that plugins and a program read or set.
    static func declared(by plugins: [PluginManifest], program: any HostApplication.Type) -> [ConfigurationSection] {
        plugins.flatMap(\.sections) + declared(by: program)
    }

    /// The sections that a program reads or sets.
    static func declared(by program: any HostApplication.Type) -> [ConfigurationSection] {
        program.options.map { ConfigurationSection($0.section, names: [$0.setting]) } + program.configuration
    }
}

extension PluginHistory {
    /// The plugins that may not run, with those that the command line names.
    func restrictions(_ options: HostOptions) -> PluginRestrictions {
        var restrictions = restrictions
        restrictions.isSafeMode = options.isSafeMode
        restrictions.disabled = options.disabledPlugins
        restrictions.only = Set(options.onlyPlugins)
        return restrictions
    }
}
