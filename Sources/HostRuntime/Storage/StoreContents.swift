/// The values of a store: those in the file, and the changes that aren't in it yet.
struct StoreContents: Sendable {
    /// The file's values, as last read or written.
    private(set) var file: [String: PlainValue] = [:]

    /// The text of the file, if it has been encoded.
    private var text: StoreText?

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
        text = nil
        applyChanges()
    }

    private mutating func applyChanges() {
        values = file
        for (key, change) in changes {
            let change = change.rebased(on: file[key])
            changes[key] = change
            values[key] = change.after
        }
    }

    /// Adds the changes of a transaction that turned `before` into `after`.
    ///
    /// A key without a rule is replaced.
    mutating func update(
        from before: [String: PlainValue],
        to after: [String: PlainValue],
        rules: [String: MergeRule] = [:]
    ) {
        for key in StoreContents.changedKeys(from: before, to: after) {
            add(ValueChange(before: before[key], after: after[key], rule: rules[key] ?? .replacement), to: key)
        }
    }

    /// Adds a change that was made to values that others may have changed since.
    mutating func add(_ change: ValueChange, to key: String) {
        let change = change.rebased(on: values[key])
        values[key] = change.after
        changes[key] = changes[key]?.followed(by: change) ?? change
    }

    /// Forgets the changes, which are kept elsewhere.
    mutating func removeChanges() {
        changes = [:]
        values = file
    }

    /// Returns the contents after a transaction; nil if there is nothing to write.
    ///
    /// Throws the reason for which a file couldn't hold one of the values.
    func updated(
        from before: [String: PlainValue],
        to after: [String: PlainValue],
        rules: [String: MergeRule]
    ) throws(StoreFailure) -> StoreContents? {
        var contents = self
        contents.update(from: before, to: try StoreFormat.storable(after), rules: rules)
        return contents.changes.isEmpty ? nil : contents
    }

    private static func changedKeys(from before: [String: PlainValue], to after: [String: PlainValue]) -> [String] {
        if before.count == after.count, let keys = changedKeysInOrder(from: before, to: after) { return keys }
        return after.filter { before[$0.key] != $0.value }.map(\.key) + before.keys.filter { after[$0] == nil }
    }

    /// Returns the changed keys of a copy that still has the order of the original; nil if it has another one.
    ///
    /// A copy keeps its order while only values change, and this computes no hashes.
    private static func changedKeysInOrder(
        from before: [String: PlainValue],
        to after: [String: PlainValue]
    ) -> [String]? {
        var keys: [String] = []
        var changed = after.makeIterator()
        for (key, value) in before {
            guard let (sameKey, newValue) = changed.next(), sameKey == key else { return nil }
            if newValue != value { keys.append(key) }
        }
        return keys
    }

    mutating func adoptChanges(of other: StoreContents) {
        changes = other.changes
        applyChanges()
    }

    /// Returns the values as the text of a file; throws the reason if it is too large.
    ///
    /// Only what has changed since the last time is encoded.
    mutating func encode() throws(StoreFailure) -> [UInt8] {
        // The values differ from the file's only where there are changes.
        text?.update(changes.keys, of: values)
        let text = text ?? StoreText(values)
        self.text = text
        let bytes = text.bytes
        try StoreFormat.check(bytes)
        return bytes
    }

    /// Records that the values are in the file; after `encode()`.
    mutating func didWrite() {
        file = values
        changes = [:]
    }
}
