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
        defer {
            stack.pop(outer)
            end(entry, begunAt: begin)
        }
        return try body()
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
