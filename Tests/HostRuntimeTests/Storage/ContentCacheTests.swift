import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import HostRuntime
@testable import Scenarios

@Suite struct ContentCacheTests {
    private let folder: StoreFolder
    private let reports = ProblemList()
    private let noon = Date(timeIntervalSinceReferenceDate: 783_691_200)
    private let day = 86_400.0

    init() throws {
        folder = try StoreFolder()
    }

    /// A new cache, as another run of the program or another process would make it; `room` is for heads of 24 bytes.
    private func cache(_ maximumBytes: Int = 1000, room: Int = 0, calls: StoreCalls = StoreCalls()) -> ContentCache {
        ContentCache(
            directory: folder.path + "/cache",
            maximumBytes: maximumBytes + room * 24,
            calls: calls
        ) { [reports] in reports.add($0) }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    private func file(_ key: String) -> String { "cache/\(ContentFile.name(of: key))" }

    /// The keys among some that a cache has.
    private func keys(_ cache: ContentCache, of keys: [String] = ["a", "b", "c", "d", "e"]) -> [String] {
        keys.filter { cache.contains($0) }
    }

    private var contents: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("cache"))) ?? []).sorted()
    }

    private var full: StoreCalls { StoreCalls(write: { _, _ throws(SystemError) in throw .noSpace }) }

    // MARK: - Keeping

    @Test func `inserted bytes are kept for the next run, with their tag`() {
        cache().insert(bytes("picture"), for: "https://a/1", tag: "\"v1\"", at: noon)

        let next = cache()

        #expect(next.bytes(for: "https://a/1", at: noon) == bytes("picture"))
        #expect(next.tag(for: "https://a/1") == "\"v1\"")
        #expect(next.contains("https://a/1"))
        #expect(next.size(of: "https://a/1") == 24 + 11 + 4 + 7)
        #expect(next.totalBytes == 24 + 11 + 4 + 7)
    }

    @Test func `all keys except some can be removed, and the removed bytes are counted`() {
        for text in ["a", "b", "c"] { cache().insert(bytes("12345"), for: text, at: noon) }

        let freed = cache().removeAll(except: ["b", "unknown"])

        #expect(freed == 2 * (24 + 1 + 5))
        #expect(keys(cache()) == ["b"])
        #expect(contents == [ContentFile.name(of: "b")])
    }

    @Test func `a cache in memory keeps inserted bytes`() {
        let cache = ContentCache()

        cache.insert(bytes("picture"), for: "key", tag: "v1", at: noon)

        #expect(cache.bytes(for: "key", at: noon) == bytes("picture"))
        #expect(cache.tag(for: "key") == "v1")
        #expect(cache.contains("key"))
        #expect(cache.totalBytes == 24 + 3 + 2 + 7)
        #expect(cache.bytes(for: "other", at: noon) == nil)
    }

    @Test func `new bytes of a key replace the old ones, with their tag`() {
        let cache = cache()
        cache.insert(bytes("old"), for: "key", tag: "v1", at: noon)

        cache.insert(bytes("new"), for: "key", at: noon)

        #expect(cache.bytes(for: "key", at: noon) == bytes("new"))
        #expect(cache.tag(for: "key") == nil)
        #expect(contents.count == 1)
    }

    @Test func `empty contents are contents`() {
        let cache = cache()

        cache.insert([], for: "key", at: noon)

        #expect(cache.bytes(for: "key", at: noon) == [])
    }

    @Test func `only the user can read the files`() throws {
        cache().insert(bytes("picture"), for: "key", at: noon)

        #expect(try folder.permissions(of: "cache") == 0o700)
        #expect(try folder.permissions(of: file("key")) == 0o600)
    }

    @Test func `a cache without insertions creates no folder`() {
        let cache = cache()

        _ = cache.bytes(for: "key", at: noon)
        cache.remove("key")
        cache.removeAll()

        #expect(folder.names == [])
    }

    // MARK: - Limits

    @Test func `insertion removes the least recently used content`() {
        let cache = cache(10, room: 2)
        cache.insert(bytes("aaaa"), for: "a", at: noon)
        cache.insert(bytes("bbbb"), for: "b", at: noon + 1)
        _ = cache.bytes(for: "a", at: noon + 2)

        cache.insert(bytes("cccc"), for: "c", at: noon + 3)

        #expect(keys(cache) == ["a", "c"])
        #expect(contents.count == 2)
    }

    @Test func `several caches on one folder keep to the limit together`() {
        let caches = (0..<4).map { _ in cache(16 * 13, room: 16) }

        for turn in 100..<300 {
            caches[turn % 4].insert(bytes("1234567890"), for: "\(turn)", at: noon + Double(turn))
        }

        #expect(contents.count == 16)
    }

    @Test func `insertion removes contents that were unused for too long`() {
        let cache = cache()
        cache.insert(bytes("a"), for: "a", at: noon)
        cache.insert(bytes("b"), for: "b", at: noon)
        _ = cache.bytes(for: "b", at: noon + 20 * day)

        cache.insert(bytes("c"), for: "c", at: noon + 31 * day)

        #expect(keys(cache) == ["b", "c"])
    }

    @Test func `bytes beyond the limit are refused and change nothing`() {
        let cache = cache(5, room: 1)
        cache.insert(bytes("aaaa"), for: "a", at: noon)

        cache.insert(bytes("bbbbb"), for: "a", at: noon)

        #expect(cache.bytes(for: "a", at: noon) == bytes("aaaa"))
        #expect(reports.kinds == [.refused])
    }

    @Test func `a long tag is kept`() {
        let (cache, tag) = (cache(20_000), String(repeating: "t", count: 10_000))

        cache.insert(bytes("a"), for: "a", tag: tag, at: noon)

        #expect(cache.tag(for: "a") == tag)
        #expect(cache.bytes(for: "a", at: noon) == bytes("a"))
    }

    @Test func `each use is the date of its file`() throws {
        let cache = cache()
        cache.insert(bytes("a"), for: "a", at: noon)

        let recorded = try [0.0, 1, 3600, 10].map { seconds in
            _ = cache.bytes(for: "a", at: noon + seconds)
            return try FileStatus(at: folder.file(file("a"))).modified - .seconds(noon.timeIntervalSince1970)
        }

        #expect(recorded == [0, 1, 3600, 10].map { .seconds($0) })
    }

    @Test func `after the clock is set back, no content is too old`() {
        let cache = cache()
        cache.insert(bytes("a"), for: "a", at: noon + 1000 * day)

        cache.insert(bytes("b"), for: "b", at: noon)

        #expect(keys(cache) == ["a", "b"])
        #expect(cache.bytes(for: "a", at: noon) == bytes("a"))
    }

    @Test(arguments: [-1e300, -1.5, 0, 1e300, .infinity, .nan]) func `any date can be one of use`(seconds: Double) {
        let (cache, date) = (cache(), Date(timeIntervalSince1970: seconds))

        cache.insert(bytes("a"), for: "a", at: date)
        cache.insert(bytes("b"), for: "b", at: noon)

        #expect(cache.bytes(for: "a", at: date) == (seconds <= 0 || seconds.isNaN ? nil : bytes("a")))
        #expect(cache.bytes(for: "b", at: date) == bytes("b"))
        #expect(reports.kinds == [])
    }

    // MARK: - Damage and failures

    @Test(arguments: 0..<40) func `a file that is cut anywhere counts as missing and is removed`(count: Int) throws {
        let cache = cache()
        cache.insert(bytes("picture"), for: "key", tag: "v1", at: noon)
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file(file("key")))))
        try folder.write(count < whole.count ? Array(whole.prefix(count)) : whole + [0], to: file("key"))

        #expect(cache.bytes(for: "key", at: noon) == nil)

        #expect(contents == [])
    }

    @Test(arguments: 0..<36) func `a file with a damaged byte counts as missing and is removed`(place: Int) throws {
        let cache = cache()
        cache.insert(bytes("picture"), for: "key", tag: "v1", at: noon)
        var damaged = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file(file("key")))))
        damaged[place] ^= 1
        try folder.write(damaged, to: file("key"))

        _ = cache.tag(for: "key")
        #expect(cache.bytes(for: "key", at: noon) == nil)

        #expect(contents == [])
    }

    @Test func `a file of another key under a key's name counts as missing`() throws {
        let cache = cache()
        cache.insert(bytes("picture"), for: "one", tag: "v1", at: noon)
        try FileManager.default.moveItem(atPath: folder.file(file("one")), toPath: folder.file(file("two")))

        #expect(cache.tag(for: "two") == nil)
        #expect(cache.bytes(for: "two", at: noon) == nil)
        #expect(contents == [])
    }

    @Test func `files of earlier versions, whose names are longer, are removed like others`() throws {
        cache().insert(bytes("a"), for: "a", at: noon)
        try folder.write("content1", to: "cache/\(String(repeating: "0af9", count: 16))")

        cache().removeAll()

        #expect(contents == [])
    }

    @Test func `a link isn't followed`() throws {
        let cache = cache()
        cache.insert(bytes("picture"), for: "key", at: noon)
        try FileManager.default.moveItem(atPath: folder.file(file("key")), toPath: folder.file("elsewhere"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file(file("key")),
            withDestinationPath: folder.file("elsewhere")
        )

        #expect(!cache.contains("key"))
        #expect(cache.bytes(for: "key", at: noon) == nil)
        #expect(cache.tag(for: "key") == nil)
    }

    @Test func `unfinished files of an hour ago are removed, newer ones and other files stay`() throws {
        let name = ContentFile.name(of: "a")
        cache().insert(bytes("a"), for: "a", at: noon)
        for (suffix, age) in [("1-1", 3700.0), ("2-1", 0)] {
            try folder.write("unfinished", to: "cache/\(name).new-\(suffix)")
            try FileManager.default.setAttributes(
                [.modificationDate: Date() - age],
                ofItemAtPath: folder.file("cache/\(name).new-\(suffix)")
            )
        }
        try folder.write("mine", to: "cache/notes.txt")

        cache().insert(bytes("b"), for: "b", at: noon)

        #expect(contents == [name, "\(name).new-2-1", ContentFile.name(of: "b"), "notes.txt"].sorted())
    }

    @Test func `removing everything leaves only files that are not the cache's`() throws {
        let cache = cache()
        cache.insert(bytes("a"), for: "a", at: noon)
        try folder.write("unfinished", to: "\(file("b")).new-1-1")
        try folder.write("mine", to: "cache/notes.txt")

        cache.removeAll()

        #expect(cache.bytes(for: "a", at: noon) == nil)
        #expect(contents == ["notes.txt"])
    }

    @Test func `a full disk is reported once, and inserted bytes stay in memory`() {
        let cache = cache(calls: full)

        cache.insert(bytes("a"), for: "a", tag: "v1", at: noon)
        cache.insert(bytes("b"), for: "b", at: noon)

        #expect(cache.bytes(for: "a", at: noon) == bytes("a"))
        #expect(cache.tag(for: "a") == "v1")
        #expect(keys(cache) == ["a", "b"])
        #expect(contents == [])
        #expect(reports.kinds == [.unwritable])
    }

    @Test func `bytes that a full disk didn't take don't leave older ones behind`() {
        cache().insert(bytes("old"), for: "a", at: noon)

        cache(calls: full).insert(bytes("new"), for: "a", at: noon)

        #expect(cache().bytes(for: "a", at: noon) == nil)
    }

    @Test func `contents in memory have the same limits`() {
        let cache = cache(5, room: 1, calls: full)

        cache.insert(bytes("aaa"), for: "a", at: noon)
        cache.insert(bytes("bbb"), for: "b", at: noon + 1)

        #expect(keys(cache) == ["b"])
        #expect(cache.bytes(for: "b", at: noon) == bytes("bbb"))
    }

    @Test func `caches on one folder keep the insertions of all, also at the same time`() async {
        let names = (0..<40).map { "key \($0)" }

        await withTaskGroup(of: Void.self) { group in
            for (index, name) in names.enumerated() {
                let one = cache(room: 40)
                group.addTask { [noon] in one.insert(Array("bytes \(index)".utf8), for: name, at: noon) }
            }
        }

        let all = cache()
        #expect(names.map { all.bytes(for: $0, at: noon) } == names.indices.map { bytes("bytes \($0)") })
        #expect(reports.kinds == [])
    }

    @Test func `caches that replace one key at the same time leave one of the contents`() async {
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                let one = cache()
                group.addTask { [noon] in one.insert(Array("bytes \(index)".utf8), for: "key", at: noon) }
            }
        }

        let left = cache().bytes(for: "key", at: noon).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect((0..<40).map { "bytes \($0)" }.contains(left))
        #expect(contents.count == 1)
        #expect(reports.kinds == [])
    }
}

private final class ProblemList: Sendable {
    private let problems = Mutex<[StoreProblem]>([])

    var kinds: [StoreProblem.Kind] { problems.withLock { $0.map(\.kind) } }

    func add(_ problem: StoreProblem) { problems.withLock { $0.append(problem) } }
}
