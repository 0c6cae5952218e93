import Synchronization

/// The observers of one topic, in registration order, with the topic's sticky value.
///
/// A delivery takes the lock once, to get its slots, and walks them without it.
/// Observers that are cancelled meanwhile are set aside until every delivery that
/// may have seen them has ended. For this, deliveries are counted in two groups:
/// new ones join the current group, and the groups swap when the older one is
/// empty, so that a stream of overlapping deliveries can't keep garbage for ever.
final class ObserverList: Sendable {
    /// The observers that one delivery may call.
    struct Snapshot: @unchecked Sendable {  // Reason: the slots live until `end` is called with it.
        let slots: UnsafeMutablePointer<ObserverBlock.Slot>
        let count: Int
        let group: Int
        let planned: Int
    }

    /// Objects to release after the lock.
    enum Garbage: Sendable {
        case observer(Observer)
        case block(ObserverBlock)
    }

    /// An observer that was removed, and the objects that are released with it.
    struct Removed: Sendable {
        let observer: Observer
        let garbage: [Garbage]
    }

    struct Counts: Sendable {
        var posts = 0
        var deliveries = 0
        var observers = 0
    }

    private struct State {
        var block = ObserverBlock(capacity: 4)
        var used = 0
        var live = 0
        var liveOnMain = 0
        var lastOrder: UInt64 = 0
        var posts = 0
        var deliveries = 0
        var sticky: MessageBox?
        var group = 0
        /// The garbage of both groups.
        var garbage: [[Garbage]] = [[], []]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let readers0 = Atomic(0)
    private let readers1 = Atomic(0)
    /// Whether garbage waits for a delivery to end.
    private let hasGarbage = Atomic(false)
    private let liveCount = Atomic(0)
    private let liveOnMainCount = Atomic(0)
    private let silentPosts = Atomic(0)
    private let extraDeliveries = Atomic(0)

    deinit {
        close()
    }

    /// Whether there are no observers; costs one load.
    var isEmpty: Bool {
        liveCount.load(ordering: .acquiring) == 0
    }

    /// Whether there are observers for the main actor; costs one load.
    var hasMainObservers: Bool {
        liveOnMainCount.load(ordering: .acquiring) > 0
    }

    // MARK: - Delivering

    /// Begins the delivery of a post, and swaps a sticky value for the one before.
    ///
    /// `mail` is called under the lock when there are main-actor observers and
    /// the post isn't on the main thread, so that letters keep the order of posts.
    func beginPost(
        keeping value: inout MessageBox?,
        onMain: Bool,
        mail: (_ lastOrder: UInt64) -> Void
    ) -> Snapshot {
        state.withLock { state in
            state.posts &+= 1
            if value != nil { swap(&state.sticky, &value) }
            var planned = state.live
            if !onMain {
                planned -= state.liveOnMain
                if state.liveOnMain > 0 { mail(state.lastOrder) }
            }
            state.deliveries &+= planned
            return enter(&state, planned: planned)
        }
    }

    /// Begins the delivery of a letter, which isn't a new post.
    func beginLetter() -> Snapshot {
        state.withLock { enter(&$0, planned: 0) }
    }

    private func enter(_ state: inout State, planned: Int) -> Snapshot {
        readers(state.group) { _ = $0.wrappingAdd(1, ordering: .relaxed) }
        return Snapshot(slots: state.block.slots, count: state.used, group: state.group, planned: planned)
    }

    /// Ends a delivery, and releases observers that were cancelled during it.
    func end(_ snapshot: Snapshot, delivered: Int) {
        if delivered != snapshot.planned { countDeliveries(delivered - snapshot.planned) }
        var left = 0
        readers(snapshot.group) { left = $0.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue }
        // Setting garbage aside raises the flag before reading the counts, so one of the two sees the other.
        if left == 0, hasGarbage.load(ordering: .sequentiallyConsistent) {
            release(state.withLock { reclaim(&$0) })
        }
    }

    private func readers(_ group: Int, _ body: (borrowing Atomic<Int>) -> Void) {
        if group == 0 { body(readers0) } else { body(readers1) }
    }

    func countSilentPost() {
        silentPosts.wrappingAdd(1, ordering: .relaxed)
    }

    /// Corrects the count of deliveries.
    func countDeliveries(_ number: Int) {
        extraDeliveries.wrappingAdd(number, ordering: .relaxed)
    }

    // MARK: - Adding

