import Foundation
import Synchronization
import Testing

@testable import HostRuntime

@Suite struct ContentCacheTests {
    private let folder: StoreFolder
    private let reports = ProblemList()
    private let noon = Date(timeIntervalSinceReferenceDate: 783_691_200)
    private let day = 86_400.0

    init() throws {
        folder = try StoreFolder()
    }

    /// A new cache, as another run of the program or another process would make it.
    private func cache(_ maximumBytes: Int = 1000, calls: StoreCalls = StoreCalls()) -> ContentCache {
        ContentCache(
            directory: folder.path + "/cache",
            limits: ContentCache.Limits(maximumBytes: maximumBytes),
            calls: calls
        ) { [reports] in reports.add($0) }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    private func file(_ text: String) -> String { "cache/\(SHA256.hex(of: bytes(text)))" }

    private var contents: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.file("cache"))) ?? []
        return names.filter { !$0.hasPrefix("index.") }.sorted()
    }

    // MARK: - Keeping

    @Test func `inserted bytes are kept for the next run, with their tag`() {
        cache().insert(bytes("picture"), for: "https://a/1", tag: "\"v1\"", at: noon)

        let next = cache()

        #expect(next.bytes(for: "https://a/1", at: noon) == bytes("picture"))
        #expect(next.tag(for: "https://a/1") == "\"v1\"")
        #expect(next.contains("https://a/1"))
        #expect(next.keys == ["https://a/1"])
        #expect(next.totalBytes == 7)
    }

    @Test func `all keys except some can be removed, and the removed bytes are counted`() {
        for text in ["one", "two2", "three"] { cache().insert(bytes(text), for: text, at: noon) }

        let freed = cache().removeAll(except: ["two2", "unknown"])

        #expect(freed == 8)
        #expect(cache().keys == ["two2"])
        #expect(contents == [SHA256.hex(of: bytes("two2"))])
        #expect(cache().size(of: "two2") == 4)
        #expect(cache().size(of: "one") == nil)
    }

    @Test func `removing everything removes indexes that were set aside, and no other files`() throws {
        cache().insert(bytes("one"), for: "one", at: noon)
        try folder.write("not an index", to: "cache/index.json")
        cache().insert(bytes("two"), for: "two", at: noon)
        try folder.write("mine", to: "cache/index.json.damaged-by-hand")

        cache().removeAll()

        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("cache")).sorted()
        #expect(names.filter { $0.contains("damaged") } == ["index.json.damaged-by-hand"])
    }

    @Test func `a folder with the name of a content is set aside, and the content is kept`() throws {
        try FileManager.default.createDirectory(
            atPath: folder.file(file("one")) + "/inner",
            withIntermediateDirectories: true
        )

        cache().insert(bytes("one"), for: "one", at: noon)

        #expect(cache().bytes(for: "one", at: noon) == bytes("one"))
        #expect(contents.contains(SHA256.hex(of: bytes("one")) + ".damaged-1"))
        #expect(reports.kinds.isEmpty)
    }

    @Test func `a cache in memory keeps inserted bytes`() {
        let cache = ContentCache()

        cache.insert(bytes("picture"), for: "key", tag: "v1", at: noon)

        #expect(cache.bytes(for: "key", at: noon) == bytes("picture"))
        #expect(cache.tag(for: "key") == "v1")
        #expect(cache.keys == ["key"])
        #expect(cache.totalBytes == 7)
        #expect(cache.bytes(for: "other", at: noon) == nil)
    }

    @Test func `equal bytes of two keys are one file, named by its digest`() {
        let cache = cache()

        cache.insert(bytes("same"), for: "one", at: noon)
        cache.insert(bytes("same"), for: "two", at: noon)

        #expect(contents == [SHA256.hex(of: bytes("same"))])
        #expect(cache.totalBytes == 4)
    }

    @Test func `a shared file is removed with the last of its keys`() {
        let cache = cache()
        cache.insert(bytes("same"), for: "one", at: noon)
        cache.insert(bytes("same"), for: "two", at: noon)

        cache.remove("one")
        #expect(cache.bytes(for: "two", at: noon) == bytes("same"))
        cache.remove("two")

        #expect(contents == [])
    }

    @Test func `new bytes of a key replace the old ones`() {
        let cache = cache()
        cache.insert(bytes("old"), for: "key", at: noon)

        cache.insert(bytes("new"), for: "key", at: noon)

        #expect(cache.bytes(for: "key", at: noon) == bytes("new"))
        #expect(contents == [SHA256.hex(of: bytes("new"))])
    }

    @Test func `empty contents are contents`() {
        let cache = cache()

        cache.insert([], for: "key", at: noon)

        #expect(cache.bytes(for: "key", at: noon) == [])
    }

    @Test func `only the user can read the files`() throws {
        cache().insert(bytes("picture"), for: "key", at: noon)

        #expect(try folder.permissions(of: "cache") == 0o700)
        #expect(try folder.permissions(of: file("picture")) == 0o600)
    }

    @Test func `a cache without insertions creates no folder`() {
        let cache = cache()

        _ = cache.bytes(for: "key", at: noon)
        cache.remove("key")
        cache.removeAll()

        #expect(folder.names == [])
    }

    // MARK: - Limits

    @Test func `insertion removes the least recently used content, also within a day`() {
        let cache = cache(10)
        cache.insert(bytes("aaaa"), for: "a", at: noon)
        cache.insert(bytes("bbbb"), for: "b", at: noon + 1)
        _ = cache.bytes(for: "a", at: noon + 2)

        cache.insert(bytes("cccc"), for: "c", at: noon + 3)

        #expect(cache.keys == ["a", "c"])
        #expect(contents.count == 2)
    }

    @Test func `insertion removes contents that were unused for too long`() {
        let cache = cache()
        cache.insert(bytes("a"), for: "a", at: noon)
        cache.insert(bytes("b"), for: "b", at: noon)
        _ = cache.bytes(for: "b", at: noon + 20 * day)

        cache.insert(bytes("c"), for: "c", at: noon + 31 * day)

        #expect(cache.keys == ["b", "c"])
    }

    @Test func `bytes beyond the limit are refused and change nothing`() {
        let cache = cache(4)
        cache.insert(bytes("aaaa"), for: "a", at: noon)

        cache.insert(bytes("bbbbb"), for: "a", at: noon)

        #expect(cache.bytes(for: "a", at: noon) == bytes("aaaa"))
        #expect(reports.kinds == [.refused])
    }

    @Test func `a key of more than 8 KiB is refused`() {
        let cache = cache()

        cache.insert(bytes("a"), for: String(repeating: "k", count: 8193), at: noon)

        #expect(cache.keys == [])
        #expect(reports.kinds == [.refused])
    }

    @Test func `repeated reads do not write the index`() {
        let flushes = Mutex(0)
        let cache = cache(
            calls: StoreCalls(flush: { (file) throws(SystemError) in
                flushes.withLock { $0 += 1 }
                try file.synchronize()
            })
        )
        cache.insert(bytes("a"), for: "a", at: noon)
        let before = flushes.withLock { $0 }

        for second in 0..<100 { _ = cache.bytes(for: "a", at: noon + Double(second)) }
        #expect(flushes.withLock { $0 } == before)
        for second in 0..<100 { _ = cache.bytes(for: "a", at: noon + day + Double(second)) }

        // The file and its folder, once.
        #expect(flushes.withLock { $0 } == before + 2)
    }

    @Test func `after the clock is set back, no content is too old`() {
        let cache = cache()
        cache.insert(bytes("a"), for: "a", at: noon + 1000 * day)

        #expect(cache.bytes(for: "a", at: noon) == bytes("a"))
        cache.insert(bytes("b"), for: "b", at: noon)

        #expect(cache.keys == ["a", "b"])
    }

    // MARK: - Damage and failures

    @Test(arguments: ["", "pictur", "picturE", "pictures"])
    func `a damaged file counts as missing, and its keys are removed`(damage: String) throws {
        let cache = cache()
        cache.insert(bytes("picture"), for: "one", at: noon)
        cache.insert(bytes("picture"), for: "two", at: noon)
        try folder.write(damage, to: file("picture"))

        #expect(cache.bytes(for: "one", at: noon) == nil)

        #expect(cache.keys == [])
        #expect(contents == [])
    }

    @Test func `a missing file has no bytes, and its key is removed`() throws {
        let cache = cache()
        cache.insert(bytes("picture"), for: "key", at: noon)
        try folder.remove(file("picture"))

        #expect(!cache.contains("key"))
        #expect(cache.tag(for: "key") == nil)
        #expect(cache.bytes(for: "key", at: noon) == nil)
        #expect(cache.keys == [])
    }

    @Test func `inserted bytes replace a damaged file`() throws {
        let cache = cache()
        cache.insert(bytes("picture"), for: "key", at: noon)
        try folder.write("picturE", to: file("picture"))

        cache.insert(bytes("picture"), for: "key", at: noon)

        #expect(cache.bytes(for: "key", at: noon) == bytes("picture"))
    }

    @Test func `an index from elsewhere does no harm`() throws {
        cache().insert(bytes("a"), for: "a", at: noon)
        let index = KeyValueStore(namespace: "index", directory: folder.file("cache"))
        let passwd: PlainValue = ["hash": "../../../etc/passwd", "size": 1, "added": 0, "used": 0]
        let huge: PlainValue = [
            "hash": .string(SHA256.hex(of: bytes("a"))), "size": .int(.max), "added": .int(.max), "used": .int(.min),
        ]
        index.update { $0 = ["a": 3, "b": passwd, "c": huge, "d": [1, 2]] }

        let cache = cache()
        #expect(["a", "b", "c", "d"].map { cache.bytes(for: $0, at: noon) } == [nil, nil, nil, nil])
        cache.insert(bytes("e"), for: "e", at: noon)

        #expect(cache.keys == ["e"])
        #expect(cache.bytes(for: "e", at: noon) == bytes("e"))
    }

    @Test func `an index from elsewhere with impossible sizes is replaced`() throws {
        cache().insert(bytes("a"), for: "a", at: noon)
        let index = KeyValueStore(namespace: "index", directory: folder.file("cache"))
        func entry(_ text: String) -> PlainValue {
            [
                "hash": .string(SHA256.hex(of: bytes(text))), "size": .int(.max), "added": 0,
                "used": 1_000_000_000_000_000,
            ]
        }
        index.update { $0 = ["a": entry("a"), "b": entry("b"), "c": entry("c"), "d": entry("d")] }

        let cache = cache()
        cache.insert(bytes("e"), for: "e", at: noon)

        #expect(cache.keys == ["e"])
        #expect(cache.totalBytes == 1)
        #expect(contents == [SHA256.hex(of: bytes("e"))])
    }

    @Test func `the first insertion of a run removes files without a key, and no other files`() throws {
        cache().insert(bytes("a"), for: "a", at: noon)
        let left = SHA256.hex(of: bytes("left"))
        try folder.write("left", to: "cache/\(left)")
        try folder.write("unfinished", to: "cache/\(left).new")
        try folder.write("mine", to: "cache/notes.txt")

        cache().insert(bytes("b"), for: "b", at: noon)

        #expect(contents == [SHA256.hex(of: bytes("a")), SHA256.hex(of: bytes("b")), "notes.txt"].sorted())
    }

    @Test func `removing everything leaves only files that are not the cache's`() throws {
        let cache = cache()
        cache.insert(bytes("a"), for: "a", at: noon)
        try folder.write("left", to: file("left"))
        try folder.write("mine", to: "cache/notes.txt")

        cache.removeAll()

        #expect(cache.keys == [])
        #expect(cache.bytes(for: "a", at: noon) == nil)
        #expect(contents == ["notes.txt"])
    }

    @Test func `a full disk is reported once, and inserted bytes stay in memory`() {
        let cache = cache(calls: StoreCalls(write: { _, _ throws(SystemError) in throw .noSpace }))

        cache.insert(bytes("a"), for: "a", tag: "v1", at: noon)
        cache.insert(bytes("b"), for: "b", at: noon)

        #expect(cache.bytes(for: "a", at: noon) == bytes("a"))
        #expect(cache.tag(for: "a") == "v1")
        #expect(cache.keys == ["a", "b"])
        #expect(contents == [])
        #expect(reports.kinds == [.unwritable])
    }

    @Test func `contents in memory have the same limits`() {
        let cache = cache(4, calls: StoreCalls(write: { _, _ throws(SystemError) in throw .noSpace }))

        cache.insert(bytes("aaa"), for: "a", at: noon)
        cache.insert(bytes("bbb"), for: "b", at: noon + 1)

        #expect(cache.keys == ["b"])
        #expect(cache.bytes(for: "b", at: noon) == bytes("bbb"))
    }

    @Test func `caches on one folder keep the insertions of all, also at the same time`() async {
        let names = (0..<40).map { "key \($0)" }

        await withTaskGroup(of: Void.self) { group in
            for (index, name) in names.enumerated() {
                let one = cache()
                group.addTask { [noon] in one.insert(Array("bytes \(index)".utf8), for: name, at: noon) }
            }
        }

        let all = cache()
        #expect(names.map { all.bytes(for: $0, at: noon) } == names.indices.map { bytes("bytes \($0)") })
        #expect(reports.kinds == [])
    }

    @Test(arguments: [
        (["XDG_CACHE_HOME": "/var/c"], "/opt/bin/shop", "/var/c/shop"),
        (["XDG_CACHE_HOME": "relative", "HOME": "/home/ada"], "shop", "/home/ada/.cache/shop"),
        (["HOME": "/home/ada"], "my shop", "/home/ada/.cache/my_shop"),
    ])
    func `the standard folder is XDG's`(environment: [String: String], program: String, folder: String) {
        #expect(StandardDirectory.cache(of: program, environment) == folder)
    }

    // MARK: - Locked by another process

    @Test func `bytes that are inserted while another process has the index stay in memory, within the limits`() {
        let other = OtherProcess()
        let cache = cache(10, calls: other.calls)

        for name in ["a", "b", "c"] { cache.insert(bytes("bytes \(name)"), for: name, at: noon) }

        #expect(cache.bytes(for: "c", at: noon) == bytes("bytes c"))
        #expect(cache.keys == ["c"])
        #expect(cache.totalBytes <= 10)
        #expect(contents == [])
    }

    @Test func `a file is neither written nor removed while another process has the index`() {
        cache().insert(bytes("picture"), for: "a", at: noon)
        let other = OtherProcess()
        let cache = cache(calls: other.calls)

        cache.insert(bytes("another"), for: "b", at: noon)
        cache.remove("a")

        #expect(cache.bytes(for: "a", at: noon) == nil)
        #expect(cache.bytes(for: "b", at: noon) == bytes("another"))
        #expect(contents.count == 1)
    }

    @Test func `keys that were removed in the meantime are removed for all when the index is free`() {
        cache().insert(bytes("picture"), for: "a", at: noon)
        let other = OtherProcess()
        let cache = cache(calls: other.calls)
        cache.remove("a")

        other.letGo()
        other.runThreads()

        #expect(self.cache().keys == [])
    }

    @Test func `everything can be removed while another process has the index`() {
        cache().insert(bytes("picture"), for: "a", at: noon)
        let other = OtherProcess()
        let cache = cache(calls: other.calls)
        cache.insert(bytes("another"), for: "b", at: noon)

        cache.removeAll()
        let left = cache.keys
        other.letGo()
        other.runThreads()

        #expect(left == [])
        #expect(self.cache().keys == [])
    }
}

private final class ProblemList: Sendable {
    private let problems = Mutex<[StoreProblem]>([])

    var kinds: [StoreProblem.Kind] { problems.withLock { $0.map(\.kind) } }

    func add(_ problem: StoreProblem) { problems.withLock { $0.append(problem) } }
}
