internal import FoundationEssentials

extension AppHost {
    /// Makes scenario types use the host's store and date, and record their decisions with the host.
    ///
    /// Scenario types belong to the process, so only the host of a program's run
    /// adopts them, before it creates the program, which may use them at once.
    func adoptScenarios(date: @escaping @Sendable () -> Date) {
        ScenarioDefaults.storage = store(ScenarioDefaults.namespace)
        ScenarioDefaults.now = date
        ScenarioDefaults.onDecision = { [weak self] decision in
            // The attempt is code of its caller, which has no name of its own here.
            let owner = RunningCode.owner(isOnMainThread: PostingThread.current.isMain)
            AppHost.onMainActor { self?.record(decision, owner: owner) }
        }
    }

    /// Records a decision in the name of a party.
    func record(_ decision: Decision, owner: Owner) {
        decisions.record(decision, owner: owner, at: clock.now)
    }
}
