/// The plugins of a host: those that run, and the others with the reason.
///
/// The plugins that run are those that the dependency graph allows. Every change
/// ends in `reconcile`, which deactivates plugins that may no longer run, newest
/// first, and then activates those that may, in order.
@MainActor public final class PluginRegistry: PluginDirectory {
    private let plugins: PluginsByID
    private var active: [PluginEntry] = []
    private var isReconciling = false
    private var needsReconciling = false
    private var isShutDown = false
    private var afterShutDown: (@MainActor () -> Void)?

    /// The number of times that the order was worked out.
    private(set) var planCount = 0

    private let environment: PluginEnvironment
    private let warnings: ManifestWarnings
    private let leaks: LeakCheck

    /// Called when a person has disabled or enabled a plugin, with its id and whether it's enabled.
    var onDecision: (@MainActor (String, Bool) -> Void)?

    init(_ environment: PluginEnvironment, unopened: [PluginReport] = []) {
        self.environment = environment
        plugins = PluginsByID(unopened: unopened)
        warnings = ManifestWarnings(log: environment.log, services: environment.services)
        leaks = LeakCheck(clock: environment.clock, log: environment.log)
    }

    /// The plugins and their states, by id; of several with one id, the accepted one first.
    var report: [PluginReport] { plugins.report }

    /// The plugins that can't run although nobody has disabled them, by id: those that failed, are blocked or are in
    /// quarantine.
    ///
    /// A library that isn't opened counts under the name of its file.
    public var problems: [(id: String, state: PluginState)] {
        plugins.states.filter(\.state.isProblem).sorted { $0.id < $1.id }
    }

    /// The ids of the plugins that run, in the order of their activation.
    var activeIDs: [String] { active.map(\.manifest.id) }

    /// The names by which earlier runs may know the plugins that run: their ids, their files and their libraries.
    var activeNames: Set<String> {
        Set(
            active.flatMap { entry in
                let record = entry.record
                return [entry.manifest.id, record.origin, record.library, record.libraryPath].compactMap(\.self)
            }
        )
    }

    /// The state of a plugin; nil when there is none of that id.
    public func state(of id: String) -> PluginState? {
        plugins[id]?.state
    }

    /// Returns what a plugin holds, in the order in which it was acquired; empty while the plugin isn't active.
    func resources(of id: String) -> [HeldResource] {
        plugins[id]?.context?.resources.held ?? []
    }

    // MARK: - Finding

    /// Adds records that are new; of several with one id, one that is linked is accepted, or the first by origin.
    func admit(_ records: [PluginRecord], _ restrictions: PluginRestrictions = PluginRestrictions()) {
        let new = plugins.newEntries(for: records, restrictions)
        for entry in new { add(entry) }
        finishAdding(new)
    }

    private func add(_ entry: PluginEntry) {
        plugins.add(entry)
        if entry.state != .discovered { announce(entry.state, of: entry) }
    }

    private func finishAdding(_ entries: [PluginEntry]) {
        plugins.sort()
        warnings.warnAboutPredecessors(of: entries.map(\.manifest)) { plugins.states.map(\.id) }
    }

    // MARK: - Enabling

    /// Marks the plugins that can't run, without running any.
    func evaluate() {
        markBlocked(plan())
    }

    /// Disables a plugin, as a person decides, and remembers that for later runs.
    ///
    /// Plugins that require it end before it and are blocked.
    public func disable(_ id: String) throws(PluginLookupError) {
        try plugins.lookUp(id).disabling = "by hand"
        onDecision?(id, false)
        reconcile()
    }

    /// Enables a plugin that was disabled or quarantined, or that failed.
    ///
    /// The plugin is a new instance. It's active when this returns, unless its
    /// state says why not. Throws from inside the plugin's own end, such as in its
    /// `deactivate` or in an observer of its failure, because a plugin that each of
    /// its ends starts again would never come to rest. Enable it later, such as from
    /// a timer.
    public func enable(_ id: String) throws(PluginLookupError) {
        let entry = try plugins.lookUp(id)
        guard !entry.isAllowed else { return }
        if entry.isEnding { throw PluginLookupError(id: id, isEnding: true) }
        onDecision?(id, true)
        entry.strikes = []
        (entry.isGone, entry.wouldRun) = (false, false)
        if entry.disabling != nil {
            entry.disabling = nil
        } else {
            setState(of: entry, to: .discovered)
        }
        reconcile()
    }

    // MARK: - Libraries

    /// The ids of the plugins of a library that run.
    func activeIDs(ofLibrary path: String) -> Set<String> {
        Set(active.filter { $0.record.libraryPath == path }.map(\.manifest.id))
    }

    /// Lists a library that isn't used, in place of what was said about it before.
    func list(_ report: PluginReport, of path: String) {
        plugins.list(report, of: path)
        environment.bus.post(PluginStateDidChange(id: report.manifest.id, state: report.state))
    }

