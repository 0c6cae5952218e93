package import FoundationEssentials

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
        defaults.adopt(for: work.activity)
    }

    /// Records a decision in the name of a party.
    func record(_ decision: Decision, owner: Owner) {
        decisions.record(decision, owner: owner, at: clock.now)
    }
}
