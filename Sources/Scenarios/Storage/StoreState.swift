/// The state of a store: its values, the file they are from, and the problems to report.
struct StoreState: Sendable {
    private(set) var contents = StoreContents()
    private let path: String
    private var place = StoreFile.Place()
    /// Why the file must not be replaced: its content is unknown.
    private(set) var fault: StoreProblem?
    /// Why the changes that processes have left in files can't be made; until they are, nothing else may be written.
    var leftFault: StoreProblem?
    private var problems: [StoreProblem] = []
    /// The kinds of the problems that were reported and aren't over.
    private var reported: Set<StoreProblem.Kind> = []
    /// The reason for the last problem.
    private(set) var lastReason = ""
    /// Whether the last wait for another process's lock was in vain.
    private(set) var isLockedOut = false
    var isRetrying = false
    /// Whether a thread writes what is in memory, with the lock: until it has, the file has nothing newer.
    var isWriting = false
    /// The changes that this process has left in a file at its end.
    private(set) var left: UnwrittenChanges?

    init(path: String) {
        self.path = path
    }

    /// Whether there are changes that aren't on the disk.
    var hasChanges: Bool { !contents.changes.isEmpty }

    /// Whether the file is damaged and this hasn't been reported.
    var isDamageUnreported: Bool { fault?.kind == .damaged && !reported.contains(.damaged) }

    /// Whether the file hasn't been read.
    var isUnread: Bool { place.sighting == .never }

    /// Why the file must not be replaced; nil if it may be.
    var obstacle: StoreProblem? { fault ?? leftFault }

    // MARK: - Reading

    /// Reads the file if it has changed, and sets it aside if it is damaged.
    ///
    /// `mayMove` is whether this process holds the lock that moving needs; with
    /// nil, a damaged file is neither moved nor reported.
    mutating func refresh(from file: StoreFile, mayMove: Bool? = nil) {
        guard !isWriting else { return }
        if let (place, result) = file.read(unless: place.sighting) { accept(result, at: place) }
        guard let fault, fault.kind == .damaged, let mayMove else { return }
        if mayMove, let target = try? file.setAside() {
            problems.append(StoreProblem(.damaged, path: path, reason: fault.reason, setAside: target))
            accept(.success([:]), at: StoreFile.Place(sighting: .absent))
        } else {
            report(fault)
        }
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
        // All other problems are over.
        reported.formIntersection(problem.map { [$0.kind] } ?? [])
        if let problem { report(problem) }
    }

    /// Keeps the changes of contents in memory; the file may have been read again in the meantime.
    mutating func keep(_ attempt: StoreContents) {
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
        report(.isLocked)
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
