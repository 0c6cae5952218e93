internal import Synchronization

/// Values by key that outlive the program, in one file for each namespace.
///
/// All threads and processes see one order of transactions. None is lost or
/// torn, at whatever moment a process is killed. A process that another one
/// locks out continues by itself and merges its changes later; see `update(_:)`.
/// If it ends before it can, the next process merges them.
/// The file is at most 1 MiB. Problems never reach the caller as failures: they
/// are reported, and the store continues with what it has.
public final class KeyValueStore: Sendable {
    let file: StoreFile?
    let gate: StoreGate
    let state: Mutex<StoreState>
    /// The rules of changes that may come from a file, beside the common ones.
    let rules: [MergeRule]
    private let onProblem: (@Sendable (StoreProblem) -> Void)?

    /// Creates a store in memory with some values, which ends with the object.
    ///
    /// With it, scenarios can also change values inside an update of another store:
    /// make a store of the update's values, use it, and take its values over.
    public convenience init(_ values: [String: PlainValue] = [:]) {
        self.init(file: nil, rules: [], onProblem: nil)
        update { $0 = values }
    }

    private init(file: StoreFile?, rules: [MergeRule], onProblem: (@Sendable (StoreProblem) -> Void)?) {
        self.file = file
        self.rules = rules
        self.onProblem = onProblem
        gate = file.map { StoreGate.shared(for: $0.path) } ?? StoreGate()
        state = Mutex(StoreState(path: file?.path ?? ""))
    }

    /// Creates a store on the file `NAMESPACE.json` in a directory.
    ///
    /// A namespace is 1 to 200 of the characters `A-Z a-z 0-9 . _ -`. With another
    /// one the store is in memory, which is reported. The first commit creates the
    /// directory and the file for their user alone (0700 and 0600). `onProblem` is
    /// called after the transaction, on the thread that met the problem; it may use
    /// the store.
    package convenience init(
        namespace: String,
        directory: String,
        calls: StoreCalls = .system,
        isSecret: Bool = false,
        rules: [MergeRule] = [],
        onProblem: (@Sendable (StoreProblem) -> Void)? = nil
    ) {
        if let rule = KeyValueStore.brokenRule(of: namespace) {
            self.init(file: nil, rules: [], onProblem: onProblem)
            onProblem?(StoreProblem(.misnamed, path: namespace, reason: rule))
        } else {
            let file = StoreFile(namespace: namespace, directory: directory, calls: calls, isSecret: isSecret)
            self.init(file: file, rules: rules, onProblem: onProblem)
        }
    }

    /// The path of the store's file; empty for a store in memory.
    package var path: String { file?.path ?? "" }

    // MARK: - Reading

    /// Returns the value under a key as last committed by any process.
    ///
    /// This costs one look at the file's status, and waits for no other process.
    public func value(_ key: String) -> PlainValue? {
        all[key]
    }

    /// All values as last committed by any process.
    public var all: [String: PlainValue] {
        if gate.isEntered {
            return reenter()
        }
        let (values, needsLock) = state.withLock { state in
            let isFirst = state.isUnread
            if let file { state.refresh(from: file) }
            return (state.contents.values, state.isDamageUnreported || isFirst && file?.hasUnwrittenChanges == true)
        }
        // Without the lock it could be a file that another process has just written.
        if needsLock { return update { $0 } }
        report()
        return values
    }

    /// Whether there are changes that aren't on the disk.
    package var hasUnwrittenChanges: Bool {
        state.withLock(\.hasChanges)
    }

    // MARK: - Changing

    /// Changes values in one transaction, and returns when they are on the disk.
    ///
    /// The body gets what all processes have committed, and no other transaction
    /// commits until it ends, so keep it short. If it throws or changes nothing,
    /// nothing is written. It must not call a store on the same file: such a call
    /// is reported, reads what was committed before, and loses its changes.
    /// Infinity and not-a-number become null.
    ///
    /// If the file can't be written, the changes stay in memory, and the next
    /// commit writes them too. If another process keeps the file locked, they also
    /// stay in memory, and are written as soon as it lets go. A program's main
    /// thread waits at most 50 ms for the lock; other threads wait a second from
    /// the last commit of another process on, and ten in a process without a host.
    ///
    /// Other processes may change the same values in the meantime. Each value then
    /// becomes what the body made of it, dictionaries key by key. For numbers that
    /// are to add up instead, use `add(_:to:)` or `update(summing:_:)`.
    @discardableResult
    public func update<Result>(_ body: (inout [String: PlainValue]) throws -> Result) rethrows -> Result {
        try update(merging: [:], body)
    }

