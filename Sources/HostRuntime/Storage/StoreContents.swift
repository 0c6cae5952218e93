/// The values of a store: those in the file, and the changes that aren't in it yet.
struct StoreContents: Sendable {
    /// The file's values, as last read or written.
    private(set) var file: [String: PlainValue] = [:]

    /// The changes that couldn't be written, one for each key.
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
        for (key, change) in changes { values[key] = change.applied(to: values[key]) }
    }

    /// Adds the changes of a transaction that turned `before` into `after`.
    ///
    /// A key without a rule is replaced.
    mutating func update(
        from before: [String: PlainValue],
        to after: [String: PlainValue],
        rules: [String: MergeRule] = [:]
    ) {
        func add(_ key: String) {
            let change = ValueChange(before: before[key], after: after[key], rule: rules[key] ?? .replacement)
            // The file may have been read again since the transaction began.
            values[key] = change.applied(to: values[key])
            changes[key] = changes[key]?.followed(by: change) ?? change
        }
        for (key, value) in after where before[key] != value { add(key) }
        for key in before.keys where after[key] == nil { add(key) }
    }

    mutating func adoptChanges(of other: StoreContents) {
        changes = other.changes
        read(file)
    }

    mutating func didWrite() {
        file = values
        changes = [:]
    }
}
