public import FoundationEssentials
internal import Synchronization

/// A cache of bytes that can be fetched again, such as pictures by their addresses.
///
/// It can be used on any thread. Each call reads or writes files, so large ones
/// belong off the main actor. Several processes can share a directory. Equal bytes
/// under several keys are kept once, in a file that is named after their SHA-256
/// and checked against it at every read. If the directory can't be written, this
/// is reported once, and new contents stay in memory.
public final class ContentCache: Sendable {
    /// The limits of a cache: its size and the age of its entries.
    struct Limits: Hashable, Sendable {
        /// The largest sum of all contents in bytes.
        let maximumBytes: Int

        /// The time that a content is kept after its last use.
        let maximumAge: Duration

        /// Creates limits of 64 MiB and 30 days, unless others are given.
        init(maximumBytes: Int = 64 << 20, maximumAge: Duration = .seconds(30 * 86_400)) {
            self.maximumBytes = max(0, maximumBytes)
            self.maximumAge = max(.zero, maximumAge)
        }
    }

    private struct State {
        var memory = ContentMemory()
        /// The uses that aren't in the index yet; the next change adds them.
        var uses: [String: Int] = [:]
        var isTidy = false
    }

    private let limits: Limits
    private let folder: (index: KeyValueStore, files: ContentFiles)?
    private let state = Mutex(State())
    private let problems: ContentProblems

    /// The least milliseconds between two changes of the index that only record a use.
    private static let useInterval = 86_400_000

    /// The most bytes of UTF-8 in a key, and in a tag.
    private static let textLimit = 8192

    /// Creates a cache in a directory, which the first insertion creates for its user alone (0700).
    ///
    /// `onProblem` is called on the thread that met the problem, and may use the cache.
    init(
        directory: String,
        limits: Limits = Limits(),
        calls: StoreCalls = StoreCalls(),
        onProblem: (@Sendable (StoreProblem) -> Void)? = nil
    ) {
        self.limits = limits
        let files = ContentFiles(directory: directory, calls: calls)
        let problems = ContentProblems(path: files.directory, onProblem: onProblem)
        self.problems = problems
        let index = KeyValueStore(namespace: "index", directory: directory, calls: calls) { problems.report($0) }
        folder = (index, files)
    }

    /// Creates a cache in memory, which ends with the object.
    init(limits: Limits = Limits()) {
        self.limits = limits
        folder = nil
        problems = ContentProblems(path: "", onProblem: nil)
    }

    // MARK: - Reading

    /// Returns the bytes under a key, and records the use; nil if there are none.
    ///
    /// If the file is missing or damaged, its keys are removed.
    public func bytes(for key: String, at date: Date) -> [UInt8]? {
        let now = ContentIndex.moment(date)
        if let bytes = state.withLock({ $0.memory.use(key, at: now) }) { return bytes }
        guard let (index, files) = folder, let entry = entry(key) else { return nil }
        guard let bytes = files.read(entry.hash, size: entry.size) ?? readAgain(key) else { return nil }
        state.withLock { $0.uses[key] = now }
        if now - entry.used >= ContentCache.useInterval {
            index.updateUnlessLocked { values in change(&values, files) { $0.record(uses: removeUses(), now: now) } }
        }
        return bytes
    }

    /// Returns the text that was inserted with the bytes under a key, such as an ETag.
    public func tag(for key: String) -> String? { present(key)?.tag }

    /// Whether there are bytes under a key, without reading them.
    public func contains(_ key: String) -> Bool { present(key) != nil }

    /// Returns the number of bytes under a key, without reading them; nil if there are none.
    public func size(of key: String) -> Int? { present(key)?.size }

    private func present(_ key: String) -> ContentIndex.Entry? {
        if let entry = state.withLock({ $0.memory.index.entries[key] }) { return entry }
        guard let files = folder?.files, let entry = entry(key), files.isThere(entry.hash, size: entry.size) else {
            return nil
        }
        return entry
    }

