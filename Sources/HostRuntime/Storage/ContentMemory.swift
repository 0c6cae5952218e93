/// Contents that live as long as the process: a cache without a folder, or what its folder did not take.
struct ContentMemory: Sendable {
    private(set) var index = ContentIndex()
    private var contents: [String: [UInt8]] = [:]

    /// The bytes under a key, which is used by that.
    mutating func use(_ key: String, at now: Int) -> [UInt8]? {
        guard let entry = index.entries[key] else { return nil }
        index.note(uses: [key: now], now: now)
        return contents[entry.hash]
    }

    mutating func insert(_ bytes: [UInt8], _ entry: ContentIndex.Entry, for key: String, _ limits: ContentCache.Limits)
    {
        index.insert(entry, for: key)
        contents[entry.hash] = bytes
        index.trim(to: limits, now: entry.used, keeping: key)
        drop()
    }

    mutating func remove(_ key: String) {
        guard index.entries[key] != nil else { return }
        index.remove(key)
        drop()
    }

    private mutating func drop() {
        let named = index.hashes
        contents = contents.filter { named.contains($0.key) }
    }
}
