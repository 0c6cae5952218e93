internal import Synchronization

/// The plugins' history in earlier runs, to which this run adds.
///
/// It's kept in the program's state folder: the store of the plugins' health, and
/// the journals of the processes that run. Without a folder there is nothing.
@MainActor final class PluginHistory {
    /// The namespace of the store.
    static let namespace = "host.plugins"

    private let directory: String?
    let store: KeyValueStore
    private let problems: Problems

    /// Which plugins may run.
    private(set) var health: PluginHealth

    /// The errors with which plugins failed in the last run, by their ids.
    let failures: [String: String]

    /// The crashes among the runs that ended since the last start, oldest first.
    private var newCrashes: [PastRun.Crash] = []

    /// The reason why this run has no journal for the next start; nil if it has one.
    private var journalProblem: String?

    /// The timer that records a healthy run.
    private var healthTimer: HostTimer?

    /// Reads what earlier runs have left; if that's all, what is added stays in memory, and no damaged file is moved.
    init(directory: String?, isOnlyRead: Bool = false, calls: StoreCalls = .system) {
        self.directory = isOnlyRead ? nil : directory
        let problems = Problems()
        self.problems = problems
        store =
            self.directory.map {
                KeyValueStore(
                    namespace: PluginHistory.namespace,
                    directory: $0,
                    calls: calls,
                    rules: [PluginHistory.names]
                ) { problems.add($0) }
            }
            ?? KeyValueStore(
                directory.map { StoreFile(namespace: PluginHistory.namespace, directory: $0).values } ?? [:]
            )
        let values = store.all
        health = PluginHealth(stored: values)
        failures = PluginHistory.failures(in: values)
    }

    /// The failures that a store contains; a value of another kind is left out.
    private static func failures(in values: [String: PlainValue]) -> [String: String] {
        guard case .dictionary(let stored)? = values["failures"] else { return [:] }
        return stored.compactMapValues(\.stringValue)
    }

    /// The problems of the store, oldest first, which a thread that writes may find.
    private final class Problems: Sendable {
        private let list = Mutex<[StoreProblem]>([])

        var all: [StoreProblem] { list.withLock { $0 } }

        func add(_ problem: StoreProblem) {
            list.withLock { $0.append(problem) }
        }
    }

    private var journals: String? { directory.map { "\($0)/journal" } }

    // MARK: - A run

    /// Counts the runs that ended badly since the last time.
    func countPastRuns() {
        guard let journals else { return }
        let bootID = ProcessJournal.bootID
        PastJournals.consume(in: journals) { journal in
            let run = PastRun(journal, bootID: bootID)
            return (journal.identity, run)
        } commit: { found in
            // They may have been counted by a start that ended before it could remove them.
            let counted = Set(store.value("counted")?.texts ?? [])
            let new = found.filter { !counted.contains($0.0) }
            count(new.map(\.1), journals: found.map(\.0))
            return !store.hasUnwrittenChanges
        }
    }

    /// Counts the crashes among earlier runs, oldest first.
    func count(_ runs: [PastRun], journals: [String] = []) {
        newCrashes += runs.compactMap(\.crash)
        updateHealth { health in
            for run in runs { health.record(run) }
        } also: {
            $0["counted"] = journals.isEmpty ? nil : .array(journals.map { .string($0) })
        }
    }

    /// Counts the runs that ended badly, and begins this run's journal.
    ///
    /// If its file can't be made, the program continues with a journal in memory,
    /// which the guardian still reads, and the warnings say so.
    func begin() {
        defer { ProcessJournal.settle() }
        markRun()
        countPastRuns()
        guard let journals else { return }
        // Even if its path has another file by now.
        let program = "/proc/self/exe"
        if let build = PluginBuild(of: program) {
            ProcessJournal.setProgram(PluginBuild(path: FileSystem.resolvedPath(program), version: build.version))
        }
        do {
            try ProcessJournal.open(directory: journals)
        } catch {
            journalProblem =
                "this run has no journal, so that a crash of a plugin can't be counted: "
                + "no file can be made in '\(journals)' (\(error))"
            try? ProcessJournal.openMemory()
        }
    }

    /// Makes this a run, which forgets the failures of the run before, for all later runs.
    func markRun() {
        if !failures.isEmpty { store.update { $0["failures"] = nil } }
    }

    /// Remembers which plugins have failed at the end of a run, and why.
    func recordFailures(in reports: [PluginReport]) {
        let new = reports.reduce(into: [String: String]()) { failures, report in
            if case .failed(let reason) = report.state { failures[report.manifest.id] = reason }
        }
        guard directory != nil, new != PluginHistory.failures(in: store.all) else { return }
        store.update { $0["failures"] = new.isEmpty ? nil : .dictionary(new.mapValues { .string($0) }) }
    }

