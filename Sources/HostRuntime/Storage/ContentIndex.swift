internal import FoundationEssentials

/// Which contents a cache has under which keys; a pure value.
struct ContentIndex: Hashable, Sendable {
    /// What is known of the content under a key.
    struct Entry: Hashable, Sendable {
        /// The SHA-256 of the bytes, which names their file.
        let hash: String
        let size: Int
        /// Milliseconds of the reference date.
        var added: Int
        var used: Int
        let tag: String?
    }

    /// The most that the text of all entries may take: what a store's file holds, with room left.
    static let textLimit = StoreFormat.sizeLimit / 4 * 3

    private(set) var entries: [String: Entry] = [:]

    /// How many bytes the contents have; those that several keys share are counted once.
    var totalBytes: Int {
        var counted: Set<String> = []
        return entries.values.reduce(0) { total, entry in
            counted.insert(entry.hash).inserted ? ContentIndex.sum(total, entry.size) : total
        }
    }

    /// The names of all contents.
    var hashes: Set<String> { Set(entries.values.map(\.hash)) }

    // MARK: - Changing

    mutating func insert(_ entry: Entry, for key: String) {
        entries[key] = entry
    }

    mutating func remove(_ key: String) {
        entries[key] = nil
    }

    /// Removes every key whose content is this one.
    mutating func remove(hash: String) {
        entries = entries.filter { $0.value.hash != hash }
    }

    /// Takes note of when keys were used; others than there are count for nothing.
    mutating func note(uses: [String: Int], now: Int) {
        for (key, used) in uses {
            guard var entry = entries[key] else { continue }
            entry.used = max(min(entry.used, now), min(used, now))
            entries[key] = entry
        }
    }

    /// Removes what is too old, and then what was used the longest time ago until the rest fits.
    ///
    /// The key to be kept goes in no case. A date that is still to come counts as
    /// now, and is now from here on.
    mutating func trim(to limits: ContentCache.Limits, now: Int, keeping kept: String) {
        let oldest = Double(now) - limits.maximumAge.seconds * 1000
        entries = entries.filter { $0.key == kept || Double(min($0.value.used, now)) >= oldest }
        // What had the later date in the future goes first: it was not used by this clock.
        let order = entries.sorted { one, other in
            let (first, second) = (one.value.used, other.value.used)
            if min(first, now) != min(second, now) { return first < second }
            return first != second ? first > second : one.key < other.key
        }
        var keys = Dictionary(entries.values.map { ($0.hash, 1) }, uniquingKeysWith: +)
        var bytes = totalBytes
        var text = order.reduce(0) { ContentIndex.sum($0, ContentIndex.text($1.value, key: $1.key)) }
        // Sums that were cut off say nothing of what is left when a part goes.
        let isCut = bytes == .max || text == .max
        for (key, entry) in order where key != kept {
            guard isCut || bytes > limits.maximumBytes || text > ContentIndex.textLimit else { break }
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

    /// At most how long an entry's text is in the store's file.
    static func text(_ entry: Entry, key: String) -> Int {
        func length(_ text: String) -> Int {
            text.utf8.reduce(0) { $0 + ($1 < 0x20 ? 6 : $1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : 1) }
        }
        return length(key) + length(entry.tag ?? "") + 256
    }

    private static func sum(_ a: Int, _ b: Int) -> Int {
        let (sum, isOver) = a.addingReportingOverflow(b)
        return isOver ? .max : sum
    }

    // MARK: - Moments

    /// A date in milliseconds, which are exact and can be compared.
    static func moment(_ date: Date) -> Int {
        let milliseconds = date.timeIntervalSinceReferenceDate * 1000
        return milliseconds.isFinite ? clamped(Int(max(-latest, min(latest, milliseconds.rounded())))) : 0
    }

    fileprivate static func clamped(_ moment: Int) -> Int {
        max(Int(-latest), min(Int(latest), moment))
    }

    /// So far from any date that differences do not overflow.
    private static let latest = 1e15
}

// MARK: - In the store

extension ContentIndex {
    /// Reads what the store holds; values that are no entries count as not there.
    init(_ values: [String: PlainValue]) {
        entries = values.compactMapValues { Entry($0) }
    }

    /// Puts the entries into the store's values, and nothing else.
    func write(to values: inout [String: PlainValue]) {
        values = values.filter { entries[$0.key] != nil }
        // A value that says the same in other words is left alone.
        for (key, entry) in entries where Entry(values[key]) != entry { values[key] = entry.stored }
    }
}

extension ContentIndex.Entry {
    /// Reads an entry; nil for anything that is none, or that could name another file.
    init?(_ value: PlainValue?) {
        guard let hash = value?["hash"]?.stringValue, ContentFiles.isName(hash),
            let size = value?["size"]?.intValue, size >= 0,
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
