internal import FoundationEssentials

extension ProgramSetup {
    /// Returns the values of each store; call it before the program is made, which may change them.
    ///
    /// A damaged file is left for the store that the program uses, which reports it.
    static func storedValues(in folder: String) -> [String: [String: PlainValue]] {
        let names = FileSystem.names(in: folder).sorted()
        let stores = names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
            .filter { $0 != PluginHistory.namespace && KeyValueStore.brokenRule(of: $0) == nil }
        let values = stores.map { ($0, StoreFile(namespace: $0, directory: folder).values) }
        return Dictionary(uniqueKeysWithValues: values).filter { !$0.value.isEmpty }
    }

    /// Returns the beginning of a recording of a session that begins now.
    func recordingHead(
        _ host: AppHost,
        _ folders: ProgramFolders,
        stores: [String: [String: PlainValue]]
    ) -> RecordingHead {
        RecordingHead(
            program: "\(host.name) \(host.version)",
            date: host.clock.date,
            traits: host.traits,
            timeZone: host.clock.timeZone,
            frameInterval: TerminalRun.frameInterval,
            seed: host.seed,
            configuration: configuration,
            secretSettings: secretSettings,
            plugins: admittedPlugins,
            stores: stores,
            unrecorded: unrecorded(folders)
        )
    }

    /// The parts that a recording leaves out, as ends of a sentence that begins with "The recording doesn't contain".
    private func unrecorded(_ folders: ProgramFolders) -> [String] {
        func files(_ folder: String) -> [String] { FileSystem.names(in: folder).filter { !$0.hasPrefix(".") }.sorted() }
        let secrets = files("\(folders.state)/secrets").filter { $0.hasSuffix(".json") }.map { $0.dropLast(5) }
        let caches = files(folders.cache ?? "\(folders.state)/cache")
        return secrets.map { "the stored secrets of '\($0)'" } + caches.map { "the cached files of '\($0)'" }
            + options.pluginFolders.map { "the plugins of the folder '\($0)'\(RecordingHead.wayOut(plugins: $0))" }
    }
}
