internal import Synchronization

/// Values by key that outlive the program: a file for each namespace.
///
/// Every thread and every process sees one order of transactions; none is lost
/// and none is torn, whenever a process is killed. A process that another one keeps
/// from the file goes on by itself, and `update` says how the two become one again.
/// The file is at most 1 MiB. A problem never reaches the caller as a failure: it is
/// reported, and the store goes on with what it has.
public final class KeyValueStore: Sendable {
    private let file: StoreFile?
    private let gate: StoreGate
    private let state: Mutex<StoreState>
    private let onProblem: (@Sendable (StoreProblem) -> Void)?

    /// Creates a store on the file `NAMESPACE.json` in a folder.
    ///
    /// A namespace is 1 to 200 of the characters `A-Z a-z 0-9 . _ -`; with another
    /// one the store is in memory, and that is reported. The folder is made for its
    /// user alone (0700) by the first commit; so is the file (0600). `onProblem` is
    /// called on the thread that met the problem, after its transaction; it may
    /// use the store.
    public convenience init(
        namespace: String,
        directory: String,
        onProblem: (@Sendable (StoreProblem) -> Void)? = nil
    ) {
        self.init(
            namespace: namespace,
            directory: directory,
            calls: StoreCalls(),
            isSecret: false,
            onProblem: onProblem
        )
    }

    /// Creates a store in memory, which ends with the object.
    public init() {
        file = nil
        gate = StoreGate()
        state = Mutex(StoreState(path: ""))
        onProblem = nil
    }

    init(
        namespace: String,
        directory: String,
        calls: StoreCalls = StoreCalls(),
        isSecret: Bool = false,
        onProblem: (@Sendable (StoreProblem) -> Void)?
    ) {
        self.onProblem = onProblem
        if let rule = KeyValueStore.brokenRule(of: namespace) {
            file = nil
            gate = StoreGate()
            state = Mutex(StoreState(path: ""))
            onProblem?(StoreProblem(.misnamed, path: namespace, reason: rule))
        } else {
            let file = StoreFile(namespace: namespace, directory: directory, calls: calls, isSecret: isSecret)
            self.file = file
            gate = StoreGate.shared(for: file.path)
            state = Mutex(StoreState(path: file.path))
        }
    }

    /// The store's file; empty for a store in memory.
    var path: String { file?.path ?? "" }

    // MARK: - Reading

    /// The value under a key as last committed by any process; nil where there is none.
    ///
    /// It costs one look at the file's state, and waits for no other process.
    public func value(_ key: String) -> PlainValue? {
        all[key]
    }

    /// All values as last committed by any process.
    public var all: [String: PlainValue] {
        if gate.isEntered {
            return reenter()
        }
        let (values, isToBeSetAside) = state.withLock { state in
            if let file { state.look(at: file) }
            return (state.contents.values, state.isDamageUnreported)
        }
        // Only under the lock can it be told from a file that another process has just written.
        if isToBeSetAside { return update { $0 } }
        report()
        return values
    }

    // MARK: - Changing

    /// Changes values in one transaction, and returns when they are on the disk.
    ///
    /// The body sees what all processes have committed, and nobody else commits
    /// until it ends: keep it short. When it throws, or changes nothing, nothing is
    /// written. It must not call a store on the same file, which is reported: inside,
    /// such a call reads what was committed before, and its changes are dropped.
    /// Infinity and not-a-number become null.
    ///
    /// Where the file cannot be written the changes stay in memory, and the next
    /// commit writes them too. Where another process keeps the file locked they do
    /// as well, after a wait of at most 50 ms on a program's main thread. Other threads
    /// wait a second from the last commit of another process on, and ten in a process
    /// without a host. The changes are written as soon as it lets go. Until then others may have changed the same values: whole numbers
    /// then count on by as much as they were changed here, dictionaries are changed
    /// key by key, and anything else becomes what it was made here.
    @discardableResult
    public func update<Result>(_ body: (inout [String: PlainValue]) throws -> Result) rethrows -> Result {
        try updateReplayably { values in (try body(&values), nil) }
    }

    /// Changes values in one transaction that tells how it is done again, should it have to wait in memory.
    func updateReplayably<Result>(
        _ body: (inout [String: PlainValue]) throws -> (Result, StoreReplay?)
    ) rethrows -> Result {
        switch enter(patience: nil) {
        case .inside:
            var values = reenter()
            return try body(&values).0
        case .entered(let lock):
            defer { leave(lock) }
            return try transaction(lock, body)
        }
    }

    /// Changes values as `update` does; nil, and nothing is done, while another process has the lock.
    func updateUnlessLocked<Result>(
        _ body: (inout [String: PlainValue]) throws -> Result
    ) rethrows -> Result? {
        switch enter(patience: nil) {
        case .inside:
            var values = reenter()
            return try body(&values)
        case .entered(.busy):
            leave(.busy)
            return nil
        case .entered(let lock):
            defer { leave(lock) }
            return try transaction(lock) { values in (try body(&values), nil) }
        }
    }

