public import FoundationEssentials
internal import Synchronization

/// A cache of bytes that can be fetched again, such as pictures by their addresses.
///
/// It can be used on any thread. Each call reads or writes files, so large ones
/// belong off the main actor. Several processes can share a directory: each key has
/// a file of its own, which is replaced atomically, checked whenever it is read, and
/// dated by its last use. If the directory can't be written, this is reported once,
/// and new contents stay in memory.
public final class ContentCache: Sendable {
    private struct State {
        /// The contents that the directory didn't take, by key.
        var memory: [String: (file: ContentFile, used: Duration)] = [:]
        var isUnwritableReported = false
    }

    private let directory: String?
    private let maximumBytes: Int
    private let calls: StoreCalls
    private let onProblem: (@Sendable (StoreProblem) -> Void)?
    private let state = Mutex(State())

    private static let maximumAge = Duration.seconds(30 * 86_400)
    /// The age from which an unfinished file is that of a killed process.
    private static let longestWrite = Duration.seconds(3600)

    /// Creates a cache in a directory, which the first insertion creates for its user alone (0700).
    ///
    /// Without a directory, it is in memory and ends with the object. `onProblem` is
    /// called on the thread that met the problem, and may use the cache.
    init(
        directory: String? = nil,
        maximumBytes: Int = 64 << 20,
        calls: StoreCalls = .system,
        onProblem: (@Sendable (StoreProblem) -> Void)? = nil
    ) {
        self.directory = directory.map(FileSystem.absolutePath)
        self.maximumBytes = maximumBytes
        self.calls = calls
        self.onProblem = onProblem
    }

    // MARK: - Reading

    /// Returns the bytes under a key, and records the use; nil if there are none.
    ///
    /// A damaged file is removed.
    public func bytes(for key: String, at date: Date) -> [UInt8]? {
        let now = date.since1970
        let kept = state.withLock { state in
            state.memory[key]?.used = now
            return state.memory[key]?.file
        }
        if let kept { return kept.bytes }
        guard let path = path(of: key), let (file, size) = open(path) else { return nil }
        guard let contents = try? file.read(upTo: size), let found = ContentFile(contents), found.key == key else {
            try? FileSystem.remove(path)
            return nil
        }
        try? file.setModified(now)
        return found.bytes
    }

    /// Returns the text that was inserted with the bytes under a key, such as an ETag.
    public func tag(for key: String) -> String? {
        if let kept = inMemory(key) { return kept.tag }
        guard let (file, _) = path(of: key).flatMap(open) else { return nil }
        return try? ContentFile.tag(in: file, for: key)
    }

    /// Whether there are bytes under a key, without reading them.
    public func contains(_ key: String) -> Bool { size(of: key) != nil }

    /// Returns the number of bytes that the file of a key has, without reading it; nil if there is none.
    public func size(of key: String) -> Int? {
        if let kept = inMemory(key) { return kept.size }
        guard let status = path(of: key).flatMap({ try? FileStatus(at: $0) }), status.kind == .file else { return nil }
        return status.size
    }

    /// The sum of the sizes of all files in bytes.
    public var totalBytes: Int {
        files().reduce(0) { $0 + $1.size } + state.withLock { $0.memory.values.reduce(0) { $0 + $1.file.size } }
    }

    private func inMemory(_ key: String) -> ContentFile? { state.withLock { $0.memory[key]?.file } }

    private func path(of key: String) -> String? { directory.map { "\($0)/\(ContentFile.name(of: key))" } }

    private func open(_ path: String) -> (OpenFile, size: Int)? {
        // A pipe must not hold the program up, nor a link lead to another file.
        guard let file = try? OpenFile(path, .readOnly, options: [.noFollow, .nonBlocking]),
            let status = try? file.status, status.kind == .file, status.size <= maximumBytes
        else { return nil }
        return (file, status.size)
    }

    // MARK: - Changing