    /// Adds an observer after all others, and returns the sticky value and the number of observers.
    ///
    /// `prepare` is called under the lock, before a delivery can reach the observer.
    func append(
        _ observer: Observer,
        prepare: (_ sticky: MessageBox) -> Void
    ) -> (sticky: MessageBox?, observers: Int) {
        state.withLock { state in
            if state.used == state.block.capacity { rebuild(&state) }
            state.lastOrder += 1
            observer.order = state.lastOrder
            observer.slot = state.used
            if let sticky = state.sticky { prepare(sticky) }
            let address = Unmanaged.passRetained(observer).toOpaque()
            state.block.slots[state.used].store(UnsafeRawPointer(address), ordering: .releasing)
            state.used += 1
            state.live += 1
            if observer.kind == .mainActor { state.liveOnMain += 1 }
            publishCounts(state)
            return (state.sticky, state.live)
        }
    }

    // MARK: - Removing

    /// Removes an observer; release the result outside of every lock.
    ///
    /// Returns nil after `close`, which ends every observer.
    func remove(_ address: Unmanaged<Observer>) -> Removed? {
        state.withLock { state in
            if state.isClosed { return nil }
            let observer = address.takeUnretainedValue()
            unlink(observer, &state)
            if state.used >= 8, state.live * 2 <= state.used { rebuild(&state) }
            return Removed(observer: observer, garbage: reclaim(&state))
        }
    }

    /// Ends every observer; none can be added or removed afterwards.
    func close() {
        let (ended, sticky): ([Observer], MessageBox?) = state.withLock { state in
            let ended = state.isClosed ? [] : observers(of: state)
            for observer in ended { unlink(observer, &state) }
            state.isClosed = true
            return (ended, state.sticky.take())
        }
        for observer in ended { observer.onEnd?(false) }
        release(state.withLock { reclaim(&$0) })
        _ = sticky
    }

    private func unlink(_ observer: Observer, _ state: inout State) {
        observer.isCancelled.store(true, ordering: .sequentiallyConsistent)
        state.block.slots[observer.slot].store(nil, ordering: .releasing)
        state.live -= 1
        if observer.kind == .mainActor { state.liveOnMain -= 1 }
        publishCounts(state)
        discard(.observer(Unmanaged.passUnretained(observer).takeRetainedValue()), &state)
    }

    private func publishCounts(_ state: borrowing State) {
        liveCount.store(state.live, ordering: .releasing)
        liveOnMainCount.store(state.liveOnMain, ordering: .releasing)
    }

    /// Moves the live observers to a new block with room for twice as many.
    private func rebuild(_ state: inout State) {
        let live = observers(of: state)
        let block = ObserverBlock(capacity: max(4, live.count * 2))
        for (slot, observer) in live.enumerated() {
            observer.slot = slot
            let address = Unmanaged.passUnretained(observer).toOpaque()
            block.slots[slot].store(UnsafeRawPointer(address), ordering: .relaxed)
        }
        discard(.block(state.block), &state)
        state.block = block
        state.used = live.count
    }

    private func observers(of state: State) -> [Observer] {
        (0..<state.used).compactMap { index in
            state.block.slots[index].load(ordering: .relaxed).map {
                Unmanaged<Observer>.fromOpaque($0).takeUnretainedValue()
            }
        }
    }

    // MARK: - Releasing

    private func discard(_ garbage: Garbage, _ state: inout State) {
        state.garbage[state.group].append(garbage)
        hasGarbage.store(true, ordering: .sequentiallyConsistent)
    }

    /// Returns the garbage that no running delivery can have seen.
    private func reclaim(_ state: inout State) -> [Garbage] {
        var released: [Garbage] = []
        for _ in 0..<2 {
            let older = 1 - state.group
            var running = 0
            readers(older) { running = $0.load(ordering: .sequentiallyConsistent) }
            guard running == 0 else { break }
            released += state.garbage[older]
            state.garbage[older] = []
            if state.garbage[state.group].isEmpty { break }
            // New deliveries join the empty group; they can't reach the other group's garbage.
            state.group = older
        }
        hasGarbage.store(!state.garbage.allSatisfy(\.isEmpty), ordering: .sequentiallyConsistent)
        return released
    }

    /// Releases garbage with no lock held, because a deinit may call the bus.
    private func release(_ garbage: consuming [Garbage]) {}

    // MARK: - Reading

    var sticky: MessageBox? {
        state.withLock { $0.sticky }
    }

    /// Removes the sticky value if it fulfils a condition.
    func clearSticky(where condition: (MessageBox) -> Bool) -> MessageBox? {
        state.withLock { state in
            guard let sticky = state.sticky, condition(sticky) else { return nil }
            state.sticky = nil
            return sticky
        }
    }

    var observers: [Observer] {
        state.withLock { observers(of: $0) }
    }

    var counts: Counts {
        var counts = state.withLock { Counts(posts: $0.posts, deliveries: $0.deliveries, observers: $0.live) }
        counts.posts &+= silentPosts.load(ordering: .relaxed)
        counts.deliveries &+= extraDeliveries.load(ordering: .relaxed)
        return counts
    }
}
