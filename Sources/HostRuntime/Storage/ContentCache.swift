public import FoundationEssentials
internal import Synchronization

/// Bytes by key that can be fetched again, such as pictures by their addresses.
///
/// It may be used on any thread; each call reads or writes files, so a large one
/// belongs off the main actor. Several processes may share a folder. Equal bytes
/// under several keys are kept once, in a file that is named by their SHA-256,
/// and checked by it whenever they are read. A folder that cannot be written is
/// reported once, and what is inserted stays in memory.
public final class ContentCache: Sendable {
    /// How much a cache keeps, and for how long.
    public struct Limits: Hashable, Sendable {
        /// The most bytes that all contents have together.
        public let maximumBytes: Int

        /// How long a content is kept after it was last used.
        public let maximumAge: Duration

        /// Creates limits: 64 MiB and 30 days where nothing else is said.
        public init(maximumBytes: Int = 64 << 20, maximumAge: Duration = .seconds(30 * 86_400)) {
            self.maximumBytes = max(0, maximumBytes)
            self.maximumAge = max(.zero, maximumAge)
        }
    }

    private struct State {
        var memory = ContentMemory()
        /// Uses that the index does not know of; they go there with the next change.
        var uses: [String: Int] = [:]
        var isTidy = false
    }

    private let limits: Limits
    private let folder: (index: KeyValueStore, files: ContentFiles)?
    private let state = Mutex(State())
    private let problems: ContentProblems

    /// The least time between two changes of the index that only say that a key was used.
    private static let useInterval = 86_400_000

    /// The most bytes of UTF-8 in a key, and in a tag.
    private static let textLimit = 8192

    /// Creates a cache in a folder, which is made for its user alone (0700) by the first insertion.
    ///
    /// `onProblem` is called on the thread that met the problem, and may use the cache.
    public convenience init(
        directory: String,
        limits: Limits = Limits(),
        onProblem: (@Sendable (StoreProblem) -> Void)? = nil
    ) {
        self.init(directory: directory, limits: limits, calls: StoreCalls(), onProblem: onProblem)
    }

    /// Creates a cache in memory, which ends with the object.
    public init(limits: Limits = Limits()) {
        self.limits = limits
        folder = nil
        problems = ContentProblems(path: "", report: nil)
    }

    init(directory: String, limits: Limits, calls: StoreCalls, onProblem: (@Sendable (StoreProblem) -> Void)?) {
        self.limits = limits
        let files = ContentFiles(directory: directory, calls: calls)
        let problems = ContentProblems(path: files.directory, report: onProblem)
        self.problems = problems
        let index = KeyValueStore(namespace: "index", directory: directory, calls: calls) { problems.note($0) }
        folder = (index, files)
    }

    // MARK: - Reading

    /// The bytes under a key, which are used by that; nil where there are none.
    ///
    /// A file that is missing or damaged counts as not there, and its keys are forgotten.
    public func bytes(for key: String, at date: Date) -> [UInt8]? {
        let now = ContentIndex.moment(date)
        if let bytes = state.withLock({ $0.memory.use(key, at: now) }) { return bytes }
        guard let (index, files) = folder, let entry = entry(key) else { return nil }
        guard let bytes = files.read(entry.hash, size: entry.size) ?? readAgain(key) else { return nil }
        state.withLock { $0.uses[key] = now }
        if now - entry.used >= ContentCache.useInterval {
            index.updateUnlessLocked { values in change(&values, files) { $0.note(uses: takeUses(), now: now) } }
        }
        return bytes
    }

    /// The text that was inserted with the bytes under a key, such as an ETag.
    public func tag(for key: String) -> String? {
        guard contains(key) else { return nil }
        if let entry = state.withLock({ $0.memory.index.entries[key] }) { return entry.tag }
        return entry(key)?.tag
    }

    /// Whether there are bytes under a key, as far as can be told without reading them.
    public func contains(_ key: String) -> Bool {
        if state.withLock({ $0.memory.index.entries[key] }) != nil { return true }
        guard let files = folder?.files, let entry = entry(key) else { return false }
        return files.isThere(entry.hash, size: entry.size)
    }

    /// How many bytes there are under a key, as far as can be told without reading them; nil where there are none.
    public func size(of key: String) -> Int? {
        guard contains(key) else { return nil }
        return state.withLock { $0.memory.index.entries[key]?.size } ?? entry(key)?.size
    }

