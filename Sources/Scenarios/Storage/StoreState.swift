/// The state of a store: its values, the file they are from, the lock while it's held, and the problems to report.
struct StoreState: Sendable {
    let path: String
    private(set) var contents = StoreContents()
    private var place = StoreFile.Place()
    /// Why the file must not be replaced: its content is unknown.
    private(set) var fault: StoreProblem?
    /// The lock of the transaction that runs, or of the one whose changes another thread is to write.
    private(set) var lock: StoreLock?
    /// Whether the lock stays taken after the transaction, until its changes are written.
    private(set) var isLockKept = false
    /// Whether the last wait for another process's lock was in vain.
    private(set) var isLockedOut = false
    var isRetrying = false
    /// The changes that this process has left in a file at its end.
    private(set) var left: UnwrittenChanges?
    private var problems: [StoreProblem] = []
    /// The kinds of the problems that were reported and aren't over.
    private var reported: Set<StoreProblem.Kind> = []
    /// The reason for the last problem.
    private(set) var lastReason = ""

    init(path: String) {
        self.path = path
    }

    /// Whether there are changes that aren't on the disk.
    var hasChanges: Bool { contents.hasChanges }

    /// Whether the file is damaged and this hasn't been reported.
    var isDamageUnreported: Bool { fault?.kind == .damaged && !reported.contains(.damaged) }

    /// Whether the file hasn't been read.
    var isUnread: Bool { place.sighting == .never }

    // MARK: - Reading

    /// Reads the file if it has changed.
    ///
    /// While the lock is held, no one else changes it: what is new in it is this process's own.
    mutating func refresh(from file: StoreFile) {
        if lock == nil { read(file) }
    }

    /// Reads the file at the beginning of a transaction; if it's damaged, sets it aside with the lock, or reports it.
    private mutating func begin(with file: StoreFile) {
        read(file)
        guard let fault, fault.kind == .damaged else { return }
        if lock != nil, let target = try? file.setAside() {
            problems.append(StoreProblem(.damaged, path: path, reason: fault.reason, setAside: target))
            accept(.success([:]), at: StoreFile.Place(sighting: .absent))
        } else {
            report(fault)
        }
    }

    private mutating func read(_ file: StoreFile) {
        if let (place, result) = file.read(unless: place.sighting) { accept(result, at: place) }
    }

    private mutating func accept(_ result: Result<[String: PlainValue], StoreProblem>, at place: StoreFile.Place) {
        self.place = place
        fault = nil
        reported.remove(.damaged)
        switch result {
        case .success(let values):
            contents.read(values)
            reported.remove(.unreadable)
        case .failure(let problem):
            fault = problem
            if problem.kind == .damaged { contents.read([:]) } else { report(problem) }
        }
    }

    // MARK: - Committing

    /// Records that contents are in the file, and a problem that leaves them there.
    mutating func didWrite(_ written: StoreContents, at place: StoreFile.Place, _ problem: StoreProblem? = nil) {
        contents = written
        contents.didWrite()
        self.place = place
        fault = nil
        isLockKept = false
        // All other problems are over, but for a file system without locks.
        reported.formIntersection([.unlocked] + [problem?.kind].compactMap(\.self))
        if let problem { report(problem) }
    }

    /// Keeps contents in memory, over the file's values, which may have been read again in the meantime.
    ///
    /// With the lock, another thread writes them, and no other process writes anything before.
    mutating func keep(_ attempt: StoreContents, withLock: Bool = false) {
        let file = contents.file
        contents = attempt
        contents.read(file)
        isLockKept = withLock
    }

    /// Records that no file can hold the changes in memory: no thread is to try again before the next commit.
    mutating func refuse(_ problem: StoreProblem) {
        isLockKept = false
        report(problem)
    }

    /// Records that the changes are in a file of their own.
    mutating func didLeave(_ changes: UnwrittenChanges) {
        left = changes
        contents.removeChanges()
    }

    // MARK: - The lock

    /// Records that this process has the lock, and reads the file; returns why it must not be replaced.
    mutating func didLock(_ lock: StoreLock, of file: StoreFile) -> StoreProblem? {
        self.lock = lock
        isLockedOut = false
        reported.remove(.locked)
        if let problem = lock.problem { report(problem) }
        begin(with: file)
        return fault
    }

    /// Records that the lock can't be opened: then no other process is to be waited for.
    mutating func didFailToLock(_ file: StoreFile) {
        isLockedOut = false
        begin(with: file)
    }

    /// Records that waiting for the lock was in vain: changes are made to what the file has now.
    mutating func didWaitInVain(for file: StoreFile) {
        isLockedOut = true
        report(.isLocked)
        refresh(from: file)
    }

    /// Returns the lock for release at the end of a transaction; nil if it's kept.
    mutating func removeLock() -> StoreLock? {
        guard !isLockKept else { return nil }
        defer { lock = nil }
        return lock
    }

    /// Starts retrying, if changes wait for the lock and no thread retries; true if the caller is to retry.
    mutating func beginRetrying() -> Bool {
        guard isLockedOut, hasChanges, !isRetrying else { return false }
        isRetrying = true
        return true
    }

    /// Ends retrying, unless changes wait for the lock again.
    mutating func endRetrying() -> Bool {
        isRetrying = isLockedOut && hasChanges
        return !isRetrying
    }

    // MARK: - Problems

    /// Adds a problem that lasts, once until it is over.
    mutating func report(_ problem: StoreProblem) {
        lastReason = problem.reason
        if reported.insert(problem.kind).inserted { add(problem) }
    }

    mutating func reportReentry() {
        add(StoreProblem(.reentered, reason: "a transaction called its own store"))
    }

    private mutating func add(_ problem: StoreProblem) {
        var problem = problem
        problem.path = path
        problems.append(problem)
    }

    mutating func removeProblems() -> [StoreProblem] {
        defer { problems = [] }
        return problems
    }
}

extension StoreProblem {
    static let isLocked = StoreProblem(.locked, reason: "another process holds its lock")
}
