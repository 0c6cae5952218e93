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
        /// The files that the directory didn't take, by name.
        var memory: [String: (file: ContentFile, used: Duration)] = [:]
        var isUnwritableReported = false
    }

    private let limits: ContentLimits
    private let directory: String?
    private let calls: StoreCalls
    private let onProblem: (@Sendable (StoreProblem) -> Void)?
    private let state = Mutex(State())

    /// The least time between two uses that are recorded.
    private static let useInterval = Duration.seconds(3600)

    /// Creates a cache in a directory, which the first insertion creates for its user alone (0700).
    ///
    /// `onProblem` is called on the thread that met the problem, and may use the cache.
    package init(
        directory: String,
        limits: ContentLimits = ContentLimits(),
        calls: StoreCalls = .system,
        onProblem: (@Sendable (StoreProblem) -> Void)? = nil
    ) {
        self.limits = limits
        self.directory = FileSystem.absolutePath(directory)
        self.calls = calls
        self.onProblem = onProblem
    }

    /// Creates a cache in memory, which ends with the object.
    package init(limits: ContentLimits = ContentLimits()) {
        self.limits = limits
        (directory, calls, onProblem) = (nil, StoreCalls(), nil)
    }

    // MARK: - Reading

    /// Returns the bytes under a key, and records the use; nil if there are none.
    ///
    /// A damaged file is removed.
    public func bytes(for key: String, at date: Date) -> [UInt8]? {
        let (name, now) = (ContentFile.name(of: key), date.since1970)
        let kept = state.withLock { state in
            state.memory[name]?.used = now
            return state.memory[name]?.file
        }
        if let kept { return kept.bytes }
        guard let path = path(name), let (file, status) = open(path) else { return nil }
        guard let contents = try? file.read(upTo: status.size), let found = ContentFile(contents) else {
            try? FileSystem.remove(path)
            return nil
        }
        if !(.zero..<ContentCache.useInterval).contains(now - status.modified) {
            try? file.setModified(now)
        }
        return found.bytes
    }

    /// Returns the text that was inserted with the bytes under a key, such as an ETag.
    public func tag(for key: String) -> String? {
        let name = ContentFile.name(of: key)
        if let kept = state.withLock({ $0.memory[name]?.file }) { return kept.tag }
        guard let (file, _) = path(name).flatMap({ open($0) }) else { return nil }
        return (try? file.read(upTo: ContentFile.longestHead)).flatMap { ContentFile(head: $0)?.tag }
    }

    /// Whether there are bytes under a key, without reading them.
    public func contains(_ key: String) -> Bool { size(of: key) != nil }

    /// Returns the number of bytes that the file of a key has, without reading it; nil if there is none.
    public func size(of key: String) -> Int? {
        let name = ContentFile.name(of: key)
        if let kept = state.withLock({ $0.memory[name]?.file }) { return kept.size }
        guard let status = path(name).flatMap({ try? FileStatus(at: $0) }), status.kind == .file else { return nil }
        return status.size
    }

    /// The sum of the sizes of all files in bytes.
    public var totalBytes: Int {
        files.reduce(0) { $0 + $1.size } + state.withLock { $0.memory.values.reduce(0) { $0 + $1.file.size } }
    }

    private func path(_ name: String) -> String? { directory.map { "\($0)/\(name)" } }

    private func open(_ path: String) -> (OpenFile, FileStatus)? {
        // A pipe must not hold the program up, nor a link lead to another file.
        guard let file = try? OpenFile(path, .readOnly, options: [.noFollow, .nonBlocking]),
            let status = try? file.status, status.kind == .file, status.size <= limits.maximumBytes
        else { return nil }
        return (file, status)
    }

    /// The files of contents in the directory.
    private var files: [ContentLimits.Entry] {
        (directory.map { FileSystem.names(in: $0) } ?? []).filter(ContentFile.isName).compactMap { name in
            guard let status = path(name).flatMap({ try? FileStatus(at: $0) }) else { return nil }
            return ContentLimits.Entry(name: name, size: status.size, used: status.modified)
        }
    }

    // MARK: - Changing

    /// Puts bytes under a key, with a text that identifies their version.
    ///
    /// They replace the earlier bytes of the key. To make room, contents that were
    /// unused for too long are removed, and then the least recently used ones. Bytes
    /// that wouldn't fit alone are refused, which is reported and changes nothing;
    /// so is a tag of more than 8 KiB.
    public func insert(_ bytes: [UInt8], for key: String, tag: String? = nil, at date: Date) {
        let (name, file) = (ContentFile.name(of: key), ContentFile(bytes: bytes, tag: tag))
        guard file.size <= limits.maximumBytes else {
            return refuse(key, "has \(file.size) bytes, and the limit is \(limits.maximumBytes)")
        }
        guard tag?.utf8.count ?? 0 <= ContentFile.longestTag else {
            return refuse(key, "has a tag of more than \(ContentFile.longestTag) bytes")
        }
        let now = date.since1970
        guard let path = path(name) else { return keep(file, name, now) }
        do throws(SystemError) {
            let written = try write(file.contents, to: path, at: now)
            state.withLock { state in
                state.memory[name] = nil
                state.isUnwritableReported = false
            }
            tidy(keeping: name, at: now, written)
        } catch {
            // The file of earlier bytes would come back with the next run.
            try? FileSystem.remove(path)
            keep(file, name, now)
            reportUnwritable(error)
        }
    }

    private func keep(_ file: ContentFile, _ name: String, _ now: Duration) {
        state.withLock { state in
            state.memory[name] = (file, now)
            let entries = state.memory.map { name, kept in
                ContentLimits.Entry(name: name, size: kept.file.size, used: kept.used)
            }
            for surplus in limits.surplus(of: entries, at: now, keeping: name) { state.memory[surplus.name] = nil }
        }
    }

    /// The number of files that this process has written, which makes the names of new ones unique.
    private static let written = Atomic<Int>(0)

    /// Writes a file and returns the file system's time.
    ///
    /// It isn't flushed: a file that a failing machine leaves damaged doesn't match
    /// its checksum, and can be fetched again.
    private func write(_ contents: [UInt8], to path: String, at now: Duration) throws(SystemError) -> Duration {
        if let directory { try FileSystem.makeDirectories(directory) }
        let number = ContentCache.written.wrappingAdd(1, ordering: .relaxed).newValue
        let new = "\(path)\(ContentFile.newMark)\(ProcessInfo.processInfo.processIdentifier)-\(number)"
        // A killed process with the same number may have left one, as in a container that was started again.
        try? FileSystem.remove(new)
        let file = try OpenFile(new, .writeOnly, options: [.exclusiveCreate, .noFollow])
        do throws(SystemError) {
            try calls.writeAll(contents, to: file)
            let written = try file.status.modified
            try FileSystem.rename(new, to: path)
            // Afterwards: another cache that tidies takes an unfinished file with an old date for a killed process's.
            try? file.setModified(now)
            return written
        } catch {
            try? FileSystem.remove(new)
            throw error
        }
    }

    /// Removes what exceeds the limits, and the unfinished files of processes that were killed.
    private func tidy(keeping name: String, at now: Duration, _ systemNow: Duration) {
        for entry in limits.surplus(of: files, at: now, keeping: name) { remove(file: entry.name) }
        for unfinished in unfinishedFiles {
            guard let path = path(unfinished), let status = try? FileStatus(at: path) else { continue }
            if systemNow - status.modified > ContentCache.useInterval { try? FileSystem.remove(path) }
        }
    }

    private var unfinishedFiles: [String] {
        (directory.map { FileSystem.names(in: $0) } ?? []).filter { name in
            name.firstRange(of: ContentFile.newMark).map { ContentFile.isName(name[..<$0.lowerBound]) } ?? false
        }
    }

    private func remove(file name: String) {
        if let path = path(name) { try? FileSystem.remove(path) }
    }

    /// Removes the bytes under a key.
    public func remove(_ key: String) {
        let name = ContentFile.name(of: key)
        state.withLock { $0.memory[name] = nil }
        remove(file: name)
    }

    /// Removes everything except some keys, and returns the number of removed bytes.
    ///
    /// Files that aren't the cache's stay.
    @discardableResult
    public func removeAll(except kept: Set<String> = []) -> Int {
        let before = totalBytes
        let names = Set(kept.map { ContentFile.name(of: $0) })
        state.withLock { state in state.memory = state.memory.filter { names.contains($0.key) } }
        for name in files.map(\.name) + unfinishedFiles where !names.contains(name) { remove(file: name) }
        return max(0, before - totalBytes)
    }

    // MARK: - Problems

    private func refuse(_ key: String, _ reason: String) {
        let reason = "'\(key.prefix(200))' \(reason)".escapingControls
        onProblem?(StoreProblem(.refused, path: directory ?? "", reason: reason))
    }

    /// Reports once that the directory can't be written, until a write succeeds.
    private func reportUnwritable(_ error: SystemError) {
        let isReported = state.withLock { state in
            defer { state.isUnwritableReported = true }
            return state.isUnwritableReported
        }
        if !isReported { onProblem?(StoreProblem(.unwritable, path: directory ?? "", reason: error.description)) }
    }
}

extension Date {
    /// The time since 1970, within the dates that a file can have.
    fileprivate var since1970: Duration {
        .seconds(timeIntervalSince1970.isNaN ? 0 : min(max(timeIntervalSince1970, -1e10), 1e10))
    }
}
