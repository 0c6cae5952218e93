/// The one door through which the main actor calls the code of plugins.
///
/// Each call is recorded in the journal, so that others know whose code runs: the
/// log, for what it prints; the watchdog, for how long it takes; and
/// after a crash the signal handler, the guardian and the next start.
///
/// A call costs four stores and two looks at the system's coarse clock.
enum RunningCode {
    // The journal's memory; nil before the first call. It changes before the first task on another thread, and not later.
    private nonisolated(unsafe) static var memory: UnsafeMutableRawPointer?

    /// The journal that records the calls.
    static var journal: JournalMemory {
        @inline(__always) get {
            if let memory { return JournalMemory(known: memory) }
            return record(in: JournalNames.memory)
        }
    }

    /// Records calls in a journal from now on.
    @inline(never) @discardableResult static func record(in journal: JournalMemory) -> JournalMemory {
        memory = journal.base
        return journal
    }

    /// The stack of the main actor's calls.
    static var mainStack: CallStack {
        @inline(__always) get { journal.stack(0) }
    }

    // MARK: - Calling

    /// Calls code of an owner on the main thread.
    @MainActor @inline(__always) static func call<Result, Failure: Error>(
        _ entry: CallEntry,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let stack = mainStack
        let begin = MonotonicClock.coarse()
        let outer = stack.push(entry, at: begin)
        let isMetered = isMetered
        if isMetered { beginMetered() }
        defer {
            if isMetered { endMetered(entry) }
            stack.pop(outer)
            end(entry, begunAt: begin)
        }
        return try body()
    }

    // MARK: - Measuring

    /// Whether a tool measures the calls.
    @MainActor private(set) static var isMetered = false

    @MainActor private static var meters: [CallMeter] = []

    /// Measures all calls with a meter, beside those that are there.
    @MainActor static func add(_ meter: CallMeter) {
        meters.append(meter)
        isMetered = true
    }

    /// Ends measuring with a meter.
    @MainActor static func remove(_ meter: CallMeter) {
        meters.removeAll { $0 === meter }
        isMetered = !meters.isEmpty
    }

    @MainActor @inline(never) static func beginMetered() {
        for meter in meters { meter.begin() }
    }

    @MainActor @inline(never) static func endMetered(_ entry: CallEntry) {
        for meter in meters { meter.end(entry) }
    }

    // MARK: - Slow calls

    /// Called with each call that held the main actor for longer than `SlowCalls.limit`, and the time in nanoseconds.
    @MainActor static var onSlowCall: (@MainActor (CallEntry, UInt64) -> Void)?

    @MainActor private static var slowCalls = SlowCalls()

    /// Records the end of a call on the main thread, after its `pop`.
    @MainActor @inline(__always) static func end(_ entry: CallEntry, begunAt begin: UInt64) {
        let end = MonotonicClock.coarse()
        if end &- begin > SlowCalls.limit { endSlow(entry, begin, end) }
    }

    @MainActor @inline(never) private static func endSlow(_ entry: CallEntry, _ begin: UInt64, _ end: UInt64) {
        guard begin < end, let own = slowCalls.end(of: begin..<end) else { return }
        onSlowCall?(entry, own)
    }

    /// Calls code of an owner on the main thread, for calls that are rare: this looks up the owner's name.
    @MainActor static func call<Result, Failure: Error>(
        of owner: Owner,
        _ phase: CallPhase,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try call(CallEntry(of: owner, phase), body)
    }

    /// Returns a closure that calls the body as code of an owner, to be stored.
    @MainActor static func closure(
        _ entry: CallEntry,
        _ body: @escaping @MainActor () -> Void
    ) -> @MainActor () -> Void {
        { call(entry) { body() } }
    }

    /// Returns a closure that calls the body as code of an owner, to be stored.
    @MainActor static func closure<Value>(
        _ entry: CallEntry,
        _ body: @escaping @MainActor (Value) -> Void
    ) -> @MainActor (Value) -> Void {
        { value in call(entry) { body(value) } }
    }

    // MARK: - Owners

    /// The owners of the calls that have kept threads other than the main one since before a time.
    static func owners(ofCallsBefore time: UInt64) -> Set<Owner> {
        Set(
            (1..<JournalMemory.stackCount).compactMap { index in
                journal.stack(index).innermost(begunBefore: time).flatMap { JournalNames.owner($0.entry.owner) }
            }
        )
    }

    /// The plugin whose call runs on the main thread; nil if none does.
    ///
    /// On another thread the call may have ended by the time this returns.
    static var runningPlugin: Owner? {
        guard let entry = mainStack.innermost?.entry, let owner = JournalNames.owner(entry.owner) else { return nil }
        return owner == .host ? nil : owner
    }

    /// The owner of the current task, which child tasks inherit.
    @TaskLocal static var taskOwner: Owner = .host

    /// The owner of the calling thread's code; the program where none is known.
    static func owner(isOnMainThread: Bool) -> Owner {
        guard isOnMainThread, let entry = mainStack.innermost?.entry else { return taskOwner }
        return JournalNames.owner(entry.owner) ?? taskOwner
    }
}

/// The main actor's time by call, while a tool measures it.
///
/// A call's own time is without that of the calls inside it.
@MainActor final class CallMeter {
    /// The calls with one entry so far.
    struct Cost: Hashable, Sendable {
        var calls = 0
        var time = Duration.zero
        var longest = Duration.zero
    }

    /// The calls since the meter was made.
    private(set) var costs: [CallEntry: Cost] = [:]

    private let now: @MainActor () -> Duration
    // The running calls, outermost first: when each began, and the time of the calls inside it.
    private var running: [(begin: Duration, inner: Duration)] = []

    init(now: @escaping @MainActor () -> Duration) {
        self.now = now
    }

    func begin() {
        running.append((now(), .zero))
    }

    /// Records the end of the innermost call; one that began before the meter was made doesn't count.
    func end(_ entry: CallEntry) {
        guard let call = running.popLast() else { return }
        let whole = now() - call.begin
        let own = max(.zero, whole - call.inner)
        costs[entry, default: Cost()].add(own)
        if !running.isEmpty { running[running.count - 1].inner += whole }
    }
}

extension CallMeter.Cost {
    fileprivate mutating func add(_ own: Duration) {
        calls += 1
        time += own
        longest = max(longest, own)
    }
}
