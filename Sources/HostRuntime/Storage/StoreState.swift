/// The state of a store: its values, the file they are from, and the problems to report.
struct StoreState: Sendable {
    private(set) var contents = StoreContents()
    private let path: String
    private var place = StoreReading.Place()
    private var fault: StoreReading.Fault?
    private var problems: [StoreProblem] = []
    /// The lasting problems that were reported and aren't over.
    private var reported: Set<StoreProblem.Kind> = []
    /// Whether the last wait for another process's lock was in vain.
    private(set) var isLockedOut = false
    var isRetrying = false
    /// The changes that this process has left in a file at its end.
    private(set) var left: UnwrittenChanges?
    /// The reason for the last problem.
    private(set) var lastReason = ""
    /// Whether a thread writes what is in memory, with the lock: until it has, the file has nothing newer.
    var isWriting = false

    init(path: String) {
        self.path = path
    }

    /// Whether the file is damaged and this hasn't been reported.
    var isDamageUnreported: Bool {
        fault?.kind == .damaged && !reported.contains(.damaged)
    }

    /// Whether the file hasn't been read.
    var isUnread: Bool { place.sighting == .never }

    /// Why the file must not be replaced: its content is unknown.
    var obstacle: StoreFailure? { fault.map { StoreFailure($0.reason) } }

    // MARK: - Reading

    /// Reads the file if it has changed, and sets it aside if it is damaged.
    ///
    /// `mayMove` is whether this process holds the lock that moving needs; with
    /// nil, a damaged file is neither moved nor reported.
    mutating func refresh(from file: StoreFile, mayMove: Bool? = nil) {
        guard !isWriting else { return }
        if let reading = file.read(unless: place.sighting) { accept(reading) }
        guard let fault, fault.kind == .damaged, let mayMove else { return }
        if mayMove, let target = try? file.setAside() {
            problems.append(StoreProblem(.damaged, path: path, reason: fault.reason, setAside: target))
            accept(StoreReading(sighting: .absent, result: .success([:])))
        } else if reported.insert(.damaged).inserted {
            problems.append(StoreProblem(.damaged, path: path, reason: fault.reason))
        }
    }

    private mutating func accept(_ reading: StoreReading) {
        place = reading.place
        reported.remove(.damaged)
        switch reading.result {
        case .success(let values):
            contents.read(values)
            fault = nil
            reported.remove(.unreadable)
        case .failure(let fault):
            if fault.kind == .damaged { contents.read([:]) } else { report(.unreadable, fault.reason) }
            self.fault = fault
        }
    }

    // MARK: - Committing

    /// Records that the attempt is in the file.
    mutating func didWrite(_ attempt: StoreContents, in replacement: StoreFile.Replacement) {
        contents = attempt
        contents.didWrite()
        place = replacement.place
        fault = nil
        // All other problems are over.
        reported.formIntersection([.unflushed])
        if let failure = replacement.flushFailure {
            report(.unflushed, failure.reason)
        } else {
            reported = []
        }
    }

    /// Keeps the attempt in memory, because the file can't be written.
    mutating func postpone(_ attempt: StoreContents, _ failure: StoreFailure) {
        keep(attempt)
        reportUnwritable(failure)
    }

    mutating func reportUnwritable(_ failure: StoreFailure) {
        // A file that can't be read or moved has been reported as that.
        if fault == nil { report(.unwritable, failure.reason) }
    }

    /// Keeps the attempt in memory, because another process holds the lock.
    mutating func keep(_ attempt: StoreContents) {
        // The file may have been read again in the meantime.
        contents.adoptChanges(of: attempt)
    }

    /// Records that the changes are in a file of their own.
    mutating func didLeave(_ changes: UnwrittenChanges) {
        left = changes
        contents.removeChanges()
    }

    // MARK: - The lock

    /// Records that this process has got the lock.
    mutating func didLock() {
        isLockedOut = false
        reported.remove(.locked)
    }

    /// Records that the lock can't be opened: then no other process is to be waited for.
    mutating func didFailToLock() {
        isLockedOut = false
    }

    /// Records that waiting for the lock was in vain.
    mutating func didWaitInVain() {
        isLockedOut = true
        report(.locked, "another process holds its lock")
    }

    /// Starts retrying, if changes wait for the lock and no thread retries; true if the caller is to retry.
    mutating func beginRetrying() -> Bool {
        guard isLockedOut, !contents.changes.isEmpty, !isRetrying else { return false }
        isRetrying = true
        return true
    }

    /// Ends retrying, unless changes wait for the lock again.
    mutating func endRetrying() -> Bool {
        if isLockedOut, !contents.changes.isEmpty { return false }
        isRetrying = false
        return true
    }

    // MARK: - Problems

    /// Adds a lasting problem, once until it is over.
    mutating func report(_ kind: StoreProblem.Kind, _ reason: String) {
        lastReason = reason
        guard reported.insert(kind).inserted else { return }
        problems.append(StoreProblem(kind, path: path, reason: reason))
    }

    mutating func reportReentry() {
        problems.append(StoreProblem(.reentered, path: path, reason: "a transaction called its own store"))
    }

    mutating func removeProblems() -> [StoreProblem] {
        defer { problems = [] }
        return problems
    }
}
