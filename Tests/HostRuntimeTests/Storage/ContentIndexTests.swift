import FoundationEssentials
import Testing

@testable import HostRuntime

@Suite struct ContentIndexTests {
    private func entry(_ letter: Character, size: Int, used: Int) -> ContentIndex.Entry {
        ContentIndex.Entry(hash: String(repeating: letter, count: 64), size: size, added: used, used: used, tag: nil)
    }

    private func index(_ entries: [String: ContentIndex.Entry]) -> ContentIndex {
        var index = ContentIndex()
        for (key, entry) in entries { index.insert(entry, for: key) }
        return index
    }

    private func limits(_ bytes: Int = 1000, seconds: Int = 1_000_000) -> ContentCache.Limits {
        ContentCache.Limits(maximumBytes: bytes, maximumAge: .seconds(seconds))
    }

    @Test func `contents that keys share count once`() {
        let index = index([
            "x": entry("a", size: 10, used: 1), "y": entry("a", size: 10, used: 2), "z": entry("b", size: 5, used: 3),
        ])

        #expect(index.totalBytes == 15)
    }

    @Test func `the least recently used contents are removed first, until the rest fits`() {
        var index = index([
            "old": entry("a", size: 40, used: 1), "older": entry("b", size: 40, used: 0),
            "new": entry("c", size: 40, used: 2),
        ])

        index.trim(to: limits(80), now: 3, keeping: "new")

        #expect(index.entries.keys.sorted() == ["new", "old"])
    }

    @Test func `a shared content is removed with the last of its keys`() {
        var index = index([
            "x": entry("a", size: 40, used: 0), "y": entry("a", size: 40, used: 2), "z": entry("b", size: 40, used: 1),
        ])

        index.trim(to: limits(40), now: 3, keeping: "y")

        #expect(index.entries.keys.sorted() == ["y"])
    }

    @Test func `contents that were unused for too long are removed, except the kept key`() {
        var index = index([
            "kept": entry("a", size: 1, used: 0), "late": entry("b", size: 1, used: 0),
            "timely": entry("c", size: 1, used: 1),
        ])

        index.trim(to: limits(seconds: 10), now: 10_001, keeping: "kept")

        #expect(index.entries.keys.sorted() == ["kept", "timely"])
    }

    @Test func `a date in the future counts as now, and ages from then on`() {
        var index = index(["future": entry("a", size: 1, used: 1_000_000_000), "kept": entry("b", size: 1, used: 0)])

        index.trim(to: limits(seconds: 10), now: 0, keeping: "kept")
        #expect(index.entries["future"]?.used == 0)
        index.trim(to: limits(seconds: 10), now: 10_001, keeping: "kept")

        #expect(index.entries["future"] == nil)
    }

    @Test func `contents with a date in the future are removed before those used now`() {
        var index = index([
            "future": entry("a", size: 40, used: 100), "now": entry("b", size: 40, used: 5),
            "new": entry("c", size: 40, used: 5),
        ])

        index.trim(to: limits(80), now: 5, keeping: "new")

        #expect(index.entries.keys.sorted() == ["new", "now"])
    }

    @Test func `the entries fit into a store's file for keys of any length`() {
        var index = ContentIndex()
        for number in 0..<300 {
            let key = "\(number)" + String(repeating: "\u{1}\"\\é", count: 800)
            index.insert(entry("a", size: 0, used: number), for: key)
        }

        index.trim(to: limits(), now: 300, keeping: "")

        var values: [String: PlainValue] = [:]
        index.write(to: &values)
        #expect(StoreText(values).bytes.count <= StoreFormat.sizeLimit)
        #expect(index.entries.count > 30)
    }

    @Test func `an entry is read back unchanged`() {
        let entry = ContentIndex.Entry(
            hash: String(repeating: "0f", count: 32),
            size: 12,
            added: -5,
            used: 7,
            tag: "\"v1\""
        )

        #expect(ContentIndex.Entry(entry.stored) == entry)
    }

    @Test(
        arguments: [
            .null, .int(3), .array([]), ["hash": "../../etc/passwd", "size": 1, "added": 0, "used": 0],
            ["hash": .string(String(repeating: "A", count: 64)), "size": 1, "added": 0, "used": 0],
            ["hash": .string(String(repeating: "a", count: 64)), "size": -1, "added": 0, "used": 0],
            ["hash": .string(String(repeating: "a", count: 64)), "size": .int(1 << 40 + 1), "added": 0, "used": 0],
            ["hash": .string(String(repeating: "a", count: 64)), "size": .int(.max), "added": 0, "used": 0],
            ["hash": .string(String(repeating: "a", count: 64)), "size": 1, "added": "0", "used": 0],
        ] as [PlainValue]
    )
    func `a value that is not an entry is ignored`(value: PlainValue) {
        #expect(ContentIndex(["key": value]).entries.isEmpty)
    }

    @Test(arguments: [Int.min, .max])
    func `the largest contents that fit into a store's file, of any date, do not overflow`(date: Int) {
        let keys = (0..<10_000).map { "\($0)" }
        let values = keys.map { key -> PlainValue in
            let hash = String(repeating: "0", count: 64 - key.count) + key
            return [
                "hash": .string(hash), "size": .int(ContentIndex.sizeLimit), "added": .int(date), "used": .int(date),
            ]
        }
        let stored = Dictionary(uniqueKeysWithValues: zip(keys, values))
        var index = ContentIndex(stored)

        #expect(StoreText(stored).bytes.count > StoreFormat.sizeLimit)
        #expect(index.totalBytes == 10_000 << 40)
        index.trim(to: limits(), now: ContentIndex.moment(.distantFuture), keeping: "")

        #expect(index.entries.isEmpty)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func `an invalid date has a moment`(seconds: Double) {
        let moment = ContentIndex.moment(Date(timeIntervalSinceReferenceDate: seconds))

        #expect(moment.magnitude <= 1_000_000_000_000_000)
    }
}