    /// Changes values as `update(_:)` does, with numbers under some keys that add up.
    ///
    /// If another process has changed such a number while the change had to stay in
    /// memory, it changes by as much as the body changed it. The same holds for the
    /// numbers in a dictionary under such a key.
    @discardableResult
    public func update<Result>(
        summing keys: Set<String>,
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> Result {
        try update(merging: Dictionary(uniqueKeysWithValues: keys.map { ($0, MergeRule.sum) }), body)
    }

    /// Adds to the whole number under a key, in one transaction, and returns the sum.
    ///
    /// A value that is missing or isn't a whole number counts as 0. No count is
    /// lost, whatever other processes add in the meantime.
    @discardableResult
    public func add(_ amount: Int, to key: String) -> Int {
        update(summing: [key]) { values in
            let (sum, isOver) = (values[key]?.intValue ?? 0).addingReportingOverflow(amount)
            let result = isOver ? (amount > 0 ? Int.max : .min) : sum
            values[key] = .int(result)
            return result
        }
    }

    /// Changes values as `update(_:)` does, with rules for keys that others may change in the meantime.
    package func update<Result>(
        merging rules: [String: MergeRule],
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> Result {
        try attemptUpdate(merging: rules, body).result
    }

    /// Changes values as `update(merging:_:)` does, and returns as well whether the store has accepted the changes.
    ///
    /// Changes that are too large, or that are made inside a transaction, aren't
    /// accepted. Neither are changes that can't be written now and `mustBeWritten`:
    /// they are dropped. Others stay in memory, and count as accepted.
    ///
    /// With `isWrittenLater`, the thread that draws doesn't wait for the disk: it
    /// returns when all threads of this process see the changes and a new file has
    /// had room for them; another thread writes them. Until they are on the disk, the
    /// store keeps its lock, so that no other process begins a transaction. If the
    /// machine stops in the meantime, the changes are lost, so this is for what means
    /// nothing once the process has ended.
    @discardableResult
    package func attemptUpdate<Result>(
        merging rules: [String: MergeRule],
        mustBeWritten: Bool = false,
        isWrittenLater: Bool = false,
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> (result: Result, isAccepted: Bool) {
        guard let access = enter() else {
            var values = reenter()
            return (try body(&values), false)
        }
        defer { leave() }
        var contents = state.withLock(\.contents)
        var values = contents.values
        let result = try body(&values)
        do throws(StoreProblem) {
            // After an earlier change that couldn't be written, whether this one can shows only at the end.
            let isLater = isWrittenLater && !contents.hasChanges && file?.calls.timeout() == .mainThread
            try contents.update(to: values, rules: rules)
            guard contents.hasChanges else { return (result, true) }
            return (result, try commit(contents, access, mustBeWritten: mustBeWritten, isWrittenLater: isLater))
        } catch {
            state.withLock { $0.report(error) }
            return (result, false)
        }
    }

    /// Writes the changes that are in memory only; false while another process has the lock.
    package func flush(timeout: LockWait.Timeout) -> Bool {
        guard hasUnwrittenChanges, let access = enter(timeout: timeout) else { return true }
        writeChanges(access)
        leave()
        return !state.withLock { $0.isLockedOut && $0.hasChanges }
    }

    /// Writes the changes that are in memory only, in a transaction of their own.
    func writeChanges(_ access: Access) {
        let contents = state.withLock(\.contents)
        if !contents.hasChanges { return }
        do throws(StoreProblem) {
            _ = try commit(contents, access)
        } catch {
            state.withLock { $0.refuse(error) }
        }
    }

    /// Writes contents into the file, or keeps them in memory if it can't; false if they had to be written.
    ///
    /// Throws the reason for which a file can never hold them.
    private func commit(
        _ contents: StoreContents,
        _ access: Access,
        mustBeWritten: Bool = false,
        isWrittenLater: Bool = false
    ) throws(StoreProblem) -> Bool {
        guard let file else {
            state.withLock { $0.didWrite(contents, at: StoreFile.Place()) }
            return true
        }
        // Outside the state's lock, so that readers don't wait for the disk.
        let text = try StoreFormat.text(of: contents.values)
        do throws(StoreProblem) {
            if case .denied(let problem) = access { throw problem }
            let new = try file.makeNewFile(with: text)
            if isWrittenLater {
                state.withLock { $0.keep(contents, withLock: true) }
            } else {
                let (place, problem) = try file.replace(with: new)
                state.withLock { $0.didWrite(contents, at: place, problem) }
            }
            return true
        } catch {
            state.withLock { state in
                if !mustBeWritten { state.keep(contents) }
                state.report(error)
            }
            return !mustBeWritten
        }
    }

    // MARK: - Other threads and processes

    /// Whether a transaction can write the file.
    enum Access {
        /// It has the lock and knows what is in the file; or the store is in memory.
        case granted
        /// It can't, for a reason.
        case denied(StoreProblem)
    }

    /// Waits for other threads, and for other processes as long as the timeout allows; nil inside a transaction.
    ///
    /// A thread that waits for another process doesn't hold up the others of its own.
    /// `goesOn` is called before each pause, and tells whether to wait any longer.
    func enter(timeout: LockWait.Timeout? = nil, goesOn: (_ waited: Duration) -> Bool = { _ in true }) -> Access? {
        var wait: LockWait?
        var seen: StoreFile.Sighting?
        while gate.enter() {
            guard let file else { return .granted }
            if let access = begin(with: file) { return access }
            let (now, sighting) = (file.calls.now(), file.sighting)
            // After one wait in vain there is no other until the lock is free.
            let isLockedOut = state.withLock(\.isLockedOut)
            let limit = timeout ?? (isLockedOut ? LockWait.Timeout.none : file.calls.timeout())
            var next = wait ?? LockWait(limit, from: now)
            guard let pause = next.next(at: now, isProgressing: seen.map { $0 != sighting } ?? false),
                goesOn(next.waited(at: now))
            else {
                state.withLock { $0.didWaitInVain(for: file) }
                return .denied(.isLocked)
            }
            (wait, seen) = (next, sighting)
            gate.leave()
            file.calls.pause(pause)
        }
        return nil
    }

    /// Takes the lock, reads the file, and makes the changes that other processes have left; nil if one has the lock.
    private func begin(with file: StoreFile) -> Access? {
        do throws(StoreProblem) {
            let kept = state.withLock(\.lock)?.takenOver()
            let taken = kept == nil ? try file.lock() : kept
            guard let lock = taken else { return nil }
            if let fault = state.withLock({ $0.didLock(lock, of: file) }) { return .denied(fault) }
            try makeUnwrittenChanges(in: file)
            return .granted
        } catch {
            state.withLock { state in
                if state.lock == nil { state.didFailToLock(file) } else { state.report(error) }
            }
            return .denied(error)
        }
    }

    /// Lets others in, reports problems, and lets another thread write what this one couldn't, or left to it.
    func leave() {
        let (lock, isLater, isRetry) = state.withLock { ($0.removeLock(), $0.isLockKept, $0.beginRetrying()) }
        lock?.release()
        gate.leave()
        report()
        guard let file else { return }
        if isLater, !file.calls.start({ _ = self.flush(timeout: .none) }) { _ = flush(timeout: .none) }
        if isRetry, !file.calls.start({ self.retry(file.calls) }) { state.withLock { $0.isRetrying = false } }
    }

    /// Tries to write the changes in memory until another process lets go of the lock; on its own thread.
    private func retry(_ calls: StoreCalls) {
        var wait = LockWait()
        repeat {
            while !flush(timeout: .none), let pause = wait.next(at: calls.now()) { calls.pause(pause) }
        } while !state.withLock { $0.endRetrying() }
    }

    // MARK: - Problems

    /// Records a call from inside a transaction, and returns what was committed before.
    private func reenter() -> [String: PlainValue] {
        gate.record(callOf: self)
        return state.withLock { state in
            if let file { state.refresh(from: file) }
            state.reportReentry()
            return state.contents.values
        }
    }

    /// Reports the problems; never inside a transaction.
    func report() {
        for problem in state.withLock({ $0.removeProblems() }) {
            onProblem?(problem)
        }
    }

    // MARK: - Names

    /// Returns the rule that a namespace breaks; nil if it breaks none.
    package static func brokenRule(of namespace: String) -> String? {
        guard (1...200).contains(namespace.utf8.count) else { return "it needs 1 to 200 characters" }
        guard namespace.utf8.allSatisfy(NameRule.isAllowed) else {
            return "it may have A-Z, a-z, 0-9, '.', '_' and '-' only"
        }
        return nil
    }
}