    /// Puts bytes under a key, with a text that identifies their version.
    ///
    /// They replace the earlier bytes of the key. To make room, contents that were
    /// unused for 30 days are removed, and then the least recently used ones, until
    /// all have at most 64 MiB. Bytes that wouldn't fit alone are refused, which is
    /// reported and changes nothing.
    public func insert(_ bytes: [UInt8], for key: String, tag: String? = nil, at date: Date) {
        let (file, now) = (ContentFile(key: key, tag: tag, bytes: bytes), date.since1970)
        guard file.size <= maximumBytes else {
            let text = "'\(key.prefix(200))' has \(file.size) bytes, and the limit is \(maximumBytes)".escapingControls
            onProblem?(StoreProblem(.refused, path: directory ?? "", reason: text))
            return
        }
        guard let directory, let path = path(of: key) else { return keep(file, now) }
        do throws(SystemError) {
            try FileSystem.makeDirectories(directory)
            let systemNow = try write(file.contents, to: path, at: now)
            state.withLock { state in
                state.memory[key] = nil
                state.isUnwritableReported = false
            }
            remove(surplus(of: files(), at: now, keeping: path.fileName))
            remove(files(unfinished: true).filter { systemNow - $0.used > ContentCache.longestWrite })
        } catch {
            // The file of earlier bytes would come back with the next run.
            try? FileSystem.remove(path)
            keep(file, now)
            let isReported = state.withLock { state in
                defer { state.isUnwritableReported = true }
                return state.isUnwritableReported
            }
            if !isReported { onProblem?(StoreProblem(.unwritable, path: directory, reason: error.description)) }
        }
    }

    private func keep(_ file: ContentFile, _ now: Duration) {
        state.withLock { state in
            state.memory[file.key] = (file, now)
            let entries = state.memory.map { key, kept in Entry(name: key, size: kept.file.size, used: kept.used) }
            for entry in surplus(of: entries, at: now, keeping: file.key) { state.memory[entry.name] = nil }
        }
    }

    /// Writes a file and returns the file system's time.
    ///
    /// It isn't flushed: a file that a failing machine leaves damaged doesn't match
    /// its checksum, and can be fetched again.
    private func write(_ contents: [UInt8], to path: String, at now: Duration) throws(SystemError) -> Duration {
        let process = ProcessInfo.processInfo.processIdentifier
        let new = "\(path)\(ContentFile.newMark)\(process)-\(SystemThread.currentID)"
        // A killed process with the same number may have left one, as in a container that was started again.
        try? FileSystem.remove(new)
        let file = try OpenFile(new, .writeOnly, options: [.exclusiveCreate, .noFollow])
        do throws(SystemError) {
            try calls.writeAll(contents, to: file)
            let written = try file.status.modified
            try FileSystem.rename(new, to: path)
            // Afterwards: an unfinished file with an old date would be taken for a killed process's.
            try? file.setModified(now)
            return written
        } catch {
            try? FileSystem.remove(new)
            throw error
        }
    }

    /// Removes the bytes under a key.
    public func remove(_ key: String) {
        state.withLock { $0.memory[key] = nil }
        if let path = path(of: key) { try? FileSystem.remove(path) }
    }

    /// Removes everything except some keys, and returns the number of removed bytes.
    ///
    /// Files that aren't the cache's stay.
    @discardableResult
    public func removeAll(except kept: Set<String> = []) -> Int {
        let before = totalBytes
        let names = Set(kept.map { ContentFile.name(of: $0) })
        state.withLock { state in state.memory = state.memory.filter { kept.contains($0.key) } }
        remove((files() + files(unfinished: true)).filter { !names.contains($0.name) })
        return max(0, before - totalBytes)
    }

    // MARK: - Limits

    /// A file, or a content in memory.
    private struct Entry {
        let name: String
        let size: Int
        let used: Duration
    }

    /// The cache's files in the directory; those that aren't finished have names of their own.
    private func files(unfinished: Bool = false) -> [Entry] {
        guard let directory else { return [] }
        return FileSystem.names(in: directory).compactMap { name in
            guard ContentFile.isName(name, unfinished: unfinished),
                let status = try? FileStatus(at: "\(directory)/\(name)")
            else { return nil }
            return Entry(name: name, size: status.size, used: status.modified)
        }
    }

    private func remove(_ files: [Entry]) {
        for file in files { try? FileSystem.remove("\(directory ?? "")/\(file.name)") }
    }

    /// Returns those that are too old, and then the least recently used ones until the rest fits; never the kept one.
    ///
    /// A date in the future counts as now: the clock was set back.
    private func surplus(of entries: [Entry], at now: Duration, keeping kept: String) -> [Entry] {
        var bytes = entries.reduce(0) { $0 + $1.size }
        let oldestFirst = entries.filter { $0.name != kept }
            .sorted { (min($0.used, now), $0.name) < (min($1.used, now), $1.name) }
        return Array(
            oldestFirst.prefix { entry in
                guard bytes > maximumBytes || now - entry.used > ContentCache.maximumAge else { return false }
                bytes -= entry.size
                return true
            }
        )
    }
}

extension Date {
    /// The time since 1970, within the dates that a file can have.
    fileprivate var since1970: Duration {
        .seconds(timeIntervalSince1970.isNaN ? 0 : min(max(timeIntervalSince1970, -1e10), 1e10))
    }
}
