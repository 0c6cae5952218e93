/// The values of a store: those in the file, and over them the changes that aren't in it yet.
struct StoreContents: Sendable {
    /// The file's values, as last read or written.
    private(set) var file: [String: PlainValue] = [:]

    /// The values as this process sees them.
    private(set) var values: [String: PlainValue] = [:]

    /// The rules of the values that this process has changed since, by key.
    private var rules: [String: MergeRule] = [:]

    init(file: [String: PlainValue] = [:]) {
        self.file = file
        values = file
    }

    var hasChanges: Bool { !rules.isEmpty }

    /// The changes that aren't in the file, one for each key.
    var changes: [String: ValueChange] {
        Dictionary(
            uniqueKeysWithValues: rules.map { key, rule in
                (key, ValueChange(before: file[key], after: values[key], rule: rule))
            }
        )
    }

    /// Replaces the file's values, and makes the changes to the new ones.
    mutating func read(_ file: [String: PlainValue]) {
        let changes = changes
        self.file = file
        values = file
        for (key, change) in changes { values[key] = change.applied(to: file[key]) }
    }

    /// Adds the changes of a transaction that has made other values of these.
    ///
    /// A key without a rule is replaced. Throws the reason for which a file couldn't
    /// hold one of the values.
    mutating func update(
        to after: [String: PlainValue],
        rules: [String: MergeRule] = [:]
    ) throws(StoreProblem) {
        let before = values
        for (key, value) in after where before[key] != value {
            let value = try StoreFormat.storable(value)
            guard value != before[key] else { continue }
            add(ValueChange(before: before[key], after: value, rule: rules[key] ?? .replacement), to: key)
        }
        for (key, value) in before where after[key] == nil {
            add(ValueChange(before: value, after: nil, rule: rules[key] ?? .replacement), to: key)
        }
    }

    /// Adds a change that was made to values that others may have changed since.
    mutating func add(_ change: ValueChange, to key: String) {
        values[key] = change.applied(to: values[key])
        rules[key] = rules[key]?.followed(by: change.rule, making: values[key]) ?? change.rule
    }

    /// Forgets the changes, which are kept elsewhere.
    mutating func removeChanges() {
        values = file
        rules = [:]
    }

    /// Records that the values are in the file.
    mutating func didWrite() {
        file = values
        rules = [:]
    }
}
