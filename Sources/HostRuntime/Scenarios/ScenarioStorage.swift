internal import Synchronization

/// A place where scenarios keep their counters: values by key.
protocol ScenarioStorage: Sendable {
    /// All values by key, as last read or written.
    var all: [String: PlainValue] { get }

    /// Changes several values in one step, which no other step interrupts.
    ///
    /// The body gets the newest values. It runs while the storage is locked, so
    /// it must not use the storage. It can be called on any thread.
    func update<Result>(_ body: (inout [String: PlainValue]) throws -> Result) rethrows -> Result
}

/// Counters that live as long as the process.
///
/// With it, scenarios can also change values inside a step of a store: make a
/// memory of the step's values, use it, and take its values over.
public final class ScenarioMemory: ScenarioStorage {
    private let values: Mutex<[String: PlainValue]>

    /// Creates a storage with some values.
    public init(_ values: [String: PlainValue] = [:]) {
        self.values = Mutex(values)
    }

    /// All values by key.
    public var all: [String: PlainValue] { values.withLock { $0 } }

    func update<Result>(_ body: (inout [String: PlainValue]) throws -> Result) rethrows -> Result {
        try values.withLock { values throws in
            var changed = values
            let result = Handed(value: try body(&changed))
            values = changed
            return result
        }.value
    }

    // `@unchecked` because the result never leaves the caller's thread: it is
    // made by the caller's body and handed straight back.
    private struct Handed<Value>: @unchecked Sendable {
        let value: Value
    }
}

extension KeyValueStore: ScenarioStorage {}

extension ScenarioStorage {
    /// Updates a scenario's ledger, and then other values, in one step.
    ///
    /// A store that had to keep the step in memory makes it again later on the
    /// counters of that time: what happened counts, whatever others did since.
    /// So do the numbers under the keys in `summing`. A store that refuses the step,
    /// as a full one does, counts nothing: then `isAccepted` is false.
    ///
    /// A step that `mustBeWritten` is refused as well if it can't be written now. `isReservation`
    /// is whether it means nothing once the process has ended, so that the thread
    /// that draws needn't wait until it is on the disk.
    func updateLedger<Outcome>(
        id: String,
        groups: [String],
        mustBeWritten: Bool,
        isReservation: Bool,
        _ body: (inout ScenarioLedger) -> Outcome,
        summing keys: Set<String>,
        then changeOthers: (inout [String: PlainValue]) -> Void
    ) -> (result: Outcome, isAccepted: Bool) {
        func step(_ values: inout [String: PlainValue]) -> Outcome {
            var ledger = ScenarioLedger(id: id, groups: groups, values: values)
            let outcome = body(&ledger)
            ledger.write(to: &values)
            changeOthers(&values)
            return outcome
        }
        guard let store = self as? KeyValueStore else { return (update(step), true) }
        var rules = Dictionary(uniqueKeysWithValues: keys.map { ($0, MergeRule.sum) })
        rules[ScenarioLedger.key(scenario: id)] = .scenarioRecord
        for group in groups { rules[ScenarioLedger.key(group: group)] = .scenarioRecord }
        return isReservation
            ? store.attemptUpdateWritingLater(merging: rules, mustBeWritten: mustBeWritten, step)
            : store.attemptUpdate(merging: rules, mustBeWritten: mustBeWritten, step)
    }
}
