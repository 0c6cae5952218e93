package import FoundationEssentials
internal import Synchronization

/// The store and the clock of scenarios that are types, and the closure that observes their decisions.
package struct ScenarioDefaults: Sendable {
    /// The store of the counters.
    let store: KeyValueStore
    /// The clock for calls without a `timeNow`.
    let now: @Sendable () -> Date
    /// Called with every decision, on the thread of the attempt and before its completion.
    let onDecision: (@Sendable (Decision) -> Void)?

    /// Creates defaults.
    package init(
        store: KeyValueStore,
        now: @escaping @Sendable () -> Date,
        onDecision: (@Sendable (Decision) -> Void)? = nil
    ) {
        self.store = store
        self.now = now
        self.onDecision = onDecision
    }

    // MARK: - The running task's

    // A closure stored directly in a generic container is wrapped once more by each access.
    private struct Search {
        var find: @Sendable () -> ScenarioDefaults? = { nil }
    }

    private static let search = Mutex(Search())

    /// Uses what a function finds for the running task from now on, where it finds something.
    package static func search(with find: @escaping @Sendable () -> ScenarioDefaults?) {
        search.withLock { $0.find = find }
    }

    /// Those of the host that the running task belongs to, and without a host those of the process.
    static var current: ScenarioDefaults {
        search.withLock { $0 }.find() ?? process
    }

    // MARK: - The process's

    /// The defaults without a host, whose store is opened on first use.
    private static let process = ScenarioDefaults(store: .ofProgram(namespace), now: { Date() })

    /// The namespace of the store with the counters.
    package static let namespace = "scenarios"

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
