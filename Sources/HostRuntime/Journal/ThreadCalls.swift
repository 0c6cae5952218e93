import Synchronization

/// The journal's stack of the calling thread.
enum ThreadCalls {
    // An index plus one, and not an address: the journal may continue in other memory.
    private static let slot = ThreadLocal(.callStack) { ThreadCalls.release($0) }

    private static var value: UnsafeMutableRawPointer? { ThreadVariable.callStack.value }

    private static func release(_ index: UnsafeMutableRawPointer?) {
        slot.clear()
        if let index, index != main { stack(index).release() }
    }

    private static var main: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }

    private static func stack(_ index: UnsafeMutableRawPointer) -> CallStack {
        RunningCode.journal.stack(Int(bitPattern: index) - 1)
    }

    /// The calling thread's stack; nil on a thread that the runtime didn't start.
    ///
    /// Async-signal-safe.
    static var current: CallStack? { value.map(stack) }

    /// Whether the calling thread is the one that runs the main actor in a program.
    static var isMain: Bool { value == main }

    /// Gives the main thread the first stack.
    static func joinMain() {
        if let main { slot.set(main) }
    }

    /// Takes the first stack from a thread of a test process, which isn't the main one any more.
    static func leaveMain() {
        slot.clear()
    }

    /// Whether the journal may still continue in other memory, so that only the main thread has a stack in it.
    private static let isHeld = Atomic(false)

    /// Gives no other thread a stack until `release()`, while the journal's place isn't final.
    static func hold() {
        isHeld.store(true, ordering: .releasing)
    }

    /// Lets other threads have stacks from their next job on.
    static func release() {
        isHeld.store(false, ordering: .releasing)
    }

    /// Gives the calling thread a stack, unless it has one, all are taken, or the journal's place isn't final.
    static func join() {
        guard value == nil, !isHeld.load(ordering: .acquiring) else { return }
        let journal = RunningCode.journal
        guard let index = (1..<JournalMemory.stackCount).first(where: { journal.stack($0).reserve() }) else { return }
        if let index = UnsafeMutableRawPointer(bitPattern: index + 1) { slot.set(index) }
    }

    /// Runs a body as a call that the journal records, unless the entry is the program's own.
    static func run<Result>(_ entry: CallEntry, on stack: CallStack?, _ body: () -> Result) -> Result {
        guard entry.isOfPlugin, let stack else { return body() }
        let outer = stack.push(entry, at: MonotonicClock.coarse())
        defer { stack.pop(outer) }
        return body()
    }
}
