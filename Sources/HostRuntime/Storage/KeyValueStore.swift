internal import Synchronization

/// Values by key that outlive the program, in one file for each namespace.
///
/// All threads and processes see one order of transactions. None is lost or
/// torn, at whatever moment a process is killed. A process that another one
/// locks out continues by itself and merges its changes later; see `update(_:)`.
/// The file is at most 1 MiB. Problems never reach the caller as failures: they
/// are reported, and the store continues with what it has.
public final class KeyValueStore: Sendable {
    private let file: StoreFile?
    private let gate: StoreGate
    private let state: Mutex<StoreState>
    private let onProblem: (@Sendable (StoreProblem) -> Void)?

    /// Creates a store in memory, which ends with the object.
    public convenience init() {
        self.init(file: nil, onProblem: nil)
    }

    private init(file: StoreFile?, onProblem: (@Sendable (StoreProblem) -> Void)?) {
        self.file = file
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
    convenience init(
        namespace: String,
        directory: String,
        calls: StoreCalls = StoreCalls(),
        isSecret: Bool = false,
        onProblem: (@Sendable (StoreProblem) -> Void)? = nil
    ) {
        if let rule = KeyValueStore.brokenRule(of: namespace) {
            self.init(file: nil, onProblem: onProblem)
            onProblem?(StoreProblem(.misnamed, path: namespace, reason: rule))
        } else {
            let file = StoreFile(namespace: namespace, directory: directory, calls: calls, isSecret: isSecret)
            self.init(file: file, onProblem: onProblem)
        }
    }

    /// The path of the store's file; empty for a store in memory.
    var path: String { file?.path ?? "" }

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
        let (values, isToBeSetAside) = state.withLock { state in
            if let file { state.refresh(from: file) }
            return (state.contents.values, state.isDamageUnreported)
        }
        // Without the lock it could be a file that another process has just written.
        if isToBeSetAside { return update { $0 } }
        report()
        return values
    }

