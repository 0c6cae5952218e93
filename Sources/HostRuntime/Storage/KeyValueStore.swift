internal import Synchronization

/// Values by key that outlive the program: a file for each namespace.
///
/// Every thread and every process sees one order of transactions; none is lost
/// and none is torn, whenever a process is killed. The file is at most 1 MiB.
/// A problem never reaches the caller as a failure: it is reported, and the
/// store goes on with what it has.
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
    /// Where the file cannot be written the changes stay in memory, over what other
    /// processes write, and the next commit writes them too.
    @discardableResult
    public func update<Result>(_ body: (inout [String: PlainValue]) throws -> Result) rethrows -> Result {
        guard gate.enter() else {
            var values = reenter()
            return try body(&values)
        }
        defer {
            gate.leave()
            report()
        }
        return try transaction(body)
    }

    /// Runs a transaction; other processes are let in when it returns.
    private func transaction<Result>(_ body: (inout [String: PlainValue]) throws -> Result) rethrows -> Result {
        let lock = lockFile()
        defer { withExtendedLifetime(lock) {} }
        let before = state.withLock { state in
            if let file { state.look(at: file, mayMove: lock.isHeld) }
            return state.contents.values
        }
        var after = before
        let result = try body(&after)
        commit(before, after, lock: lock)
        return result
    }

    private enum Lock {
        case held(StoreDescriptor)
        case failed(StoreFailure)
        case unneeded

        var isHeld: Bool {
            if case .held = self { true } else { false }
        }
    }

    private func lockFile() -> Lock {
        guard let file else { return .unneeded }
        do {
            return .held(try file.lock())
        } catch {
            return .failed(error)
        }
    }

    private func commit(_ before: [String: PlainValue], _ after: [String: PlainValue], lock: Lock) {
        guard let attempt = state.withLock({ $0.prepare(before, after) }) else { return }
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
            if let failure = state.withLock({ $0.obstacle }) { throw failure }
            let place = try file.replace(with: bytes)
            state.withLock { $0.settle(attempt, in: place) }
        } catch {
            state.withLock { $0.postpone(attempt, error) }
        }
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
}