    /// All keys, sorted.
    public var keys: [String] {
        let kept = folder.map { ContentIndex($0.index.all).entries.keys.map(\.self) } ?? []
        return Set(kept).union(state.withLock { $0.memory.index.entries.keys.map(\.self) }).sorted()
    }

    /// The sum of all contents in bytes; contents that keys share count once.
    public var totalBytes: Int {
        let kept = folder.map { ContentIndex($0.index.all).totalBytes } ?? 0
        return kept + state.withLock { $0.memory.index.totalBytes }
    }

    private func entry(_ key: String) -> ContentIndex.Entry? {
        // An index from elsewhere may contain any size.
        ContentIndex.Entry(folder?.index.value(key)).flatMap { $0.size <= limits.maximumBytes ? $0 : nil }
    }

    /// Reads under the lock, while no other process replaces or removes the file, and removes the keys of a bad file.
    private func readAgain(_ key: String) -> [UInt8]? {
        guard let (index, files) = folder else { return nil }
        return index.updateUnlessLocked { values -> [UInt8]? in
            guard let entry = ContentIndex.Entry(values[key]), entry.size <= limits.maximumBytes else { return nil }
            if let bytes = files.read(entry.hash, size: entry.size) { return bytes }
            change(&values, files) { $0.remove(hash: entry.hash) }
            return nil
        } ?? nil
    }

    // MARK: - Changing

    /// Puts bytes under a key, with a string that identifies their version.
    ///
    /// They replace the earlier bytes of the key. To make room, contents that were
    /// unused for too long are removed, and then the least recently used ones. Bytes
    /// that wouldn't fit alone are refused, which is reported and changes nothing;
    /// so are a key or a tag of more than 8 KiB.
    public func insert(_ bytes: [UInt8], for key: String, tag: String? = nil, at date: Date) {
        guard bytes.count <= limits.maximumBytes else {
            return problems.refuse(key, "has \(bytes.count) bytes, and the limit is \(limits.maximumBytes)")
        }
        guard key.utf8.count <= ContentCache.textLimit, tag?.utf8.count ?? 0 <= ContentCache.textLimit else {
            return problems.refuse(key, "or its tag is longer than \(ContentCache.textLimit) bytes")
        }
        let now = ContentIndex.moment(date)
        let hash = SHA256.hex(of: bytes)
        let entry = ContentIndex.Entry(hash: hash, size: bytes.count, added: now, used: now, tag: tag)
        if let failure = store(bytes, entry, for: key, now: now) {
            state.withLock { $0.memory.insert(bytes, entry, for: key, limits) }
            if folder != nil { problems.report(.unwritable, failure.reason) }
        } else {
            state.withLock { $0.memory.remove(key) }
            problems.didWrite()
        }
    }

    /// Writes the bytes and their entry into the directory; returns the reason if that fails.
    private func store(_ bytes: [UInt8], _ entry: ContentIndex.Entry, for key: String, now: Int) -> StoreFailure? {
        guard let (index, files) = folder else { return StoreFailure("there is no directory") }
        // In one transaction, so that no process takes the file for one without a key.
        let outcome = index.updateUnlessLocked { values -> StoreFailure? in
            do throws(StoreFailure) {
                try files.write(bytes, as: entry.hash)
            } catch {
                return error
            }
            change(&values, files) { contents in
                contents.record(uses: removeUses(), now: now)
                contents.insert(entry, for: key)
                contents.trim(to: limits, now: now, keeping: key)
            }
            // The files of a process that was killed before it changed the index.
            if beginTidying() { files.removeAll(except: ContentIndex(values).hashes) }
            return nil
        }
        // While another process has the lock it may be removing files, so none is written.
        return outcome ?? StoreFailure("another process keeps its index locked")
    }

    /// Changes the index, and removes files that have no key any more.
    private func change(
        _ values: inout [String: PlainValue],
        _ files: ContentFiles,
        _ body: (inout ContentIndex) -> Void
    ) {
        var contents = ContentIndex(values)
        let before = contents.hashes
        body(&contents)
        contents.write(to: &values)
        for hash in before.subtracting(contents.hashes) { files.remove(hash) }
    }

