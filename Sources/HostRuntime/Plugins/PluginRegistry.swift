/// The plugins of a host: which there are, which run, and why the others do not.
///
/// Whatever happens, the plugins that run are those that the graph allows:
/// every change ends in `reconcile`, which deactivates what may no longer run,
/// newest first, and then activates what may run now, in order. It is part of
/// its host and must not be used after it.
@MainActor public final class PluginRegistry {
    private final class Entry {
        let record: PluginRecord
        let manifest: PluginManifest
        var state: PluginState = .discovered
        var instance: (any HostPlugin)?
        var context: PluginContext?
        var activation: Duration?
        /// Why it is to be disabled, until that is done.
        var disabling: String?
        var changedAt: Duration = .zero

        init(_ record: PluginRecord, _ manifest: PluginManifest) {
            self.record = record
            self.manifest = manifest
        }

        /// Whether the graph may choose it: nobody keeps it from running, and it did not fail.
        var isAllowed: Bool {
            guard disabling == nil else { return false }
            return switch state {
            case .discovered, .active, .inactive: true
            case .blocked(let problem): !problem.isFinal
            case .disabled, .quarantined, .failed: false
            }
        }

        /// Whether the record itself is refused, whatever else happens.
        var isRefused: Bool {
            guard case .blocked(let problem) = state else { return false }
            return problem.isFinal
        }
    }

    private var entries: [Entry] = []
    private var active: [Entry] = []
    private var knownTypes: Set<ObjectIdentifier> = []
    private var isReconciling = false
    private var needsReconciling = false
    private var isShutDown = false

    private let environment: PluginEnvironment

    init(_ environment: PluginEnvironment) {
        self.environment = environment
    }

    /// What is known of every plugin: by id, and of one id the one that runs first.
    public var report: [PluginReport] {
        entries.map { entry in
            PluginReport(
                manifest: entry.manifest,
                origin: entry.record.origin,
                state: entry.state,
                changedAt: entry.changedAt,
                activation: entry.activation,
                resourceCount: entry.context?.resources.count ?? 0
            )
        }
    }

    /// The ids of the plugins that run, in the order of their activation.
    public var activeIDs: [String] { active.map(\.manifest.id) }

    /// The state of a plugin; nil when there is none of that id.
    public func state(of id: String) -> PluginState? {
        entry(id)?.state
    }

    // MARK: - Finding

    /// Takes in records that are new; of one id the first by origin counts.
    func admit(_ records: [PluginRecord]) {
        let new = records.filter { knownTypes.insert(ObjectIdentifier($0.type)).inserted }
            .map { ($0, $0.stamp == .current ? $0.manifest : nil) }
            .sorted { ($0.1?.id ?? "", $0.0.origin) < ($1.1?.id ?? "", $1.0.origin) }
        for (record, manifest) in new {
            guard let manifest else {
                refuse(record, manifest: .unread(record), .stampMismatch(plugin: record.stamp, host: .current))
                continue
            }
            // What the program itself offers is listed under this name.
            guard manifest.id != Owner.host.description else {
                refuse(
                    record,
                    manifest: manifest,
                    .duplicateID(id: manifest.id, first: "the program itself", second: record.origin)
                )
                continue
            }
            if let first = entry(manifest.id) {
                refuse(
                    record,
                    manifest: manifest,
                    .duplicateID(id: manifest.id, first: first.record.origin, second: record.origin)
                )
            } else {
                entries.append(Entry(record, manifest))
            }
        }
        entries.sort { ($0.manifest.id, $0.isRefused ? 1 : 0) < ($1.manifest.id, $1.isRefused ? 1 : 0) }
    }

    private func refuse(_ record: PluginRecord, manifest: PluginManifest, _ problem: PluginProblem) {
        let entry = Entry(record, manifest)
        entries.append(entry)
        change(entry, to: .blocked(problem))
    }

    private func entry(_ id: String) -> Entry? {
        entries.first { $0.manifest.id == id && !$0.isRefused }
    }

    // MARK: - Enabling

    /// Keeps from running what a person has named, among the plugins that nobody decided about yet.
    func apply(_ restrictions: PluginRestrictions) {
        for entry in entries where entry.state == .discovered {
            guard let reason = restrictions.reason(against: entry.manifest.id) else { continue }
            change(entry, to: .disabled(reason: reason))
        }
    }

    /// Marks what cannot run, without running anything.
    func foresee() {
        markBlocked(plan())
    }

    /// Ends a plugin and keeps it from running; those that require it end before it and are blocked.
    public func disable(_ id: String, reason: String = "by hand") throws(PluginLookupError) {
        try lookUp(id).disabling = reason
        reconcile()
    }

