internal import FoundationEssentials

/// The contents of a cache by key.
struct ContentIndex: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        /// The SHA-256 of the bytes, which is their file's name.
        let hash: String
        let size: Int
        /// The date of the insertion, in milliseconds of the reference date.
        var added: Int
        /// The date of the last use, in milliseconds of the reference date.
        var used: Int
        let tag: String?
    }

    /// The largest size of all entries as text, which leaves some room in a store's file.
    static let textLimit = StoreFormat.sizeLimit / 4 * 3

    /// The largest size of a content in a store's file; the sum of as many as fit into one can't overflow.
    static let sizeLimit = 1 << 40

    private(set) var entries: [String: Entry] = [:]

    /// The sum of all contents in bytes; contents that keys share count once.
    var totalBytes: Int {
        var counted: Set<String> = []
        return entries.values.reduce(0) { total, entry in
            counted.insert(entry.hash).inserted ? total + entry.size : total
        }
    }

    var hashes: Set<String> { Set(entries.values.map(\.hash)) }

    // MARK: - Changing

    mutating func insert(_ entry: Entry, for key: String) {
        entries[key] = entry
    }

    mutating func remove(_ key: String) {
        entries[key] = nil
    }

    mutating func remove(hash: String) {
        entries = entries.filter { $0.value.hash != hash }
    }

    /// Records when keys were used; unknown keys are ignored.
    mutating func record(uses: [String: Int], now: Int) {
        for (key, used) in uses {
            guard var entry = entries[key] else { continue }
            entry.used = max(min(entry.used, now), min(used, now))
            entries[key] = entry
        }
    }

    /// Removes contents that are too old, and then the least recently used ones until the rest fits.
    ///
    /// The kept key always stays. A date in the future counts as now, and becomes
    /// it.
    mutating func trim(to limits: ContentCache.Limits, now: Int, keeping kept: String) {
        let oldest = Double(now) - limits.maximumAge.seconds * 1000
        entries = entries.filter { $0.key == kept || Double(min($0.value.used, now)) >= oldest }
        // The latest date in the future goes first: it isn't from this clock.
        let order = entries.sorted { one, other in
            let (first, second) = (one.value.used, other.value.used)
            if min(first, now) != min(second, now) { return first < second }
            return first != second ? first > second : one.key < other.key
        }
        var keys = Dictionary(entries.values.map { ($0.hash, 1) }, uniquingKeysWith: +)
        var bytes = totalBytes
        var text = order.reduce(0) { $0 + ContentIndex.text($1.value, key: $1.key) }
        for (key, entry) in order where key != kept {
            guard bytes > limits.maximumBytes || text > ContentIndex.textLimit else { break }
            entries[key] = nil
            text -= ContentIndex.text(entry, key: key)
            keys[entry.hash, default: 1] -= 1
            if keys[entry.hash] == 0 { bytes -= entry.size }
        }
        for (key, entry) in entries where entry.added > now || entry.used > now {
            entries[key]?.added = min(entry.added, now)
            entries[key]?.used = min(entry.used, now)
        }
    }

    /// Returns the largest size of an entry as text in the store's file.
    static func text(_ entry: Entry, key: String) -> Int {
        func length(_ text: String) -> Int {
            text.utf8.reduce(0) { $0 + ($1 < 0x20 ? 6 : $1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : 1) }
        }
        return length(key) + length(entry.tag ?? "") + 256
    }

    // MARK: - Moments

    /// Returns a date in whole milliseconds.
    static func moment(_ date: Date) -> Int {
        let milliseconds = date.timeIntervalSinceReferenceDate * 1000
        return milliseconds.isFinite ? clamped(Int(max(-latest, min(latest, milliseconds.rounded())))) : 0
    }

    fileprivate static func clamped(_ moment: Int) -> Int {
        max(Int(-latest), min(Int(latest), moment))
    }

    /// The furthest moment, whose differences to others can't overflow.
    private static let latest = 1e15
}

// MARK: - In the store

extension ContentIndex {
    /// Creates an index from a store's values, without those that aren't entries.
    init(_ values: [String: PlainValue]) {
        entries = values.compactMapValues { Entry($0) }
    }

    /// Replaces a store's values with the entries.
    func write(to values: inout [String: PlainValue]) {
        values = values.filter { entries[$0.key] != nil }
        // A value with the same meaning is left as it is.
        for (key, entry) in entries where Entry(values[key]) != entry { values[key] = entry.stored }
    }
}

extension ContentIndex.Entry {
    /// Creates an entry from a stored value; nil if it isn't an entry or could name another file.
    init?(_ value: PlainValue?) {
        guard let hash = value?["hash"]?.stringValue, ContentFiles.isName(hash),
            let size = value?["size"]?.intValue, (0...ContentIndex.sizeLimit).contains(size),
            let added = value?["added"]?.intValue, let used = value?["used"]?.intValue
        else { return nil }
        self.init(
            hash: hash,
            size: size,
            added: ContentIndex.clamped(added),
            used: ContentIndex.clamped(used),
            tag: value?["tag"]?.stringValue
        )
    }

    var stored: PlainValue {
        var values: [String: PlainValue] = [
            "hash": .string(hash), "size": .int(size), "added": .int(added), "used": .int(used),
        ]
        values["tag"] = tag.map { .string($0) }
        return .dictionary(values)
    }
}
