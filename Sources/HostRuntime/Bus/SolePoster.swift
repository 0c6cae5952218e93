import Synchronization

/// The one thread that posts to a list of observers, as long as there is only one: it makes no fence.
///
/// A delivery announces itself and then reads the list; a thread that unlinks an
/// observer does so and then looks for deliveries. Each needs a full fence between
/// its two steps, or both may miss the other. While one thread alone posts, that
/// thread leaves its fence out, because another one that comes to post or to unlink
/// makes a fence for all threads. It does so once: from then on, every delivery of
/// the list makes a fence of its own.
struct SolePoster: ~Copyable, Sendable {
    /// The address of a thread's record, or one of these, which are no addresses.
    private enum State {
        static let nobody: UInt = 0
        /// A thread is about to make the fence for all threads.
        static let ending: UInt = 1
        static let ended: UInt = 2
    }

    private let state: Atomic<UInt>

    /// Begins without a thread; where there is no fence for all threads, there is never one.
    init(hasFence: Bool = MemoryFence.isAvailable) {
        state = Atomic(hasFence ? State.nobody : State.ended)
    }

    /// Whether every delivery makes a fence of its own; costs one load, and stays true.
    @inline(__always)
    var hasEnded: Bool { state.load(ordering: .acquiring) == State.ended }

    /// Whether the thread with this record is the one; costs one load.
    ///
    /// A delivery asks after it has announced itself. If a fence for all threads comes
    /// before the question, the answer is no; if it comes later, the announcement is seen.
    @inline(__always)
    func isThread(_ record: UInt) -> Bool { state.load(ordering: .sequentiallyConsistent) == record }

    /// Makes the thread the sole poster, or ends that there is one; makes a full fence in both cases.
    ///
    /// While a fence for all threads would be slow, no thread becomes the sole poster.
    @inline(never)
    func admit(_ record: UInt, isFenceQuick: Bool = MemoryFence.isRegistered) {
        if isFenceQuick, !replace(State.nobody, by: record) { end(exceptFor: record) }
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// Makes a full fence, including one for the thread that leaves its own out.
    ///
    /// Call it between unlinking and looking for deliveries, with the calling thread's record if it has one.
    @inline(__always)
    func makeFence(on record: UInt?) {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let found = state.load(ordering: .sequentiallyConsistent)
        if found != State.nobody, found != State.ended, found != record { end(exceptFor: record) }
    }

    /// Makes a fence for all threads, unless there is no other thread that leaves its own out.
    @inline(never)
    private func end(exceptFor record: UInt?) {
        let found = state.load(ordering: .sequentiallyConsistent)
        if found == State.ended || found == record { return }
        // A thread that reads `ended` relies on a fence that was made before; until then, others make theirs, too.
        let ends = found != State.ending && replace(found, by: State.ending)
        MemoryFence.makeForAllThreads()
        if ends { state.store(State.ended, ordering: .sequentiallyConsistent) }
    }

    private func replace(_ expected: UInt, by desired: UInt) -> Bool {
        state.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent).exchanged
    }
}