    /// Records after a minute of a run that it's well, if a plugin or the program has crashed before.
    ///
    /// Not at the run's end, which may be a power cut hours later. `activeNames` returns the
    /// names of the plugins that run; nil if their host is gone.
    func watchHealth(on clock: HostClock, _ activeNames: @escaping @MainActor () -> Set<String>?) {
        guard health.canRecover else { return }
        healthTimer = clock.schedule(after: PluginHealth.healthyTime) { [weak self] in
            guard let self, let names = activeNames() else { return }
            updateHealth { $0.recordHealthyRun(of: names) }
        }
    }

    // MARK: - Builds

    /// Forgets the strikes of the plugins whose files have been written again since they crashed.
    ///
    /// Returns the names of those that leave quarantine.
    @discardableResult
    func forgiveRebuilt() -> [String] {
        let before = health.quarantined
        let rebuilt = health.builds.values.filter(\.isRebuilt)
        updateHealth { health in for build in rebuilt { health.forgive(build) } }
        return before.filter { !health.isQuarantined($0) }
    }

    /// The message about a plugin that `forgiveRebuilt()` has let out of quarantine.
    static func rebuilt(_ name: String) -> String {
        "the plugin '\(name)' is out of quarantine, because its file has changed since it brought the program down"
    }

    // MARK: - Changes

    /// Changes the health for this and all later runs, and with it other values of the store.
    func updateHealth(
        _ body: (inout PluginHealth) -> Void,
        also change: (inout [String: PlainValue]) -> Void = { _ in }
    ) {
        var health = health
        body(&health)
        guard health != self.health else { return }
        self.health = store.update(merging: PluginHistory.mergeRules) { values in
            var health = PluginHealth(stored: values)
            body(&health)
            health.write(to: &values)
            change(&values)
            return health
        }
    }

    // Another process may count and decide, too, before a change is on the disk.
    private static let mergeRules: [String: MergeRule] = ["unblamed": .sum, "disabled": names]

    /// The names that were added and removed on both sides.
    private static let names = MergeRule("names") { before, after, current in
        let (before, after) = (before?.texts ?? [], after?.texts ?? [])
        let merged = Set(current?.texts ?? []).subtracting(before.filter { !after.contains($0) }).union(after)
        return merged.isEmpty ? nil : .array(merged.sorted().map { .string($0) })
    }

    /// Remembers that a person has enabled or disabled a plugin.
    func decide(_ id: String, isEnabled: Bool) {
        updateHealth { if isEnabled { $0.enable(id) } else { $0.disable(id) } }
    }

    /// The problem that kept a change off the disk, or the file from being read; nil if all went well.
    var unsavedProblem: StoreProblem? {
        let problem = problems.all.last { $0.setAside == nil }
        return switch problem?.kind {
        case .unreadable, .refused: problem
        default: store.hasUnwrittenChanges ? problem : nil
        }
    }

    // MARK: - Restrictions

    /// The plugins that may not run because of what happened and was decided before.
    var restrictions: PluginRestrictions {
        PluginRestrictions(health: health)
    }

    /// The problems that made what earlier runs have left unreadable, a sentence or two each.
    ///
    /// A store that can't be written is left out: no file of its folder can be.
    var losses: [String] {
        problems.all.filter { [.damaged, .unreadable].contains($0.kind) }.map { "\($0)" }
    }

    /// The sentences about crashes that were counted now and have no other effect yet.
    var crashWarnings: [String] { Set(newCrashes.compactMap { warning(about: $0) }).sorted() }

    /// Returns the sentence about a crash that has no other effect yet; nil if it has.
    private func warning(about crash: PastRun.Crash) -> String? {
        switch crash {
        case .plugin(let name, let place, _):
            if health.isQuarantined(name) { return nil }
            return "the plugin '\(name)' brought the program down in the last run, \(place); "
                + "if it does so again, it won't run any more"
        case .unblamed:
            if health.needsSafeMode { return nil }
            return "the last run crashed, and no plugin can be blamed for it; "
                + "after three such runs the program starts without plugins"
        }
    }

    /// The warnings about plugins that don't run, or run again, a sentence or two each.
    func warnings(program: String) -> [String] {
        var warnings = losses
        if let journalProblem { warnings.append(journalProblem) }
        warnings += crashWarnings
        warnings += health.quarantined.map { name in
            let reason = health.quarantineReason(name) ?? ""
            return "the plugin '\(name)' is in quarantine: \(reason); "
                + "'\(program) plugins enable \(name)' lets it run again"
        }
        if health.needsSafeMode {
            warnings.append(
                "no plugin runs, after three crashes that no plugin could be blamed for; "
                    + "'\(program) plugins reset' ends this"
            )
        }
        return warnings
    }
}
