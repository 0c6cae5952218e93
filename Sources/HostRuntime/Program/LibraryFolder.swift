/// The libraries of a watched folder, and which of them are new, replaced or gone; a pure value.
///
/// A linker may write a file in several steps, or remove it first. So a file
/// counts when it's complete and has stayed the same for a moment, and a missing
/// one when it has been missing for longer.
struct LibraryFolder {
    enum Change: Hashable {
        /// A file is there for the first time.
        case arrived(String)
        /// A file is another one than before, or has other contents.
        case replaced(String)
        /// A file isn't there any more.
        case gone(String)
    }

    /// The time for which a file stays the same before it counts.
    static let settlingTime: Duration = .milliseconds(100)

    /// The time for which a file is missing before it counts as gone.
    static let absence: Duration = .seconds(1)

    private struct Pending: Hashable {
        /// The file as it is now; nil if it's missing.
        let file: FileStatus?
        let since: Duration
        var due: Duration { since + (file == nil ? LibraryFolder.absence : LibraryFolder.settlingTime) }
    }

    /// The files as they were when they counted last.
    private var handled: [String: FileStatus]
    private var pending: [String: Pending] = [:]
    /// The files as they were when they were complete; one that was written since is another file.
    private var completeFiles: [String: FileStatus] = [:]

    /// Creates the state of a folder whose files are open already.
    init(_ files: [String: FileStatus]) {
        handled = files
    }

    /// Records that a file is complete as it is now.
    mutating func markComplete(_ name: String, as file: FileStatus?) {
        completeFiles[name] = file
    }

    /// Compares the folder's files with those before, and returns what counts by now, in order.
    mutating func compare(_ files: [String: FileStatus], at now: Duration) -> [Change] {
        var changes: [Change] = []
        for name in Set(handled.keys).union(files.keys).union(pending.keys).sorted() {
            let file = files[name]
            guard file != handled[name] else {
                pending[name] = nil
                continue
            }
            var change = pending[name] ?? Pending(file: file, since: now)
            if change.file != file { change = Pending(file: file, since: now) }
            pending[name] = change
            guard change.due <= now, file == nil || file == completeFiles[name] else { continue }
            pending[name] = nil
            completeFiles[name] = nil
            let isNew = handled.updateOptional(file, for: name) == nil
            changes.append(file == nil ? .gone(name) : isNew ? .arrived(name) : .replaced(name))
        }
        return changes
    }

    /// When to compare again, even if nothing happens until then; nil if nothing is waited for.
    var nextComparison: Duration? {
        pending.filter { $0.value.file == nil || $0.value.file == completeFiles[$0.key] }.values.map(\.due).min()
    }
}

extension [String: FileStatus] {
    /// Sets or removes a value, and returns the one before.
    fileprivate mutating func updateOptional(_ value: FileStatus?, for key: String) -> FileStatus? {
        defer { self[key] = value }
        return self[key]
    }
}