    /// Lets the plugins of a library that was opened again take the places of those from before; a new library has none.
    ///
    /// A plugin whose new version can't run continues as a new instance of the
    /// old one. Returns the reason for which the library, or a plugin of it, isn't
    /// used, if there is one.
    func replace(
        library path: String,
        with records: [PluginRecord],
        _ restrictions: PluginRestrictions = PluginRestrictions()
    ) -> PluginProblem? {
        let new = plugins.newEntries(for: records, restrictions)
        let isRunning = plugins.entries(ofLibrary: path).contains { $0.state == .active }
        let refusals = new.compactMap { isRunning ? plugins.refusal(ofNewVersion: $0) : $0.state.refusal }
        if let first = refusals.first, refusals.count == new.count { return first }
        plugins.forgetUnused(ofLibrary: path)
        var old = plugins.entries(ofLibrary: path)
        var problem: PluginProblem?
        for entry in new {
            if let refusal = entry.state.refusal { problem = refusal }
            if let index = old.firstIndex(where: { $0.manifest.id == entry.manifest.id }) {
                problem = replace(old.remove(at: index), with: entry) ?? problem
            } else {
                add(entry)
            }
        }
        finishAdding(new)
        for entry in old { entry.leave("because its library no longer has it") }
        reconcile()
        return problem
    }

    /// Returns the reason for which the old version was started again, if it was.
    private func replace(_ entry: PluginEntry, with new: PluginEntry) -> PluginProblem? {
        guard entry.state == .active else {
            entry.adopt(new.record, new.manifest)
            switch entry.state {
            case .disabled where !entry.wouldRun: break
            default: setState(of: entry, to: new.state)
            }
            (entry.isGone, entry.wouldRun) = (false, false)
            return nil
        }
        let (record, manifest) = (entry.record, entry.manifest)
        // Ends those that require the plugin, and then the plugin.
        entry.isBeingReplaced = true
        reconcile()
        entry.isBeingReplaced = false
        entry.adopt(new.record, new.manifest)
        reconcile()
        guard entry.state != .active, entry.disabling == nil, !isShutDown else { return nil }
        // A person has disabled the new version meanwhile.
        if case .disabled = entry.state { return nil }
        let state = entry.state
        environment.log.add(
            .error,
            "the new version does not run, so the old one was started again: \(state)",
            owner: .plugin(manifest.id)
        )
        entry.adopt(record, manifest)
        setState(of: entry, to: .discovered)
        reconcile()
        return .refusedLibrary(reason: "its plugin '\(manifest.id)' does not run: \(state)")
    }

    /// Disables the plugins of a library whose file is gone.
    func remove(library path: String) {
        plugins.forgetUnused(ofLibrary: path)
        for entry in plugins.entries(ofLibrary: path) { entry.leave("because its library was removed") }
        reconcile()
    }

    /// The libraries that were refused because others had plugins of the same ids, and that can be used since those are
    /// gone.
    var waitingLibraries: [String] { plugins.waitingLibraries }

    // MARK: - Reconciling

    /// Deactivates plugins that may no longer run, and activates those that may.
    func reconcile() {
        // While a plugin is activated or ended, another may be enabled or disabled,
        // or the program may end: that is handled when the one under way is done.
        needsReconciling = true
        guard !isReconciling, !isShutDown else { return }
        isReconciling = true
        while needsReconciling, !isShutDown {
            needsReconciling = false
            reconcileOnce()
        }
        if isShutDown { endAll() }
        isReconciling = false
    }

    private func plan() -> PluginGraph {
        planCount += 1
        return PluginGraph(
            plugins.entries.filter { !$0.isRefused }.map {
                PluginGraph.Node(
                    $0.manifest,
                    isAllowed: $0.isAllowed,
                    state: $0.isBeingReplaced ? "being replaced" : $0.disabling == nil ? $0.state.name : "disabled"
                )
            },
            hostServices: Set(environment.services.all.filter { $0.owner == .host }.map(\.name))
        )
    }

    private func reconcileOnce() {
        let graph = plan()
        for entry in active.reversed() where !entry.isAllowed || graph.blocked[entry.manifest.id] != nil {
            deactivate(entry)
        }
        for entry in plugins.entries {
            guard let reason = entry.disabling, entry.state != .active else { continue }
            entry.disabling = nil
            setState(of: entry, to: .disabled(reason: reason))
        }
        // A change from inside a plugin may have changed the graph.
        if needsReconciling || isShutDown { return }
        markBlocked(graph)
        // So may an observer of a blocked plugin's state.
        if needsReconciling || isShutDown { return }
        // Of those that fail now: who requires them waits for the next plan.
        var failedServices: Set<String> = []
        var hasWaiting = false
        for id in graph.order {
            guard let entry = plugins[id], entry.isAllowed, entry.state != .active else { continue }
            guard failedServices.isDisjoint(with: entry.manifest.requires) else {
                failedServices.formUnion(entry.manifest.provides)
                hasWaiting = true
                continue
            }
            activate(entry)
            // A change from inside an activation may change the order itself, or end the program.
            if needsReconciling || isShutDown { return }
            if entry.state != .active { failedServices.formUnion(entry.manifest.provides) }
        }
        needsReconciling = hasWaiting
    }

