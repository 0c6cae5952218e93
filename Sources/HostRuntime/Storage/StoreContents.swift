/// The values of a store: those in the file, and the changes that are not in it yet.
struct StoreContents: Hashable, Sendable {
    /// What the file holds, as last read or written.
    var file: [String: PlainValue] = [:]
    /// The changes that could not be written; a removed key has nil.
    var pending: [String: PlainValue?] = [:]

    /// The values as this process sees them: its own changes over the file's values.
    var values: [String: PlainValue] {
        guard !pending.isEmpty else { return file }
        var values = file
        for (key, value) in pending {
            values[key] = value
        }
        return values
    }

    /// Adds the changes that a transaction made.
    mutating func change(from before: [String: PlainValue], to after: [String: PlainValue]) {
        guard before != after else { return }
        for (key, value) in after where before[key] != value {
            pending.updateValue(value, forKey: key)
        }
        for key in before.keys where after[key] == nil {
            pending.updateValue(nil, forKey: key)
        }
    }

    /// Takes note that all values are in the file.
    mutating func settle() {
        file = values
        pending = [:]
    }
}
