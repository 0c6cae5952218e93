internal import FoundationEssentials

/// The plugins of a host, as a tool sees and changes them.
@MainActor protocol PluginDirectory: AnyObject {
    var report: [PluginReport] { get }
    func state(of id: String) -> PluginState?
    func resources(of id: String) -> [HeldResource]
    func enable(_ id: String) throws(PluginLookupError)
    func disable(_ id: String) throws(PluginLookupError)
}

/// Reports about the program and all its plugins, for tools that show what happens.
///
/// Reading a report changes nothing. Reports are computed when they are read;
/// nothing is recorded in advance except what can't be asked for later, of which
/// the newest is kept: `log`, `stalls`, `decisions` and `fetches`. The few changes that a tool can make
/// are logged under the plugin's name.
@MainActor public struct PluginInspection {
    let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }

    // MARK: - Plugins

    /// The plugins and their states, by id, including those that don't run.
    public var plugins: [PluginReport] {
        context.environment(for: "inspection.plugins") == nil ? [] : context.registry?.report ?? []
    }

    /// Returns what a plugin holds, in the order in which it was acquired; empty while the plugin isn't active.
    public func resources(of plugin: String) -> [HeldResource] {
        guard context.environment(for: "inspection.resources(of:)") != nil else { return [] }
        return context.registry?.resources(of: plugin) ?? []
    }

    /// Enables a plugin that was disabled or quarantined, or that failed, and remembers that for later runs.
    ///
    /// The plugin is active when this returns, unless its state says why not.
    /// Inside a plugin's `activate` or `deactivate`, it's activated after that.
    /// Throws an error if no plugin has the id, or if the calling plugin has ended.
    public func enable(_ plugin: String) throws {
        _ = try context.requireEnvironment(for: "inspection.enable(\(plugin))")
        let before = context.registry?.state(of: plugin)
        try context.registry?.enable(plugin)
        guard context.registry?.state(of: plugin) != before else { return }
        context.log.info("enabled the plugin '\(plugin)'")
    }

    /// Disables a plugin, and those that require its services, and remembers that for later runs.
    ///
    /// A plugin may disable itself: its context has ended when this returns.
    /// Inside a plugin's `activate` or `deactivate`, it ends after that.
    /// Throws an error if no plugin has the id, or if the calling plugin has ended.
    public func disable(_ plugin: String) throws {
        let environment = try context.requireEnvironment(for: "inspection.disable(\(plugin))")
        try context.registry?.disable(plugin)
        environment.log.add(.info, "disabled the plugin '\(plugin)'", owner: context.owner)
    }

    // MARK: - Windows

    /// Returns all windows, front to back, including hidden ones.
    ///
    /// Without the plugin's own windows, the rest is reported as if they weren't
    /// there: the key window is the one that gets the keyboard when they go.
    public func windows(includingOwn: Bool = false) -> [WindowInfo] {
        guard let scene = context.environment(for: "inspection.windows")?.windows else { return [] }
        return scene.infos(without: includingOwn ? nil : context.owner)
    }

    /// Makes a change to a window of any party, logs it, and returns a value that undoes it.
    ///
    /// Returns nil if nothing changed: the window is gone, or already in that
    /// state. The window's owner isn't asked. It's informed of the change, as of its
    /// own, by `WindowDidChange`. A key window of the plugin
    /// itself stays key, and a window that is made key gets the keyboard after it.
    @discardableResult
    public func apply(_ change: WindowAdjustment, to window: WindowID) -> WindowUndo? {
        guard let scene = context.environment(for: "inspection.apply")?.windows,
            let before = scene.stack[window].map({ scene.info($0) }),
            let undo = scene.apply(change, to: window, by: context.owner)
        else { return nil }
        context.log.info("\(change): the window '\(before.title)' of \(before.owner)")
        return undo
    }

    /// Takes a change back: the window's level and place and the key window, and after showing or hiding its visibility.
    ///
    /// Returns false if the window is gone.
    @discardableResult
    public func undo(_ undo: WindowUndo) -> Bool {
        guard let scene = context.environment(for: "inspection.undo")?.windows,
            let window = scene.stack[undo.window].map({ scene.info($0) })
        else { return false }
        scene.restore(undo, by: context.owner)
        context.log.info("taken back, \(undo.change): the window '\(window.title)' of \(window.owner)")
        return true
    }

    /// Returns how each window responds to a touch at a point of the screen, front to back.
    ///
    /// Without the plugin's own windows, the others answer as if those weren't
    /// there. Windows that pass touches on their background are asked for it, which is
    /// code of their owners.
    public func hits(at point: Point, includingOwn: Bool = false) -> [HitReport] {
        let scene = context.environment(for: "inspection.hits")?.windows
        return scene?.hits(at: point, without: includingOwn ? nil : context.owner) ?? []
    }

    // MARK: - Views

    /// Returns all views of a window, each before its subviews; none for a window that is gone.
    ///
    /// Lays the views out first, which is code of their owner.
    public func views(of window: WindowID) -> [ViewReport] {
        context.environment(for: "inspection.views(of:)")?.windows.window(window)?.viewReports() ?? []
    }

    /// Returns the views of a window at a point of the screen, from the root to the one that is hit.
    ///
    /// A touch goes to the last of them that recognizes gestures. Empty where the
    /// window has no view.
    public func views(at point: Point, in window: WindowID) -> [ViewID] {
        context.environment(for: "inspection.views(at:)")?.windows.window(window)?.viewIDs(at: point) ?? []
    }

    // MARK: - Commands and services

    /// The commands of all parties with their owners, in the order in which they were offered.
    public var commands: [CommandReport] {
        context.environment(for: "inspection.commands")?.commands.reports ?? []
    }

    /// The services of all parties with their providers, in alphabetical order.
    public var services: [ServiceReport] {
        context.environment(for: "inspection.services")?.services.reports ?? []
    }

    // MARK: - Scenarios

    /// The newest decisions of all scenarios, oldest first.
    public var decisions: [DecisionReport] {
        context.environment(for: "inspection.decisions")?.decisions.reports ?? []
    }

    /// The scenarios that have decided in this run, and those with counters in a store that is in use, by their ids.
    ///
    /// Groups come after the scenarios.
    public var scenarios: [ScenarioReport] {
        guard let environment = context.environment(for: "inspection.scenarios") else { return [] }
        let now = environment.clock.date.timeIntervalSinceReferenceDate
        var reports = environment.storage.stores.flatMap { namespace, store in
            ScenarioReport.all(in: store.all, of: namespace, at: now)
        }
        var known = Set(reports.lazy.filter { !$0.isGroup }.map(\.id))
        for report in environment.decisions.reports where known.insert(report.decision.scenario).inserted {
            reports.append(ScenarioReport(report.decision.scenario, nil, ScenarioRecord(), at: now))
        }
        return reports.sorted {
            ($0.isGroup ? 1 : 0, $0.id, $0.namespace ?? "") < ($1.isGroup ? 1 : 0, $1.id, $1.namespace ?? "")
        }
    }

    // MARK: - Stores

    /// The stores of the program and all plugins, by namespace, also those of earlier runs; secret stores are left out.
    ///
    /// This reads every store.
    public var stores: [StoreReport] {
        context.environment(for: "inspection.stores")?.storage.reports ?? []
    }

    /// Returns the values of a store in the order of their keys, with `•••` in place of secrets.
    public func values(inStore namespace: String) -> [StoredValue] {
        context.environment(for: "inspection.values(inStore:)")?.storage.values(of: namespace) ?? []
    }

    /// Puts a value under a key of a store, and returns the value before; nil removes the value.
    ///
    /// The change is logged without the value. The store's owner isn't asked, and
    /// may have kept the old value. Throws `StoreEditError` for a store that
    /// doesn't exist and for a secret, and an error if the plugin has ended.
    @discardableResult
    public func setValue(
        _ value: PlainValue?,
        for key: String,
        inStore namespace: String
    ) throws -> PlainValue? {
        let storage = try context.requireEnvironment(for: "inspection.setValue(inStore: \(namespace))").storage
        let old = try storage.set(value, for: key, in: namespace)
        context.log.info("\(value == nil ? "removed" : "changed") '\(key)' in the store '\(namespace)'")
        return old
    }

    /// Returns the values of a store as JSON, with sorted keys and without secrets.
    ///
    /// Reading it back gives the same values. Throws `StoreEditError` for a store
    /// that doesn't exist.
    public func exportStore(_ namespace: String) throws -> String {
        let storage = try context.requireEnvironment(for: "inspection.exportStore(\(namespace))").storage
        return try storage.exported(namespace)
    }

    // MARK: - The network

    /// The newest requests of all parties, oldest first, also those under way; at most a hundred.
    public var fetches: [FetchReport] {
        context.environment(for: "inspection.fetches")?.network.reports ?? []
    }

    /// The sums of all requests since the program started, for each party that has made any.
    public var fetchTotals: [FetchTotals] {
        context.environment(for: "inspection.fetchTotals")?.network.allTotals ?? []
    }

    // MARK: - Configuration

    /// The settings that are set or declared, by section and name, with their sources and readers.
    ///
    /// A plugin whose manifest wasn't read declares nothing.
    public var configuration: [ConfigurationReport] {
        guard let environment = context.environment(for: "inspection.configuration") else { return [] }
        let plugins = context.registry?.report ?? []
        return environment.configuration.reports(
            environment.programSections.map { (.host, $0) }
                + plugins.flatMap { plugin in plugin.manifest.sections.map { (.plugin(plugin.manifest.id), $0) } }
        )
    }
}
