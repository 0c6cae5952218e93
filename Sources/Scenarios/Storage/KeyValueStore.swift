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
    /// With `isWrittenLater`, the thread that draws doesn't wait for the disk: it returns when all
    /// threads of this process see the changes and a new file has taken them, so
    /// that a full disk shows; another thread flushes and renames it. Until they are
    /// on the disk, no other transaction begins, in this process or another one. If
    /// the machine stops in the meantime, the changes are lost, so this is for what
    /// means nothing once the process has ended; or until `flush(timeout:)`, which waits for the disk.
    @discardableResult
    package func attemptUpdate<Result>(
        merging rules: [String: MergeRule],
        mustBeWritten: Bool = false,
        isWrittenLater: Bool = false,
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> (result: Result, isAccepted: Bool) {
        guard let lock = enter() else {
            var values = reenter()
            return (try body(&values), false)
        }
        var fate = Fate.accepted
        defer { if fate != .handedOver { leave(lock) } }
        let before = refresh(lock).values
        var after = before
        let result = try body(&after)
        do throws(StoreProblem) {
            var contents = state.withLock(\.contents)
            try contents.update(from: before, to: after, rules: rules)
            guard !contents.changes.isEmpty else { return (result, true) }
            let isInFront = file?.calls.timeout() == .mainThread
            fate = try commit(
                contents,
                lock,
                mustBeWritten: mustBeWritten,
                isWrittenLater: isWrittenLater && isInFront
            )
            return (result, fate != .dropped)
        } catch {
            state.withLock { $0.report(error) }
            return (result, false)
        }
    }

    /// Writes the changes that are in memory only, after those that another thread is writing; false while another
    /// process has the lock.
    package func flush(timeout: LockWait.Timeout) -> Bool {
        guard hasUnwrittenChanges, let lock = enter(timeout: timeout) else { return true }
        writeChanges(lock)
        leave(lock)
        return !state.withLock { $0.isLockedOut && $0.hasChanges }
    }

    /// Writes the changes that are in memory only, and those that other processes have left.
    func writeChanges(_ lock: Lock) {
        let contents = refresh(lock)
        if contents.changes.isEmpty { return }
        do throws(StoreProblem) {
            _ = try commit(contents, lock)
        } catch {
            state.withLock { $0.report(error) }
        }
    }

    /// Returns the contents as they are now; with the lock, after making the changes that other processes have left.
    private func refresh(_ lock: Lock) -> StoreContents {
        if case .held = lock, let file { makeUnwrittenChanges(in: file) }
        return state.withLock { state in
            if let file { state.refresh(from: file, mayMove: lock.mayMove) }
            return state.contents
        }
    }

    /// What becomes of changes.
    private enum Fate {
        /// They are in the file, or in memory if they can't be written now.
        case accepted
        /// They can't be written now, and had to be.
        case dropped
        /// Another thread writes them, and then leaves.
        case handedOver
    }

    /// Writes contents into the file; throws the reason for which a file can never hold them.
    private func commit(
        _ contents: StoreContents,
        _ lock: Lock,
        mustBeWritten: Bool = false,
        isWrittenLater: Bool = false
    ) throws(StoreProblem) -> Fate {
        guard let file else {
            state.withLock { $0.didWrite(contents, at: StoreFile.Place()) }
            return .accepted
        }
        // Outside the state's lock, so that readers don't wait for the disk.
        let text = try StoreFormat.text(of: contents.values)
        do throws(StoreProblem) {
            if case .busy = lock { throw .isLocked }
            if case .failed(let problem) = lock { throw problem }
            if let obstacle = state.withLock({ $0.obstacle }) { throw obstacle }
            let new = try file.makeNewFile(with: text)
            // After an earlier change that couldn't be written, whether this one can shows only at the end.
            if isWrittenLater, case .held(let held) = lock, !mustBeWritten || !hasUnwrittenChanges {
                finishLater(contents, new, held, file)
                return .handedOver
            }
            try finish(contents, new, file)
            return .accepted
        } catch {
            state.withLock { state in
                if !mustBeWritten { state.keep(contents) }
                state.report(error)
            }
            return mustBeWritten ? .dropped : .accepted
        }
    }

    /// Makes a new file the store's file.
    private func finish(_ contents: StoreContents, _ new: OpenFile, _ file: StoreFile) throws(StoreProblem) {
        let (place, problem) = try file.replace(with: new)
        state.withLock { $0.didWrite(contents, at: place, problem) }
    }

    /// Lets another thread make a new file the store's file, and leave.
    private func finishLater(_ contents: StoreContents, _ new: OpenFile, _ lock: StoreLock, _ file: StoreFile) {
        state.withLock { state in
            state.keep(contents)
            state.isWriting = true
        }
        gate.handOver()
        let finish: @Sendable () -> Void = {
            self.gate.takeOver()
            lock.takeOver()
            do throws(StoreProblem) {
                try self.finish(contents, new, file)
            } catch {
                self.state.withLock { $0.report(error) }
            }
            self.state.withLock { $0.isWriting = false }
            self.leave(.held(lock))
        }
        if !file.calls.start(finish) { finish() }
    }

    // MARK: - Other threads and processes

    enum Lock {
        case held(StoreLock)
        /// Another process has it.
        case busy
        case failed(StoreProblem)
        /// The store is in memory.
        case unneeded

        /// Whether a damaged file may be moved; nil if another process may be writing it.
        var mayMove: Bool? {
            switch self {
            case .held: true
            case .busy: nil
            case .failed, .unneeded: false
            }
        }
    }

    /// Waits for other threads, and for other processes as long as the timeout allows; nil inside a transaction.
    ///
    /// A thread that waits for another process doesn't hold up the others of its own.
    /// `goesOn` is called before each pause, and tells whether to wait any longer.
    func enter(timeout: LockWait.Timeout? = nil, goesOn: (_ waited: Duration) -> Bool = { _ in true }) -> Lock? {
        var wait: LockWait?
        var start: Duration?
        var seen: StoreFile.Sighting?
        while gate.enter() {
            guard let file else { return .unneeded }
            do throws(StoreProblem) {
                if let lock = try file.lock() {
                    state.withLock { $0.didLock() }
                    return .held(lock)
                }
            } catch {
                state.withLock { $0.didFailToLock() }
                return .failed(error)
            }
            let (now, sighting) = (file.calls.now(), file.sighting)
            // After one wait in vain there is no other until the lock is free.
            let isLockedOut = state.withLock { $0.isLockedOut }
            let limit = timeout ?? (isLockedOut ? LockWait.Timeout.none : file.calls.timeout())
            var next = wait ?? LockWait(limit, from: now)
            guard let pause = next.next(at: now, isProgressing: seen.map { $0 != sighting } ?? false),
                goesOn(now - (start ?? now))
            else {
                state.withLock { $0.didWaitInVain() }
                return .busy
            }
            (wait, start, seen) = (next, start ?? now, sighting)
            gate.leave()
            file.calls.pause(pause)
        }
        return nil
    }

    /// Lets others in, then reports problems and starts to retry.
    func leave(_ lock: Lock) {
        if case .held(let lock) = lock { lock.release() }
        gate.leave()
        report()
        guard case .busy = lock, let file, state.withLock({ $0.beginRetrying() }) else { return }
        if !file.calls.start({ self.retry(file.calls) }) { state.withLock { $0.isRetrying = false } }
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
        gate.afterwards { self.report() }
        return state.withLock { state in
            if let file { state.refresh(from: file) }
            state.reportReentry()
            return state.contents.values
        }
    }

    /// Reports the problems; never inside a transaction.
    private func report() {
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
