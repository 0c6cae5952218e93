internal import FoundationEssentials

extension PluginInspection {
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
}
