/// The libraries of a watched folder, and which of them were saved or are gone; a pure value.
///
/// A linker may write a file in several steps, or remove it first. So a file
/// counts when it has stayed the same for a moment after it was complete, and a
/// missing one when it has been missing for longer.
struct LibraryChanges {
    enum Change: Hashable {
        /// A file is there for the first time, or has other contents than before.
        case saved(String)
        /// A file isn't there any more.
        case gone(String)
    }

    /// The time for which a complete file stays the same before it counts.
    static let settlingTime: Duration = .milliseconds(100)

    /// The time for which a file is missing before it counts as gone.
    static let absence: Duration = .seconds(1)

    private struct Pending: Hashable {
        /// The file as it was when it was complete; nil if it's missing.
        let file: FileStatus?
        let due: Duration
    }

    /// The files as they were when they counted last.
    private var counted: [String: FileStatus]
    private var pending: [String: Pending] = [:]

    /// Creates the state of a folder whose files are open already.
    init(_ files: [String: FileStatus]) {
        counted = files
    }

    /// Records that a file is complete, or that it's missing.
    mutating func record(_ name: String, as file: FileStatus?, at now: Duration) {
        if file == counted[name] {
            pending[name] = nil
        } else if pending[name].map({ $0.file != file }) ?? true {
            let due = now + (file == nil ? LibraryChanges.absence : LibraryChanges.settlingTime)
            pending[name] = Pending(file: file, due: due)
        }
    }

    /// Records that all files are complete, and that no others are there.
    mutating func record(all files: [String: FileStatus], at now: Duration) {
        for name in Set(counted.keys).union(pending.keys).union(files.keys) { record(name, as: files[name], at: now) }
    }

    /// Returns the changes that count by now, by name, and forgets them.
    ///
    /// A file that isn't as it was recorded is being written again.
    mutating func removeDue(_ files: [String: FileStatus], at now: Duration) -> [Change] {
        pending.filter { $0.value.due <= now }.sorted { $0.key < $1.key }.compactMap { name, change in
            pending[name] = nil
            guard files[name] == change.file else { return nil }
            counted[name] = change.file
            return change.file == nil ? .gone(name) : .saved(name)
        }
    }

    /// The time at which the next change counts; nil if no change is pending.
    var nextDue: Duration? { pending.values.map(\.due).min() }
}