    /// All keys, in order.
    public var keys: [String] {
        let kept = folder.map { ContentIndex($0.index.all).entries.keys.map(\.self) } ?? []
        return Set(kept).union(state.withLock { $0.memory.index.entries.keys.map(\.self) }).sorted()
    }

    /// How many bytes the contents have together; those that keys share are counted once.
    public var totalBytes: Int {
        let kept = folder.map { ContentIndex($0.index.all).totalBytes } ?? 0
        let sum = kept.addingReportingOverflow(state.withLock { $0.memory.index.totalBytes })
        return sum.overflow ? .max : sum.partialValue
    }

    private func entry(_ key: String) -> ContentIndex.Entry? {
        // A foreign index may claim any size.
        ContentIndex.Entry(folder?.index.value(key)).flatMap { $0.size <= limits.maximumBytes ? $0 : nil }
    }

    /// Reads under the lock, where nobody replaces or removes the file, and forgets what is not there.
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

    /// Puts bytes under a key in the place of what was there, with a text to know their version by.
    ///
    /// What was not used for too long goes, and then what was used the longest
    /// time ago until the rest fits. Bytes that do not fit even alone are
    /// refused, which is reported, and the cache holds what it held before; so
    /// are a key and a tag of more than 8 KiB.
    public func insert(_ bytes: [UInt8], for key: String, tag: String? = nil, at date: Date) {
        guard bytes.count <= limits.maximumBytes else {
            return problems.refuse(key, "has \(bytes.count) bytes, and \(limits.maximumBytes) is the most")
        }
        guard key.utf8.count <= ContentCache.textLimit, tag?.utf8.count ?? 0 <= ContentCache.textLimit else {
            return problems.refuse(key, "or its tag is longer than \(ContentCache.textLimit) bytes")
        }
        let now = ContentIndex.moment(date)
        let hash = SHA256.hex(of: bytes)
        let entry = ContentIndex.Entry(hash: hash, size: bytes.count, added: now, used: now, tag: tag)
        if let failure = store(bytes, entry, for: key, now: now) {
            state.withLock { $0.memory.insert(bytes, entry, for: key, limits) }
            if folder != nil { problems.note(.unwritable, failure.reason) }
        } else {
            state.withLock { $0.memory.remove(key) }
            problems.noteWritten()
        }
    }

    /// Writes the bytes and their entry into the folder; returns why it cannot.
    private func store(_ bytes: [UInt8], _ entry: ContentIndex.Entry, for key: String, now: Int) -> StoreFailure? {
        guard let (index, files) = folder else { return StoreFailure("there is no folder") }
        // File and entry in one transaction: nobody then takes the file for one that no key names.
        let outcome = index.updateUnlessLocked { values -> StoreFailure? in
            do throws(StoreFailure) {
                try files.write(bytes, as: entry.hash)
            } catch {
                return error
            }
            change(&values, files) { contents in
                contents.note(uses: takeUses(), now: now)
                contents.insert(entry, for: key)
                contents.trim(to: limits, now: now, keeping: key)
            }
            // What a process left behind that was killed between its file and its index.
            if beginsToTidy() { files.removeAll(except: ContentIndex(values).hashes) }
            return nil
        }
        // Nobody writes a file beside another process that may be removing files.
        return outcome ?? StoreFailure("another process keeps its index locked")
    }

    /// Changes the index, and removes the files that no key names any more.
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
        // The file goes when somebody tidies the folder.
        if isDone == nil { index.update { $0[key] = nil } }
    }

    /// Removes everything but some keys, also what no key names; files of others in the folder stay.
    ///
    /// What was set aside as damaged goes, too. Returns how many bytes of contents are gone.
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
            // The files go when somebody tidies the folder.
            if isDone == nil { index.update { $0 = $0.filter { kept.contains($0.key) } } }
        }
        return max(0, before - totalBytes)
    }

    private func takeUses() -> [String: Int] {
        state.withLock { state in
            defer { state.uses = [:] }
            return state.uses
        }
    }

    private func beginsToTidy() -> Bool {
        state.withLock { state in
            defer { state.isTidy = true }
            return !state.isTidy
        }
    }
}
