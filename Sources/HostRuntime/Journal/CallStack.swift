import Synchronization

/// The calls that run on one thread, outermost first, in the journal's memory.
///
/// Only the thread itself pushes and pops. Others may read at any time: another
/// thread, a signal handler, the guardian, and the next start of the program.
struct CallStack: @unchecked Sendable {  // Reason: what others read is atomic.
    /// The number of bytes of a stack.
    static let size = 1024

    /// The number of calls that are recorded below the innermost one.
    static let limit = 62

    private static let firstFrame = 32

    /// A running call.
    struct Call: Hashable, Sendable {
        let entry: CallEntry
        /// The call's start in nanoseconds of the system's monotonic clock, to within a few milliseconds.
        let begin: UInt64
    }

    /// The state before a `push`, for `pop` to restore.
    struct Outer {
        fileprivate let depth: UInt32
        // Of the last frame, which deeper calls share.
        fileprivate let word: UInt64
        fileprivate let begin: UInt64
    }

    let base: UnsafeMutableRawPointer

    private var depth: UnsafeMutablePointer<Atomic<UInt32>> { base.assumingMemoryBound(to: Atomic<UInt32>.self) }

    private func word(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        (base + CallStack.firstFrame + index &* 16).assumingMemoryBound(to: Atomic<UInt64>.self)
    }

    private func begin(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        (base + CallStack.firstFrame + index &* 16 + 8).assumingMemoryBound(to: Atomic<UInt64>.self)
    }

    // MARK: - Writing

    /// Records that a call begins.
    @inline(__always) func push(_ entry: CallEntry, at now: UInt64) -> Outer {
        let depth = depth.pointee.load(ordering: .relaxed)
        var outer = Outer(depth: depth, word: 0, begin: 0)
        var index = Int(depth)
        if index >= CallStack.limit {
            index = CallStack.limit - 1
            outer = Outer(
                depth: depth,
                word: word(index).pointee.load(ordering: .relaxed),
                begin: begin(index).pointee.load(ordering: .relaxed)
            )
        }
        word(index).pointee.store(entry.word, ordering: .relaxed)
        begin(index).pointee.store(now, ordering: .relaxed)
        self.depth.pointee.store(depth &+ 1, ordering: .releasing)
        return outer
    }

    /// Records that the innermost call has ended.
    @inline(__always) func pop(_ outer: Outer) {
        if outer.depth >= CallStack.limit {
            word(CallStack.limit - 1).pointee.store(outer.word, ordering: .relaxed)
            begin(CallStack.limit - 1).pointee.store(outer.begin, ordering: .relaxed)
        }
        depth.pointee.store(outer.depth, ordering: .releasing)
    }

    /// Makes the last call run again, if none runs: what's found now is its doing.
    func reopen() {
        guard depth.pointee.load(ordering: .relaxed) == 0, word(0).pointee.load(ordering: .relaxed) != 0 else { return }
        depth.pointee.store(1, ordering: .releasing)
    }

    // MARK: - Reading

    /// The innermost call; nil when none runs.
    ///
    /// On another thread the call may have ended by the time this returns. A call
    /// that changes while it's read is read again.
    var innermost: Call? {
        for _ in 0..<8 {
            let depth = depth.pointee.load(ordering: .acquiring)
            guard depth > 0 else { return nil }
            let index = min(Int(depth), CallStack.limit) - 1
            let begin = begin(index).pointee.load(ordering: .acquiring)
            let entry = CallEntry(word: word(index).pointee.load(ordering: .acquiring))
            guard self.depth.pointee.load(ordering: .acquiring) == depth,
                self.begin(index).pointee.load(ordering: .relaxed) == begin
            else { continue }
            return Call(entry: entry, begin: begin)
        }
        return nil
    }

    /// The innermost call that began before a time; nil when none did.
    ///
    /// Async-signal-safe. For another thread while the calls don't change.
    func innermost(begunBefore time: UInt64) -> Call? {
        var index = min(Int(depth.pointee.load(ordering: .acquiring)), CallStack.limit)
        while index > 0 {
            index -= 1
            let begin = begin(index).pointee.load(ordering: .acquiring)
            guard begin <= time else { continue }
            return Call(entry: CallEntry(word: word(index).pointee.load(ordering: .acquiring)), begin: begin)
        }
        return nil
    }

    // MARK: - Claiming

    private var claim: UnsafeMutablePointer<Atomic<UInt32>> {
        (base + 4).assumingMemoryBound(to: Atomic<UInt32>.self)
    }

    /// Reserves the stack for a thread; returns false if another one has it.
    func reserve() -> Bool {
        claim.pointee.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing).exchanged
    }

    /// Empties the stack and frees it for another thread.
    func release() {
        depth.pointee.store(0, ordering: .releasing)
        claim.pointee.store(0, ordering: .releasing)
    }
}
