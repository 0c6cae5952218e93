internal import FoundationEssentials

extension AppHost {
    /// Makes what scenarios that are types count and decide the host's own: its store, its date, its decisions.
    ///
    /// They are the process's, so this is for the one host of a program's run. It
    /// comes before the program is made, which may use them at once.
    func adoptScenarios(date: @escaping @Sendable () -> Date) {
        ScenarioDefaults.storage = store(ScenarioDefaults.namespace)
        ScenarioDefaults.now = date
        ScenarioDefaults.onDecision = { [weak self] decision in
            AppHost.onMainActor { self?.record(decision) }
        }
    }
}
