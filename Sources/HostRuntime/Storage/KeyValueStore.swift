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
    convenience init(
        namespace: String,
        directory: String,
        calls: StoreCalls = StoreCalls(),
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
    /// Changes that are too large, or that are made inside a transaction, aren't
    /// accepted. Neither are changes that can't be written now and `mustBeWritten`:
    /// they are dropped. Others stay in memory, and count as accepted.
    func attemptUpdate<Result>(
        merging rules: [String: MergeRule],
        mustBeWritten: Bool = false,
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> (result: Result, isAccepted: Bool) {
        guard let lock = enter() else {
            var values = reenter()
            return (try body(&values), false)
        }
        defer { leave(lock) }
        return try transaction(lock, merging: rules, mustBeWritten: mustBeWritten, body)
    }

    /// Changes values as `attemptUpdate` does, but doesn't keep the thread that draws waiting for the disk.
    ///
    /// On that thread it returns when all threads of this process see the changes
    /// and a new file has taken them, so that a full disk shows; another thread
    /// flushes and renames it. Until they are on the disk, no other transaction
    /// begins, in this process or another one. If the machine stops in the
    /// meantime, the changes are lost, so this is for what means nothing once the
    /// process has ended; or until `flush(timeout:)`, which waits for the disk.
    @discardableResult
    func attemptUpdateWritingLater<Result>(
        merging rules: [String: MergeRule],
        mustBeWritten: Bool = false,
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> (result: Result, isAccepted: Bool) {
        guard let file, file.calls.timeout() == .mainThread else {
            return try attemptUpdate(merging: rules, mustBeWritten: mustBeWritten, body)
        }
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
                try commit(contents, lock, mustBeWritten: mustBeWritten) { contents, new throws(StoreFailure) in
                    // An earlier change couldn't be written: whether this one can shows only at the end.
                    guard case .held(let held) = lock, !mustBeWritten || !hasUnwrittenChanges else {
                        return try finish(contents, new)
                    }
                    commitLater(contents, new, held, file.calls)
                    isHandedOver = true
                }
            },
            body
        )
    }

    /// Lets another thread commit and leave.
    private func commitLater(_ contents: StoreContents, _ new: OpenFile, _ lock: StoreLock, _ calls: StoreCalls) {
        state.withLock { state in
            state.keep(contents)
            state.isWriting = true
        }
        gate.handOver()
        let isStarted = calls.start {
            self.gate.takeOver()
            lock.takeOver()
            self.endWriting(contents, new, lock)
        }
        guard !isStarted else { return }
        gate.takeOver()
        endWriting(contents, new, lock)
    }

    private func endWriting(_ contents: StoreContents, _ new: OpenFile, _ lock: StoreLock) {
        do throws(StoreFailure) {
            try finish(contents, new)
        } catch {
            state.withLock { $0.postpone(contents, error) }
        }
        state.withLock { $0.isWriting = false }
        leave(.held(lock))
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
    func transaction<Result>(
        _ lock: Lock,
        merging rules: [String: MergeRule] = [:],
        mustBeWritten: Bool = false,
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> (result: Result, isAccepted: Bool) {
        try transaction(
            lock,
            merging: rules,
            commit: { contents throws(StoreFailure) in
                try commit(contents, lock, mustBeWritten: mustBeWritten) { contents, new throws(StoreFailure) in
                    try finish(contents, new)
                }
            },
            body
        )
    }

    /// `commit` returns whether it has accepted the contents, or throws the reason for which it refuses them.
    private func transaction<Result>(
        _ lock: Lock,
        merging rules: [String: MergeRule],
        commit: (StoreContents) throws(StoreFailure) -> Bool,
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> (result: Result, isAccepted: Bool) {
        if case .held = lock, let file { makeUnwrittenChanges(in: file) }
        let before = state.withLock { state in
            if let file { state.refresh(from: file, mayMove: lock.mayMove) }
            return state.contents.values
        }
        var after = before
        let result = try body(&after)
        do throws(StoreFailure) {
            let contents = try state.withLock(\.contents).updated(from: before, to: after, rules: rules)
            guard let contents else { return (result, true) }
            return (result, try commit(contents))
        } catch {
            state.withLock { $0.report(.refused, error.reason) }
            return (result, false)
        }
    }

    /// Writes the contents to a new file, which `finish` makes the store's file; returns whether they are accepted.
    ///
    /// If they can't be written, they stay in memory, or are dropped. Throws the
    /// reason for which they can never be written.
    private func commit(
        _ contents: StoreContents,
        _ lock: Lock,
        mustBeWritten: Bool,
        finish: (StoreContents, OpenFile) throws(StoreFailure) -> Void
    ) throws(StoreFailure) -> Bool {
        guard let file else {
            state.withLock { $0.didWrite(contents, in: StoreFile.Replacement()) }
            return true
        }
        var contents = contents
        // Outside the state's lock, so that readers don't wait for the disk.
        let bytes = try contents.encode()
        do throws(StoreFailure) {
            switch lock {
            case .failed(let failure): throw failure
            case .busy:
                if !mustBeWritten { state.withLock { [contents] in $0.keep(contents) } }
                return !mustBeWritten
            case .held, .unneeded: break
            }
            if let failure = state.withLock({ $0.obstacle }) { throw failure }
            try finish(contents, try file.makeNewFile(with: bytes))
            return true
        } catch {
            state.withLock { [contents] state in
                if mustBeWritten { state.reportUnwritable(error) } else { state.postpone(contents, error) }
            }
            return !mustBeWritten
        }
    }

    /// Makes a new file the store's file.
    private func finish(_ contents: StoreContents, _ new: OpenFile) throws(StoreFailure) {
        guard let file else { return }
        let replacement = try file.replace(with: new)
        state.withLock { $0.didWrite(contents, in: replacement) }
    }

    // MARK: - Other threads and processes

    enum Lock {
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
    func enter(timeout: LockWait.Timeout? = nil) -> Lock? {
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
            let limit = timeout ?? (isLockedOut ? LockWait.Timeout.none : file.calls.timeout())
            var next = wait ?? LockWait(limit, from: now)
            let sighting = file.sighting
            let isProgressing = seen.map { $0 != sighting } ?? false
            seen = sighting
            guard let pause = next.next(at: now, isProgressing: isProgressing) else {
                state.withLock { $0.didWaitInVain() }
                return .busy
            }
            wait = next
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
