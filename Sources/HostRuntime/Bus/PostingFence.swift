import Synchronization

/// The rule by which threads leave out the fence of a post to a list of observers.
///
/// A delivery announces itself and then reads the list; a thread that unlinks an
/// observer does so and then looks for deliveries. Each needs a full fence between
/// its two steps, or both may miss the other. While nobody unlinks, deliveries leave
/// theirs out, because a thread that comes to unlink makes a fence for all threads.
/// From then on each delivery makes a fence of its own, until so many have done so
/// that the fence for all threads was the cheaper way.
///
/// Where only one thread posts, it may also unlink without a fence for all threads.
struct PostingFence: ~Copyable, Sendable {
    /// The address of the record of the one thread that leaves its fence out, or one of these, which are no addresses.
    private enum State {
        /// Nobody has posted, or a fence for all threads would be slow.
        static let nobody: UInt = 0
        /// A thread is about to make the fence for all threads.
        static let ending: UInt = 1
        static let nobodyAnymore: UInt = 2
        static let everybody: UInt = 3
    }

    private let state: Atomic<UInt>

    /// Begins with a fence for each delivery, which stays so where there is no fence for all threads.
    init(hasFenceForAllThreads: Bool = MemoryFence.isAvailable) {
        state = Atomic(hasFenceForAllThreads ? State.nobody : State.nobodyAnymore)
    }

    /// Whether each delivery makes a fence of its own since an observer was unlinked; costs one load.
    @inline(__always)
    var isMadeByAll: Bool { state.load(ordering: .acquiring) == State.nobodyAnymore }

    /// Whether the thread with this record leaves its fence out; costs one load.
    ///
    /// A delivery asks after it has announced itself. If a fence for all threads comes
    /// before the question, the answer is no; if it comes later, the announcement is seen.
    @inline(__always)
    func isLeftOut(by record: UInt) -> Bool {
        let state = state.load(ordering: .sequentiallyConsistent)
        return state == record || state == State.everybody
    }

    /// Lets the thread leave its fence out from now on, unless an observer was unlinked; makes a full fence in any case.
    ///
    /// While a fence for all threads would be slow, no thread leaves its own out.
    @inline(never)
    func admit(_ record: UInt, isFenceForAllQuick: Bool = MemoryFence.isRegistered) {
        let found = state.load(ordering: .sequentiallyConsistent)
        if isFenceForAllQuick {
            switch found {
            case record, State.ending, State.nobodyAnymore, State.everybody: break
            case State.nobody: replace(found, by: record)
            default: replace(found, by: State.everybody)
            }
        }
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// Lets a thread leave its fence out again that has made many since an observer was unlinked.
    ///
    /// A thread that unlinks does so before it reads the state. If it then finds that all
    /// make their fences, what this thread reads after this call is the list without the observer.
    @inline(never)
    func readmit(_ record: UInt, isFenceForAllQuick: Bool = MemoryFence.isRegistered) {
        if isFenceForAllQuick { replace(State.nobodyAnymore, by: record) }
    }

    /// Makes a full fence, including one for the threads that leave theirs out.
    ///
    /// Call it between unlinking and looking for deliveries, with the calling thread's record if it has one.
    @inline(__always)
    func make(on record: UInt?) {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let found = state.load(ordering: .sequentiallyConsistent)
        if found != State.nobody, found != State.nobodyAnymore, found != record { end(found) }
    }

    /// Makes a fence for all threads, which then make their own.
    @inline(never)
    private func end(_ found: UInt) {
        // A thread that finds that all make their fences relies on this one; until it's made, others make one, too.
        let ends = found != State.ending && replace(found, by: State.ending)
        MemoryFence.makeForAllThreads()
        if ends { state.store(State.nobodyAnymore, ordering: .sequentiallyConsistent) }
    }

    @discardableResult
    private func replace(_ expected: UInt, by desired: UInt) -> Bool {
        state.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent).exchanged
    }
}
