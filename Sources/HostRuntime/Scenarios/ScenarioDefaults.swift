internal import FoundationEssentials
internal import Synchronization

/// What scenarios that are types use, which are given nothing: a store, a clock, and who hears of decisions.
struct ScenarioDefaults: Sendable {
    /// The store of the counters.
    let store: KeyValueStore
    /// The clock for calls without a `timeNow`.
    let now: @Sendable () -> Date
    /// Called with every decision, on the thread of the attempt and before its completion.
    let onDecision: (@Sendable (Decision) -> Void)?

    /// Those of the host that the running task belongs to, and without a host those of the process.
    static var current: ScenarioDefaults {
        TaskActivities.current?.surroundings.withLock { $0 as? ScenarioDefaults } ?? process
    }

    /// Makes the tasks of a host use these.
    func adopt(for activity: TaskActivity) {
        activity.surroundings.withLock { $0 = self }
    }

    /// The defaults without a host, whose store is opened on first use.
    ///
    /// A test process has its counters in memory, so that it leaves nothing behind in the user's folders.
    private static let process = ScenarioDefaults(store: processStore(), now: { Date() }, onDecision: nil)

    private static func processStore() -> KeyValueStore {
        if TaskActivities.hasManyHosts { return KeyValueStore() }
        // Nothing may be in memory only when the process has ended.
        EarlyExit.perform {
            // A copy has the same changes in memory, and would make them a second time.
            guard !EarlyExit.isInCopy else { return }
            _ = KeyValueStore.finishAll([ScenarioDefaults.process.store], onWait: { _ in })
        }
        return processStore(environment: ProcessEnvironment.all, program: ProcessArguments.all.first ?? "")
    }

    /// The namespace of the store with the counters.
    static let namespace = "scenarios"

    /// The store of a program without a host, under XDG's state directory.
    ///
    /// If it can't be written, the counters are in memory; nothing reports that.
    static func processStore(environment: [String: String], program: String) -> KeyValueStore {
        KeyValueStore(
            namespace: namespace,
            directory: StandardDirectory.state(of: program, environment),
            rules: [.scenarioRecord]
        )
    }

    // MARK: - The present

    /// The moment that the running call has read from the clock; nil in a call whose caller gives one.
    @TaskLocal private static var present: Date?

    /// Calls a closure with the moment of the clock, which `moments(at:)` then recognizes.
    static func withPresent(_ body: (Date) -> Void) {
        let now = current.now()
        $present.withValue(now) { body(now) }
    }

    /// Returns the source of a moment.
    static func moments(at date: Date) -> Scenario.Moments {
        date == present ? .clock : .caller
    }
}
