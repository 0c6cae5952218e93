extension KeyValueStore: ScenarioStorage {}

extension ScenarioStorage {
    /// Changes a scenario's ledger, and then maybe other values with it, as one step.
    ///
    /// A store that has to keep the step in memory makes it again to what others
    /// have counted by then: what has happened counts, whatever they have done.
    func updateLedger<Outcome>(
        id: String,
        groups: [String],
        _ body: (inout ScenarioLedger) -> Outcome,
        then changeOthers: (inout [String: PlainValue]) -> Void
    ) -> Outcome {
        func step(_ values: inout [String: PlainValue]) -> (Outcome, StoreReplay?) {
            let before = ScenarioLedger(id: id, groups: groups, values: values)
            var ledger = before
            let outcome = body(&ledger)
            ledger.write(to: &values)
            changeOthers(&values)
            let after = ledger
            let replay = StoreReplay { values in
                var ledger = ScenarioLedger(id: id, groups: groups, values: values)
                ledger.merge(from: before, to: after)
                ledger.write(to: &values)
            }
            return (outcome, replay)
        }
        guard let store = self as? KeyValueStore else { return update { step(&$0).0 } }
        return store.updateReplayably(step)
    }
}