    private func markBlocked(_ graph: PluginGraph) {
        for entry in plugins.entries where !entry.isRefused {
            guard let problem = graph.blocked[entry.manifest.id] else { continue }
            setState(of: entry, to: .blocked(problem))
        }
    }

    private func activate(_ entry: PluginEntry) {
        // A manifest only announces its services.
        for service in entry.manifest.requires where !environment.services.contains(service) {
            setState(of: entry, to: .failed(reason: "requires '\(service)', which its provider did not provide"))
            return
        }
        // The next start tells by it whether the plugin has been built again.
        JournalNames.setFile(entry.record.build, of: .plugin(entry.manifest.id))
        let context = PluginContext(manifest: entry.manifest, environment: environment, registry: self)
        // The rules of settings are the plugin's code.
        let problems = RunningCode.call(context.calls(.manifest)) {
            entry.manifest.sections.flatMap(environment.configuration.problems)
        }
        for problem in problems { context.log.warning(problem) }
        let begin = environment.clock.now
        do {
            let instance = RunningCode.call(context.calls(.creation)) { entry.record.type.init() }
            entry.instance = instance
            entry.context = context
            try RunningCode.call(context.calls(.activation)) { try instance.activate(context) }
            entry.activation = environment.clock.now - begin
            active.append(entry)
            setState(of: entry, to: .active)
            // An observer of the state may have ended the plugin.
            if entry.state == .active { warnings.warnAboutServices(of: entry.manifest) }
        } catch {
            entry.isEnding = true
            end(entry)
            setState(of: entry, to: .failed(reason: "\(error)"))
        }
    }

    private func deactivate(_ entry: PluginEntry) {
        if let index = active.lastIndex(where: { $0 === entry }) { active.remove(at: index) }
        entry.isEnding = true
        RunningCode.call(of: .plugin(entry.manifest.id), .deactivation) { entry.instance?.deactivate() }
        end(entry)
        setState(of: entry, to: .inactive)
    }

    private func end(_ entry: PluginEntry) {
        weak let instance = entry.instance
        RunningCode.call(of: .plugin(entry.manifest.id), .release) {
            entry.context?.close()
            entry.context = nil
            entry.instance = nil
        }
        // At the program's end nothing is left to wait for.
        if let instance, !isShutDown { leaks.check(instance, of: entry.manifest.id) }
    }

    /// Deactivates all plugins, in the reverse order of activation, and then calls a closure.
    ///
    /// From inside an activation or a deactivation, that is after it.
    func shutDown(_ completion: @escaping @MainActor () -> Void) {
        isShutDown = true
        afterShutDown = completion
        guard !isReconciling else { return }
        isReconciling = true
        endAll()
        isReconciling = false
    }

    private func endAll() {
        while let last = active.last { deactivate(last) }
        let completion = afterShutDown
        afterShutDown = nil
        completion?()
    }

    private func setState(of entry: PluginEntry, to state: PluginState) {
        guard entry.state != state else { return }
        let before = entry.state
        entry.state = state
        logBlocking(of: entry, before)
        entry.isEnding = ![.discovered, .active].contains(state)
        announce(state, of: entry)
        entry.isEnding = false
    }

    /// Logs that a plugin that ran is blocked, and that it runs again; no one ended it by itself.
    private func logBlocking(of entry: PluginEntry, _ before: PluginState) {
        switch (before, entry.state) {
        case (.inactive, .blocked), (.blocked, .blocked):
            // While another one is replaced, which is over in a moment.
            guard entry.activation != nil, !plugins.entries.contains(where: \.isBeingReplaced) else { return }
            entry.isLoggedAsBlocked = true
            environment.log.add(.warning, "\(entry.state)", owner: .plugin(entry.manifest.id))
        case (_, .active) where entry.isLoggedAsBlocked:
            entry.isLoggedAsBlocked = false
            environment.log.add(.info, "runs again", owner: .plugin(entry.manifest.id))
        default: break
        }
    }

    private func announce(_ state: PluginState, of entry: PluginEntry) {
        entry.changedAt = environment.clock.now
        let id = entry.manifest.id
        if case .failed(let reason) = state { environment.log.add(.error, reason, owner: .plugin(id)) }
        environment.bus.post(PluginStateDidChange(id: id, state: state))
    }
}