    /// Whether there are changes that aren't on the disk.
    var hasUnwrittenChanges: Bool {
        state.withLock { !$0.contents.changes.isEmpty }
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
    func update<Result>(
        merging rules: [String: MergeRule],
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> Result {
        try attemptUpdate(merging: rules, body).result
    }

    /// Changes values as `update(merging:_:)` does, and returns as well whether the store has accepted the changes.
    ///
    /// Changes that stay in memory for now count as accepted. Changes that are too
    /// large, or that are made inside a transaction, don't.
    func attemptUpdate<Result>(
        merging rules: [String: MergeRule],
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> (result: Result, isAccepted: Bool) {
        guard let lock = enter() else {
            var values = reenter()
            return (try body(&values), false)
        }
        defer { leave(lock) }
        return try transaction(lock, merging: rules, body)
    }

    /// Changes values as `attemptUpdate(merging:_:)` does, but doesn't keep the thread that draws waiting for the disk.
    ///
    /// On that thread it returns when all threads of this process see the changes;
    /// another one writes them. Until they are on the disk, no other transaction
    /// begins, in this process or another one. If the machine stops in the
    /// meantime, the changes are lost, so this is for what means nothing once the
    /// process has ended; or until `flush(timeout:)`, which waits for the disk.
    @discardableResult
    func attemptUpdateWritingLater<Result>(
        merging rules: [String: MergeRule],
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> (result: Result, isAccepted: Bool) {
        guard let file, file.calls.timeout() == .mainThread else { return try attemptUpdate(merging: rules, body) }
        guard let lock = enter() else {
            var values = reenter()
            return (try body(&values), false)
        }
        var isHandedOver = false
        defer { if !isHandedOver { leave(lock) } }
        return try transaction(
            lock,
            merging: rules,
            commit: { contents throws(StoreFailure) in
                guard case .held(let held) = lock else { return try commit(contents, lock) }
                // The other thread can't refuse it any more: from now on all transactions build on it.
                var contents = contents
                _ = try contents.encode()
                commitLater(contents, held, file.calls)
                isHandedOver = true
            },
            body
        )
    }

    /// Lets another thread commit and leave.
    private func commitLater(_ contents: StoreContents, _ lock: StoreLock, _ calls: StoreCalls) {
        state.withLock { state in
            state.keep(contents)
            state.isWriting = true
        }
        gate.handOver()
        let isStarted = calls.start {
            self.gate.takeOver()
            lock.takeOver()
            self.endWriting(contents, lock)
        }
        guard !isStarted else { return }
        gate.takeOver()
        endWriting(contents, lock)
    }

    private func endWriting(_ contents: StoreContents, _ lock: StoreLock) {
        // It was encoded before, so it's not refused now.
        try? commit(contents, .held(lock))
        state.withLock { $0.isWriting = false }
        leave(.held(lock))
    }

    /// Changes values as `update(_:)` does; nil, with nothing done, while another process has the lock.
    func updateUnlessLocked<Result>(
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> Result? {
        guard let lock = enter() else {
            var values = reenter()
            return try body(&values)
        }
        defer { leave(lock) }
        if case .busy = lock { return nil }
        return try transaction(lock, body).result
    }

    /// Writes the changes that are in memory only, after those that another thread is writing; false while another
    /// process has the lock.
    func flush(timeout: LockWait.Timeout) -> Bool {
        guard state.withLock({ !$0.contents.changes.isEmpty }) else { return true }
        guard let lock = enter(timeout: timeout) else { return true }
        defer { leave(lock) }
        _ = transaction(lock) { _ in }
        return !state.withLock { $0.isLockedOut && !$0.contents.changes.isEmpty }
    }

    /// Runs a transaction, with the lock or without it.
    private func transaction<Result>(
        _ lock: Lock,
        merging rules: [String: MergeRule] = [:],
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> (result: Result, isAccepted: Bool) {
        try transaction(
            lock,
            merging: rules,
            commit: { contents throws(StoreFailure) in try commit(contents, lock) },
            body
        )
    }

    /// `commit` throws the reason for which it refuses the contents.
    private func transaction<Result>(
        _ lock: Lock,
        merging rules: [String: MergeRule],
        commit: (StoreContents) throws(StoreFailure) -> Void,
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> (result: Result, isAccepted: Bool) {
        let before = state.withLock { state in
            if let file { state.refresh(from: file, mayMove: lock.mayMove) }
            return state.contents.values
        }
        var after = before
        let result = try body(&after)
        do throws(StoreFailure) {
            let contents = try state.withLock(\.contents).updated(from: before, to: after, rules: rules)
            if let contents { try commit(contents) }
            return (result, true)
        } catch {
            state.withLock { $0.report(.refused, error.reason) }
            return (result, false)
        }
    }

    /// Writes the contents to the file, or keeps them in memory; throws the reason for which they are refused.
    private func commit(_ contents: StoreContents, _ lock: Lock) throws(StoreFailure) {
        guard let file else { return state.withLock { $0.didWrite(contents, in: StoreFile.Replacement()) } }
        var contents = contents
        // Outside the state's lock, so that readers don't wait for the disk.
        let bytes = try contents.encode()
        do throws(StoreFailure) {
            if case .failed(let failure) = lock { throw failure }
            if case .busy = lock { return state.withLock { [contents] in $0.keep(contents) } }
            if let failure = state.withLock({ $0.obstacle }) { throw failure }
            let replacement = try file.replace(with: bytes)
            state.withLock { [contents] in $0.didWrite(contents, in: replacement) }
        } catch {
            state.withLock { [contents] in $0.postpone(contents, error) }
        }
    }

    // MARK: - Other threads and processes

    private enum Lock {
        case held(StoreLock)
        /// Another process has it.
        case busy
        case failed(StoreFailure)
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
    private func enter(timeout: LockWait.Timeout? = nil) -> Lock? {
        var wait: LockWait?
        var seen: StoreSighting?
        while gate.enter() {
            guard let file else { return .unneeded }
            let lock: StoreLock?
            do throws(StoreFailure) {
                lock = try file.lock()
            } catch {
                state.withLock { $0.didFailToLock() }
                return .failed(error)
            }
            if let lock {
                state.withLock { $0.didLock() }
                return .held(lock)
            }
            // After one wait in vain there is no other until the lock is free.
            let isLockedOut = state.withLock { $0.isLockedOut }
            let now = file.calls.now()
            var next = wait ?? LockWait(isLockedOut ? .none : timeout ?? file.calls.timeout(), from: now)
            let sighting = file.sighting
            let isProgressing = seen.map { $0 != sighting } ?? false
            seen = sighting
            guard let pause = next.next(at: now, isProgressing: isProgressing) else {
                if state.withLock({ $0.didWaitInVain() }) {
                    let holder = file.lockHolder
                    state.withLock { $0.report(.locked, holder) }
                }
                return .busy
            }
            wait = next
            gate.leave()
            file.calls.pause(pause)
        }
        return nil
    }

    /// Lets others in, then reports problems and starts to retry.
    private func leave(_ lock: Lock) {
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
    static func brokenRule(of namespace: String) -> String? {
        guard (1...200).contains(namespace.utf8.count) else { return "it needs 1 to 200 characters" }
        guard namespace.utf8.allSatisfy(isNameByte) else { return "it may have A-Z, a-z, 0-9, '.', '_' and '-' only" }
        return nil
    }

    /// Whether a byte may be in a namespace.
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
