/// What a store knows: its values, the file they are from, and what is to be reported.
struct StoreState: Sendable {
    /// A transaction's outcome on its way to the file.
    struct Attempt: Sendable {
        let contents: StoreContents
        let values: [String: PlainValue]
    }

    private(set) var contents = StoreContents()
    private let path: String
    private var place = StoreReading.Place()
    private var fault: StoreReading.Fault?
    private var problems: [StoreProblem] = []
    /// The lasting problems that were reported and are not over.
    private var reported: Set<StoreProblem.Kind> = []
    /// Whether the last wait for another process's lock was in vain.
    private(set) var isLockedOut = false
    private var isRetrying = false

    init(path: String) {
        self.path = path
    }

    /// Whether the file is damaged and nobody was told.
    var isDamageUnreported: Bool {
        if case .damaged = fault { !reported.contains(.damaged) } else { false }
    }

    /// Why the file must not be replaced: what it holds is unknown.
    var obstacle: StoreFailure? {
        switch fault {
        case .damaged(let reason), .unreadable(let reason): StoreFailure(reason)
        case nil: nil
        }
    }

    // MARK: - Reading

    /// Takes in the file where it is another one than before; sets it aside where it is damaged.
    mutating func look(at file: StoreFile, mayMove: Bool? = nil) {
        if let reading = file.read(unless: place.sighting) { take(reading) }
        guard case .damaged(let reason) = fault, let mayMove else { return }
        if mayMove, let target = try? file.setAside() {
            problems.append(StoreProblem(.damaged, path: path, reason: reason, setAside: target))
            take(StoreReading(sighting: .absent, result: .success([:])))
        } else if reported.insert(.damaged).inserted {
            problems.append(StoreProblem(.damaged, path: path, reason: reason))
        }
    }

    private mutating func take(_ reading: StoreReading) {
        place = reading.place
        reported.remove(.damaged)
        switch reading.result {
        case .success(let values):
            contents.read(values)
            fault = nil
            reported.remove(.unreadable)
        case .failure(let fault):
            if case .damaged = fault { contents.read([:]) }
            if case .unreadable(let reason) = fault { note(.unreadable, reason) }
            self.fault = fault
        }
    }

    // MARK: - Changing

    /// What a transaction would make of the values; nil when there is nothing to write.
    mutating func prepare(
        _ before: [String: PlainValue],
        _ after: [String: PlainValue],
        _ replay: StoreReplay?
    ) -> Attempt? {
        var changed = contents
        do {
            changed.change(from: before, to: try StoreFormat.storable(after), replay: replay)
        } catch {
            refuse(error)
            return nil
        }
        return changed.steps.isEmpty ? nil : Attempt(contents: changed, values: changed.values)
    }

    /// The attempt is in the file.
    mutating func settle(_ attempt: Attempt, in place: StoreReading.Place) {
        contents = attempt.contents
        contents.settle()
        self.place = place
        fault = nil
        reported = []
    }

    /// The attempt could not be written: it stays in memory.
    mutating func postpone(_ attempt: Attempt, _ failure: StoreFailure) {
        keep(attempt)
        // The report of a file that cannot be read or moved has said it.
        if fault == nil { note(.unwritable, failure.reason) }
    }

    /// Another process holds the lock: the attempt stays in memory.
    mutating func keep(_ attempt: Attempt) {
        // The file may have been read anew meanwhile.
        contents.keepSteps(of: attempt.contents)
    }

    /// The transaction cannot be in a file, and is dropped.
    mutating func refuse(_ failure: StoreFailure) {
        note(.refused, failure.reason)
    }

    // MARK: - Another process's lock

    /// Records that the lock was had.
    mutating func noteLock() {
        isLockedOut = false
        reported.remove(.locked)
    }

    /// Records that the lock was waited for in vain; true the first time.
    mutating func noteLockedOut() -> Bool {
        isLockedOut = true
        return !reported.contains(.locked)
    }

    /// Reports who holds the lock, once until it is had again.
    mutating func reportLock(_ reason: String) {
        note(.locked, reason)
    }

    /// Whether changes wait for another process's lock and nobody tries to write them; then the caller does.
    mutating func beginRetrying() -> Bool {
        guard isLockedOut, !contents.steps.isEmpty, !isRetrying else { return false }
        isRetrying = true
        return true
    }

    /// Ends the retries, where nothing waits for the lock any more.
    mutating func endRetrying() -> Bool {
        if isLockedOut, !contents.steps.isEmpty { return false }
        isRetrying = false
        return true
    }

    /// Gives the retries up.
    mutating func abandonRetrying() {
        isRetrying = false
    }

    // MARK: - Problems

    /// Reports a problem, once until it is over.
    private mutating func note(_ kind: StoreProblem.Kind, _ reason: String) {
        guard reported.insert(kind).inserted else { return }
        problems.append(StoreProblem(kind, path: path, reason: reason))
    }

    mutating func noteReentry() {
        problems.append(StoreProblem(.reentered, path: path, reason: "a transaction called its own store"))
    }

    mutating func takeProblems() -> [StoreProblem] {
        defer { problems = [] }
        return problems
    }
}
