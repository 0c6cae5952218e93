internal import FoundationEssentials

/// The program with its options, its configuration and its plugins, all read and checked.
@MainActor struct ProgramSetup {
    let application: any HostApplication.Type
    let options: HostOptions

    /// The configuration file's values, with those that the command line sets over them.
    let configuration: HostConfiguration

    /// The warnings about the configuration, one sentence each.
    let warnings: [String]

    private let plugins: [PluginRecord]
    private let restrictions: PluginRestrictions

    /// Reads the files that the options name, and opens the plugins.
    ///
    /// A wrong name ends the program here, before anything has begun.
    init(_ application: any HostApplication.Type, _ options: HostOptions) throws(HostProgramError) {
        self.application = application
        self.options = options
        configuration = try ProgramSetup.readConfiguration(options)
        for folder in options.pluginPaths { try PluginLoader.open(folder: folder) }
        plugins = PluginRecord.loaded
        let manifests = plugins.filter { $0.stamp == .current }.map(\.manifest)
        restrictions = try ProgramSetup.restrictions(options, known: manifests.map(\.id))
        let sections = ConfigurationSection.declared(by: manifests, program: application)
        warnings = ConfigurationCheck(sections).warnings(for: configuration)
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
        configure(&setup)
        let host = AppHost(setup)
        host.adoptScenarios(date: date)
        do {
            return (host, try application.init(host: host))
        } catch {
            throw HostProgramError(status: .software, text: "could not be set up: \(error)")
        }
    }

    // MARK: - Messages

    /// Adds the warnings to a host's log.
    func logWarnings(_ host: AppHost) {
        for warning in warnings { host.log.add(.warning, warning, owner: .host) }
    }

    /// Prints the warnings to standard error.
    func printWarnings() {
        for warning in warnings { printError(warning) }
    }

    /// Prints a line to standard error, after the program's name.
    func printError(_ text: String) {
        StandardStreams.printMessage("\(application.name): \(text.escapingControlsOfLines)")
    }

    // MARK: - Reading

    private static func readConfiguration(_ options: HostOptions) throws(HostProgramError) -> HostConfiguration {
        var configuration = HostConfiguration()
        if let file = options.configurationFile {
            let text = try read(file, what: "the configuration")
            do {
                configuration = try HostConfiguration(json: text)
            } catch {
                // On one line, whatever the file's name is.
                let problem = "the configuration '\(file)' \(error.rule)".escapingControls
                throw HostProgramError(status: .dataError, text: problem)
            }
        }
        for setting in options.settings {
            configuration.set(setting.value, for: setting.name, in: setting.section)
        }
        return configuration
    }

    private static func restrictions(
        _ options: HostOptions,
        known: [String]
    ) throws(HostProgramError) -> PluginRestrictions {
        let named = [("--disable-plugin", options.disabledPlugins), ("--only-plugin", options.onlyPlugins)]
        for (option, ids) in named {
            for id in ids where !known.contains(id) {
                let error = PluginLookupError(id: id, nearest: nearestName(to: id, in: known))
                throw HostProgramError(status: .usage, text: "option \(option): \(error)")
            }
        }
        return PluginRestrictions(
            isSafeMode: options.isSafeMode,
            disabled: options.disabledPlugins,
            only: options.onlyPlugins
        )
    }

    /// Reads a file that the command line names; `-` is standard input.
    static func read(_ file: String, what: String) throws(HostProgramError) -> [UInt8] {
        if file == "-" { return StandardStreams.readInput() }
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: file)))
        } catch {
            throw HostProgramError(
                status: .noInput,
                text: "\(what) '\(file.escapingControls)' cannot be read; is it there, and may you read it?"
            )
        }
    }
}