    /// Writes what is in memory only; false when another process still has the lock.
    func flush(patience: LockWait.Patience) -> Bool {
        guard state.withLock({ !$0.contents.steps.isEmpty }) else { return true }
        guard case .entered(let lock) = enter(patience: patience) else { return true }
        defer { leave(lock) }
        transaction(lock) { _ in ((), nil) }
        return !state.withLock { $0.isLockedOut && !$0.contents.steps.isEmpty }
    }

    /// Runs a transaction, with the lock or without it.
    private func transaction<Result>(
        _ lock: Lock,
        _ body: (inout [String: PlainValue]) throws -> (Result, StoreReplay?)
    ) rethrows -> Result {
        let before = state.withLock { state in
            if let file { state.look(at: file, mayMove: lock.mayMove) }
            return state.contents.values
        }
        var after = before
        let (result, replay) = try body(&after)
        commit(before, after, replay, lock)
        return result
    }

    private func commit(
        _ before: [String: PlainValue],
        _ after: [String: PlainValue],
        _ replay: StoreReplay?,
        _ lock: Lock
    ) {
        guard let attempt = state.withLock({ $0.prepare(before, after, replay) }) else { return }
        guard let file else { return state.withLock { $0.settle(attempt, in: StoreReading.Place()) } }
        // Outside the state's lock, so that readers do not wait for the disk.
        do throws(StoreFailure) {
            if case .failed(let failure) = lock { throw failure }
            let bytes: [UInt8]
            do {
                bytes = try StoreFormat.bytes(of: attempt.values)
            } catch {
                return state.withLock { $0.refuse(error) }
            }
            if case .busy = lock { return state.withLock { $0.keep(attempt) } }
            if let failure = state.withLock({ $0.obstacle }) { throw failure }
            let place = try file.replace(with: bytes)
            state.withLock { $0.settle(attempt, in: place) }
        } catch {
            state.withLock { $0.postpone(attempt, error) }
        }
    }

    // MARK: - Other threads and processes

    private enum Lock {
        case held(StoreLock)
        /// Another process has it.
        case busy
        case failed(StoreFailure)
        case unneeded

        /// Whether a damaged file may be moved; nil where nobody knows whether it is damaged.
        var mayMove: Bool? {
            switch self {
            case .held: true
            case .busy: nil
            case .failed, .unneeded: false
            }
        }
    }

    private enum Entry {
        case entered(Lock)
        /// The calling thread is in a transaction already.
        case inside
    }

    /// Waits for the other threads, and for other processes within the patience.
    ///
    /// Nobody else in this process waits meanwhile for who waits for another one.
    private func enter(patience: LockWait.Patience?) -> Entry {
        var wait: LockWait?
        var seen: StoreSighting?
        while gate.enter() {
            guard let file else { return .entered(.unneeded) }
            let lock: StoreLock?
            do throws(StoreFailure) {
                lock = try file.lock()
            } catch {
                return .entered(.failed(error))
            }
            if let lock {
                state.withLock { $0.noteLock() }
                return .entered(.held(lock))
            }
            // Whoever was waited for in vain is not waited for again.
            let isLockedOut = state.withLock { $0.isLockedOut }
            let now = file.calls.now()
            var next = wait ?? LockWait(isLockedOut ? .none : patience ?? file.calls.patience(), from: now)
            let sighting = file.sighting
            let isProgressing = seen.map { $0 != sighting } ?? false
            seen = sighting
            guard let pause = next.next(at: now, isProgressing: isProgressing) else {
                if state.withLock({ $0.noteLockedOut() }) {
                    let holder = file.lockHolder
                    state.withLock { $0.reportLock(holder) }
                }
                return .entered(.busy)
            }
            wait = next
            gate.leave()
            file.calls.pause(pause)
        }
        return .inside
    }

    /// Lets others in, and sees to what is to be done outside of a transaction.
    private func leave(_ lock: Lock) {
        if case .held(let lock) = lock { lock.release() }
        gate.leave()
        report()
        guard case .busy = lock, let file, state.withLock({ $0.beginRetrying() }) else { return }
        if !file.calls.start({ self.retry(file.calls) }) { state.withLock { $0.abandonRetrying() } }
    }

    /// Tries again and again to write what waits for another process; on a thread of its own.
    private func retry(_ calls: StoreCalls) {
        var wait = LockWait()
        repeat {
            while !flush(patience: .none), let pause = wait.next(at: calls.now()) { calls.pause(pause) }
        } while !state.withLock { $0.endRetrying() }
    }

    // MARK: - Problems

    /// Takes note of a call from inside a transaction, and returns what was committed before.
    private func reenter() -> [String: PlainValue] {
        gate.afterwards { self.report() }
        return state.withLock { state in
            if let file { state.look(at: file) }
            state.noteReentry()
            return state.contents.values
        }
    }

    /// Hands on the problems; never inside a transaction.
    private func report() {
        for problem in state.withLock({ $0.takeProblems() }) {
            onProblem?(problem)
        }
    }

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
