package import FoundationEssentials
internal import Synchronization

extension AppHost {
    /// Makes scenario types use the host's store and date, and record their decisions with the host.
    ///
    /// Scenario types belong to the process, and so do all its tasks and threads to the host of a
    /// program's run. In tests, the code that uses a host's types is that of the host's tasks.
    /// Call it before the program is created, which may use them at once.
    package func adoptScenarios(date: @escaping @Sendable () -> Date) {
        let defaults = ScenarioDefaults(store: store(ScenarioDefaults.namespace), now: date) { [weak self] decision in
            // The attempt is code of its caller, which has no name of its own here.
            let owner = RunningCode.owner(isOnMainThread: PostingThread.current.isMain)
            AppHost.onMainActor { self?.record(decision, owner: owner) }
        }
        work.activity.surroundings.withLock { $0 = defaults }
        AppHost.findScenarioDefaults()
    }

    /// Makes scenario types look for the host of the running task.
    ///
    /// Without a host, a test process has its counters in memory, so that it leaves
    /// nothing behind in the user's folders.
    package nonisolated static func findScenarioDefaults() {
        ScenarioDefaults.search {
            let found = TaskActivities.current?.surroundings.withLock { $0 as? ScenarioDefaults }
            return found ?? (TaskActivities.hasManyHosts ? withoutHost : nil)
        }
    }

    private nonisolated static let withoutHost = ScenarioDefaults(store: KeyValueStore(), now: { Date() })

    /// Records a decision in the name of a party.
    func record(_ decision: Decision, owner: Owner) {
        decisions.record(decision, owner: owner, at: clock.now)
    }
}
