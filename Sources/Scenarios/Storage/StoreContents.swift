/// The values of a store: those in the file, and the changes that aren't in it yet.
struct StoreContents: Sendable {
    /// The file's values, as last read or written.
    private(set) var file: [String: PlainValue] = [:]

    /// The changes that aren't in the file, one for each key.
    private(set) var changes: [String: ValueChange] = [:]

    /// The values as this process sees them: its own changes over the file's values.
    private(set) var values: [String: PlainValue] = [:]

    init(file: [String: PlainValue] = [:]) {
        self.file = file
        values = file
    }

    /// Replaces the file's values, and makes the changes to the new ones.
    mutating func read(_ file: [String: PlainValue]) {
        self.file = file
        values = file
        for (key, change) in changes {
            let change = change.rebased(on: file[key])
            changes[key] = change
            values[key] = change.after
        }
    }

    /// Adds the changes of a transaction that turned `before` into `after`.
    ///
    /// A key without a rule is replaced. Throws the reason for which a file couldn't
    /// hold one of the values.
    mutating func update(
        from before: [String: PlainValue],
        to after: [String: PlainValue],
        rules: [String: MergeRule] = [:]
    ) throws(StoreProblem) {
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
        let change = change.rebased(on: values[key])
        values[key] = change.after
        changes[key] = changes[key]?.followed(by: change) ?? change
    }

    /// Makes the changes of other contents instead of its own, which they include.
    mutating func adoptChanges(of other: StoreContents) {
        changes = other.changes
        read(file)
    }

    /// Forgets the changes, which are kept elsewhere.
    mutating func removeChanges() {
        changes = [:]
        values = file
    }

    /// Records that the values are in the file.
    mutating func didWrite() {
        changes = [:]
        file = values
    }
}