    /// Removes the bytes under a key.
    public func remove(_ key: String) {
        state.withLock { $0.memory.remove(key) }
        guard let (index, files) = folder, index.value(key) != nil else { return }
        let isDone: Void? = index.updateUnlessLocked { values in change(&values, files) { $0.remove(key) } }
        // The file is removed when a process next tidies the directory.
        if isDone == nil { index.update { $0[key] = nil } }
    }

    /// Removes everything except some keys, and returns the number of removed bytes.
    ///
    /// This includes files without a key and files that were set aside as damaged.
    /// Files that aren't the cache's stay.
    @discardableResult
    public func removeAll(except kept: Set<String> = []) -> Int {
        let before = totalBytes
        state.withLock { state in
            for key in state.memory.index.entries.keys where !kept.contains(key) { state.memory.remove(key) }
            state.uses = state.uses.filter { kept.contains($0.key) }
        }
        if let (index, files) = folder, files.isFolderThere {
            let isDone: Void? = index.updateUnlessLocked { values in
                values = values.filter { kept.contains($0.key) }
                files.removeAll(except: ContentIndex(values).hashes)
                files.removeSetAside()
            }
            // The files are removed when a process next tidies the directory.
            if isDone == nil { index.update { $0 = $0.filter { kept.contains($0.key) } } }
        }
        return max(0, before - totalBytes)
    }

    private func removeUses() -> [String: Int] {
        state.withLock { state in
            defer { state.uses = [:] }
            return state.uses
        }
    }

    /// Returns whether the caller is the first, who tidies the folder.
    private func beginTidying() -> Bool {
        state.withLock { state in
            defer { state.isTidy = true }
            return !state.isTidy
        }
    }
}

/// The contents of a cache without a directory, or those that its directory couldn't take.
private struct ContentMemory: Sendable {
    private(set) var index = ContentIndex()
    private var contents: [String: [UInt8]] = [:]

    /// Returns the bytes under a key, and records the use.
    mutating func use(_ key: String, at now: Int) -> [UInt8]? {
        guard let entry = index.entries[key] else { return nil }
        index.record(uses: [key: now], now: now)
        return contents[entry.hash]
    }

    mutating func insert(_ bytes: [UInt8], _ entry: ContentIndex.Entry, for key: String, _ limits: ContentCache.Limits)
    {
        index.insert(entry, for: key)
        contents[entry.hash] = bytes
        index.trim(to: limits, now: entry.used, keeping: key)
        dropUnnamed()
    }

    mutating func remove(_ key: String) {
        guard index.entries[key] != nil else { return }
        index.remove(key)
        dropUnnamed()
    }

    private mutating func dropUnnamed() {
        let named = index.hashes
        contents = contents.filter { named.contains($0.key) }
    }
}

/// The reporting of a cache's problems and those of its index.
///
/// A cache that can't be written is reported once, until a write succeeds.
private final class ContentProblems: Sendable {
    private let path: String
    private let onProblem: (@Sendable (StoreProblem) -> Void)?
    private let isUnwritableReported = Mutex(false)

    init(path: String, onProblem: (@Sendable (StoreProblem) -> Void)?) {
        self.path = path
        self.onProblem = onProblem
    }

    func report(_ kind: StoreProblem.Kind, _ reason: String) {
        report(StoreProblem(kind, path: path, reason: reason))
    }

    /// Reports that the content of a key was refused.
    func refuse(_ key: String, _ reason: String) {
        report(.refused, "'\(key.prefix(200))' \(reason)".escapingControls)
    }

    func didWrite() {
        isUnwritableReported.withLock { $0 = false }
    }

    func report(_ problem: StoreProblem) {
        if problem.kind == .unwritable {
            let isFirst = isUnwritableReported.withLock { isReported in
                defer { isReported = true }
                return !isReported
            }
            guard isFirst else { return }
        }
        onProblem?(problem)
    }
}