    /// Lets a plugin run that was disabled, quarantined, or failed.
    ///
    /// It is made anew. It runs when this returns, unless something blocks it
    /// or it fails again: its state tells.
    public func enable(_ id: String) throws(PluginLookupError) {
        let entry = try lookUp(id)
        guard !entry.isAllowed else { return }
        if entry.disabling != nil {
            entry.disabling = nil
        } else {
            change(entry, to: .discovered)
        }
        reconcile()
    }

    private func lookUp(_ id: String) throws(PluginLookupError) -> Entry {
        guard let entry = entry(id) else {
            throw PluginLookupError(id: id, nearest: nearestName(to: id, in: entries.map(\.manifest.id)))
        }
        return entry
    }

    // MARK: - Reconciling

    /// Brings what runs in line with what may run.
    func reconcile() {
        // A plugin may be enabled or disabled, or the program end, while one is
        // being activated or ended: it is taken up when that is over.
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
        PluginGraph(
            entries.filter { !$0.isRefused }.map {
                PluginGraph.Node(
                    $0.manifest,
                    isAllowed: $0.isAllowed,
                    state: $0.disabling == nil ? $0.state.name : "disabled"
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
        for entry in entries {
            guard let reason = entry.disabling, entry.state != .active else { continue }
            entry.disabling = nil
            change(entry, to: .disabled(reason: reason))
        }
        // What was changed from inside may be about what the graph has decided.
        if needsReconciling { return }
        markBlocked(graph)
        for id in graph.order {
            guard let entry = entry(id), entry.isAllowed, entry.state != .active else { continue }
            activate(entry)
            // A failure may block others that the order still counts on, and a
            // change from inside an activation may change the order itself.
            if needsReconciling || entry.state != .active {
                needsReconciling = true
                return
            }
        }
    }

    private func markBlocked(_ graph: PluginGraph) {
        for entry in entries where !entry.isRefused {
            guard let problem = graph.blocked[entry.manifest.id] else { continue }
            change(entry, to: .blocked(problem))
        }
    }

    private func activate(_ entry: Entry) {
        // The manifest only says that a provider means to provide.
        for service in entry.manifest.requires where !environment.services.all.contains(where: { $0.name == service }) {
            change(entry, to: .failed(reason: "requires '\(service)', which its provider did not provide"))
            return
        }
        let context = PluginContext(manifest: entry.manifest, environment: environment)
        let begin = environment.clock.now
        do {
            try RunningCode.call(of: .plugin(entry.manifest.id)) {
                let instance = entry.record.type.init()
                entry.instance = instance
                entry.context = context
                try instance.activate(context)
            }
            entry.activation = environment.clock.now - begin
            active.append(entry)
            change(entry, to: .active)
        } catch {
            end(entry)
            change(entry, to: .failed(reason: "\(error)"))
        }
    }

    private func deactivate(_ entry: Entry) {
        active.removeAll { $0 === entry }
        RunningCode.call(of: .plugin(entry.manifest.id)) { entry.instance?.deactivate() }
        end(entry)
        change(entry, to: .inactive)
    }

    private func end(_ entry: Entry) {
        RunningCode.call(of: .plugin(entry.manifest.id)) {
            entry.context?.close()
            entry.context = nil
            entry.instance = nil
        }
    }

    /// Deactivates everything, in the reverse order of activation.
    func shutDown() {
        isShutDown = true
        guard !isReconciling else { return }
        isReconciling = true
        endAll()
        isReconciling = false
    }

    private func endAll() {
        while let last = active.last { deactivate(last) }
    }

    private func change(_ entry: Entry, to state: PluginState) {
        guard entry.state != state else { return }
        entry.state = state
        entry.changedAt = environment.clock.now
        let id = entry.manifest.id
        if case .failed(let reason) = state { environment.log.add(.error, reason, owner: .plugin(id)) }
        environment.bus.post(PluginStateDidChange(id: id, state: state))
    }
}

extension PluginProblem {
    /// Whether nothing that happens in this process can mend it.
    fileprivate var isFinal: Bool {
        switch self {
        case .duplicateID, .stampMismatch: true
        case .missingService, .providerUnavailable, .cycle: false
        }
    }
}

extension PluginManifest {
    /// Stands for a manifest that must not be read, because its type was laid out elsewhere.
    fileprivate static func unread(_ record: PluginRecord) -> PluginManifest {
        PluginManifest(id: record.origin, name: "(unread)", version: "?")
    }
}

/// There is no plugin of an id.
public struct PluginLookupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The id that was asked for.
    public let id: String

    /// The nearest id, where one is near.
    public let nearest: String?

    /// The text for a person to read.
    public var description: String {
        "There is no plugin '\(id)'." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
    }
}
