import Synchronization

/// The rule by which threads leave out the fence of a post to a list of observers.
///
/// A delivery announces itself and then reads the list; a thread that unlinks an
/// observer does so and then looks for deliveries. Each needs a full fence between
/// its two steps, or both may miss the other. While nobody unlinks, the threads that
/// post leave theirs out, because a thread that comes to unlink makes a fence for all
/// threads. From then on each delivery makes a fence of its own, until a thread has
/// made so many that the fence for all threads was the cheaper way.
///
/// A thread that posts alone can unlink observers, too, without a fence for all threads.
struct PostingFence: ~Copyable, Sendable {
    /// The address of the record of the one thread that leaves its fence out, or one of these, which are no addresses.
    private enum State {
        /// No thread has posted yet, or a fence for all threads would be slow.
        static let nobody: UInt = 0
        /// No thread leaves its fence out: an observer was unlinked, or there is no fence for all threads.
        static let nobodyAnymore: UInt = 1
        /// Every thread leaves its fence out, because more than one posts.
        static let everybody: UInt = 2
    }

    private let state: Atomic<UInt>

    /// Begins without a thread that leaves its fence out, which stays so where there is no fence for all threads.
    init(hasFenceForAllThreads: Bool = MemoryFence.isAvailable) {
        state = Atomic(hasFenceForAllThreads ? State.nobody : State.nobodyAnymore)
    }

    /// Whether each delivery makes a fence of its own, and no new thread is admitted; costs one load.
    @inline(__always)
    var isMadeByAll: Bool { state.load(ordering: .acquiring) == State.nobodyAnymore }

    /// Whether the thread with this record leaves its fence out; costs one load.
    ///
    /// A delivery asks after it has announced itself, and before it reads the list. If a
    /// thread that unlinks makes a fence for all threads before the announcement, the
    /// delivery reads the list without the observer; if it does so later, it sees the
    /// announcement. If it makes none, it has found a state from before this one, so it
    /// had unlinked the observer before the delivery reads the list.
    @inline(__always)
    func isLeftOut(by record: UInt) -> Bool {
        let state = state.load(ordering: .sequentiallyConsistent)
        return state == record || state == State.everybody
    }

    /// Lets a thread that posts leave its fence out, and with a second one every thread; makes a full fence in any case.
    ///
    /// It changes nothing after an observer was unlinked, nor while a fence for all threads would be slow.
    @inline(never)
    func admit(_ record: UInt, isFenceForAllQuick: Bool = MemoryFence.isRegistered) {
        let found = state.load(ordering: .sequentiallyConsistent)
        if isFenceForAllQuick {
            switch found {
            case record, State.nobodyAnymore, State.everybody: break
            case State.nobody: replace(found, by: record)
            default: replace(found, by: State.everybody)
            }
        }
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// Lets a thread leave its fence out that has made many since an observer was unlinked.
    @inline(never)
    func readmit(_ record: UInt, isFenceForAllQuick: Bool = MemoryFence.isRegistered) {
        if isFenceForAllQuick { replace(State.nobodyAnymore, by: record) }
    }

    /// Makes a full fence, including one for the threads that leave theirs out; returns whether it was one for all threads.
    ///
    /// Call it between unlinking and looking for deliveries, under the list's lock, with
    /// the calling thread's record if it has one.
    @inline(__always)
    func make(on record: UInt?) -> Bool {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let found = state.load(ordering: .sequentiallyConsistent)
        if found == State.nobody || found == State.nobodyAnymore || found == record { return false }
        makeForAllThreads()
        return true
    }

    /// Has each delivery make its own fence from now on, and makes one for those that haven't seen that.
    @inline(never)
    private func makeForAllThreads() {
        state.store(State.nobodyAnymore, ordering: .sequentiallyConsistent)
        MemoryFence.makeForAllThreads()
    }

    private func replace(_ expected: UInt, by desired: UInt) {
        _ = state.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
    }
}
