import Synchronization

/// The observers of one topic, in registration order, with the topic's sticky value.
///
/// A delivery reads the list without a lock, so what is unlinked must stay alive
/// until every delivery that may have seen it has ended. All of that is decided here:
///
/// 1. A delivery announces itself in its thread's `RunningDeliveries` with the list's
///    epoch, adds to `posts`, and then reads the list (`beginDelivery`). Letters and
///    replays are no posts; they add 0, for the order.
/// 2. A thread that cancels an observer takes it out of its slot, begins a new epoch,
///    adds 0 to `posts`, and then looks for deliveries (`reclaim`). The two changes of
///    one number have an order: either the thread sees the announcement, or the
///    delivery sees the list without the observer.
/// 3. What a running delivery may have seen waits as garbage. A delivery withdraws its
///    announcement, adds to `deliveries`, and then releases what has become free
///    (`endDelivery`); `deliveries` orders this with step 2 in the same way.
///
/// The changes of `posts` and `deliveries` are sequentially consistent: of one that adds 0,
/// a compiler may otherwise leave nothing that orders what is around it.
///
/// The list owns an observer from `append` to `unlink`, and the garbage owns it from then
/// on. Nothing is released under the lock, because a deinit may use the bus.
///
/// Three flags end a registration: the observer's own keeps deliveries that have found it
/// from calling it, the subscription's keeps a second `cancel` from looking at an observer
/// that is gone, and `isClosed` does the same for subscriptions that outlive the bus.
struct ObserverList: ~Copyable, Sendable {
    /// A running delivery: its observers, and its frame in the thread's record.
    struct Delivery {
        let slots: UnsafeMutablePointer<Slot>?
        let count: Int
        let frame: UnsafeMutablePointer<RunningDeliveries.Frame>
    }

    /// The place of an observer; empty once that is cancelled.
    struct Slot: ~Copyable {
        private let address: Atomic<UInt>

        init(_ observer: Unmanaged<Observer>) {
            address = Atomic(UInt(bitPattern: observer.toOpaque()))
        }

        @inline(__always)
        var observer: Unmanaged<Observer>? {
            UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).map { .fromOpaque($0) }
        }

        func empty() { address.store(0, ordering: .releasing) }
    }

    /// Slots of observers, which are only ever filled at the end: a delivery calls those that were there when it began.
    private final class Block: @unchecked Sendable {  // Reason: the slots are atomic, the rest is fixed.
        let slots: UnsafeMutablePointer<Slot>
        let capacity: Int
        /// The number of slots that were filled.
        let count = Atomic(0)

        init(capacity: Int) {
            self.capacity = capacity
            slots = .allocate(capacity: capacity)
        }

        deinit {
            // Not deinitialized: slots own nothing.
            slots.deallocate()
        }
    }

    private struct State: ~Copyable {
        var block = Block(capacity: 4)
        var used = 0
        var live = 0
        var liveOnMain = 0
        var sticky: StickyValue?
        var garbage = Garbage()
        var isClosed = false
    }

    private let state = Mutex(State())
    /// The address of the block; 0 when there are no observers.
    private let published = Atomic<UInt>(0)
    private let epoch = Atomic<UInt64>(1)
    /// Whether garbage waits for a delivery to end.
    private let hasGarbage = Atomic(false)
    private let liveOnMainCount = Atomic(0)
    private let newestOrder = Atomic<UInt64>(0)

    /// The number of posts.
    private let posts = Atomic(0)
    /// The number of calls of observers.
    private let deliveries = Atomic(0)

    /// The number by which running deliveries name the list; unique in the process.
    private let id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue

    private static let lastID = Atomic<UInt64>(0)

    deinit {
        close()
    }

    /// Whether there are no observers; costs one load.
    var isEmpty: Bool {
        published.load(ordering: .acquiring) == 0
    }

    /// Whether there are observers for the main actor; costs one load.
    var hasMainObservers: Bool {
        liveOnMainCount.load(ordering: .acquiring) > 0
    }

    /// The place in the registration order of the observer that was added last.
    var lastOrder: UInt64 {
        newestOrder.load(ordering: .acquiring)
    }

    // MARK: - Delivering

    /// Counts a post that has nobody to call.
    func countPost() {
        posts.wrappingAdd(1, ordering: .relaxed)
    }

    /// Counts a message that went to an observer outside of a delivery.
    func countDelivery() {
        deliveries.wrappingAdd(1, ordering: .relaxed)
    }

    /// Begins a delivery of the list's topic, and counts it as a post unless it's a later part of one.
    ///
    /// Returns nil at the depth limit of the thread. Until `endDelivery`, no observer
    /// that can be found in the list now is released.
    @inline(__always)
    func beginDelivery(
        of topic: Topic,
        posts newPosts: Int,
        route: Route? = nil,
        on thread: PostingThread
    ) -> Delivery? {
        guard let frame = thread.push(topic, list: id, epoch: epoch.load(ordering: .acquiring), route) else {
            return nil
        }
        posts.wrappingAdd(newPosts, ordering: .sequentiallyConsistent)
        guard let address = UnsafeRawPointer(bitPattern: published.load(ordering: .acquiring)) else {
            return Delivery(slots: nil, count: 0, frame: frame)
        }
        return Unmanaged<Block>.fromOpaque(address)._withUnsafeGuaranteedRef { block in
            Delivery(slots: block.slots, count: block.count.load(ordering: .acquiring), frame: frame)
        }
    }

    /// Ends a delivery, counts its calls, and releases the observers that were cancelled during it.
    @inline(__always)
    func endDelivery(_ delivery: Delivery, calls: Int, on thread: PostingThread) {
        thread.pop()
        deliveries.wrappingAdd(calls, ordering: .sequentiallyConsistent)
        if hasGarbage.load(ordering: .relaxed) { releaseGarbage() }
    }

    @inline(never)
    private func releaseGarbage() {
        let released = state.withLock { reclaim(&$0) }
        _ = consume released
    }

    // MARK: - Adding

    /// Adds an observer after all others, and returns the sticky message and the number of observers.
    ///
    /// `prepare` is called under the lock, before a delivery can reach the observer.
    func append(
        _ observer: Observer,
        prepare: (_ sticky: any Sendable) -> Void = { _ in }
    ) -> (sticky: (any Sendable)?, observers: Int) {
        state.withLock { state in
            let sticky = state.sticky?.message
            if let sticky { prepare(sticky) }
            if state.used == state.block.capacity { rebuild(&state) }
            observer.order = lastOrder + 1
            observer.slot = state.used
            if observer.delivery == .mainActor { state.liveOnMain += 1 }
            newestOrder.store(observer.order, ordering: .releasing)
            (state.block.slots + state.used).initialize(to: Slot(.passRetained(observer)))
            state.used += 1
            state.live += 1
            publish(state)
            // Last: a delivery that finds the observer must also see that it may be one for the main actor.
            state.block.count.store(state.used, ordering: .releasing)
            return (sticky, state.live)
        }
    }

    // MARK: - Removing

    /// Removes an observer, unless its registration has ended.
    ///
    /// Releases the observer's captures before it returns, unless a running delivery may still use them.
    func remove(_ observer: Unmanaged<Observer>, isEnded: borrowing Atomic<Bool>) {
        let removed: (onEnd: Observer.End?, released: Garbage.Released)? = state.withLock { state in
            // `close` has ended every observer.
            if state.isClosed || isEnded.load(ordering: .relaxed) { return nil }
            let onEnd = observer._withUnsafeGuaranteedRef { $0.onEnd }
            unlink(observer, &state)
            // After this, another thread's `cancel` returns without waiting for the lock.
            isEnded.store(true, ordering: .releasing)
            if state.used >= 8, state.live * 2 <= state.used { rebuild(&state) }
            publish(state)
            return (onEnd, reclaim(&state))
        }
        removed?.onEnd?(true)
        _ = consume removed
    }

    /// Ends every observer; none can be added or removed afterwards.
    func close() {
        var sticky: StickyValue?
        let ended = state.withLock { state in
            let ended = state.isClosed ? [] : observers(of: state)
            for observer in ended { unlink(.passUnretained(observer), &state) }
            state.isClosed = true
            publish(state)
            swap(&state.sticky, &sticky)
            return ended
        }
        for observer in ended { observer.onEnd?(false) }
        releaseGarbage()
        _ = sticky
    }

    /// Takes an observer out of its slot; the list's reference becomes garbage.
    private func unlink(_ observer: Unmanaged<Observer>, _ state: inout State) {
        let observer = observer.takeRetainedValue()
        // For deliveries that have found it.
        observer.end()
        state.block.slots[observer.slot].empty()
        if observer.delivery == .mainActor { state.liveOnMain -= 1 }
        state.live -= 1
        state.garbage.append(observer, epoch: epoch.load(ordering: .relaxed))
    }

    private func publish(_ state: borrowing State) {
        let block = Unmanaged.passUnretained(state.block).toOpaque()
        // Before the block, as for `append`.
        liveOnMainCount.store(state.liveOnMain, ordering: .releasing)
        published.store(state.live == 0 ? 0 : UInt(bitPattern: block), ordering: .releasing)
    }

    /// Moves the live observers to a new block with room for twice as many; the caller publishes it.
    ///
    /// The old block waits as garbage for the next cancellation. Blocks double, so that all
    /// that wait are together no larger than the one in use.
    private func rebuild(_ state: inout State) {
        let block = Block(capacity: max(4, state.live * 2))
        var count = 0
        for index in 0..<state.used {
            guard let observer = state.block.slots[index].observer else { continue }
            (block.slots + count).initialize(to: Slot(observer))
            observer._withUnsafeGuaranteedRef { $0.slot = count }
            count += 1
        }
        block.count.store(count, ordering: .relaxed)
        state.garbage.append(state.block, epoch: epoch.load(ordering: .relaxed))
        state.block = block
        state.used = count
    }

    private func observers(of state: borrowing State) -> [Observer] {
        (0..<state.used).compactMap { state.block.slots[$0].observer?.takeUnretainedValue() }
    }

    // MARK: - Releasing

    /// Removes and returns the garbage that no running delivery can have seen; the caller releases it after the lock.
    private func reclaim(_ state: inout State) -> Garbage.Released {
        guard let newest = state.garbage.newestEpoch else { return Garbage.Released() }
        // Deliveries that begin in the new epoch can't reach anything that was unlinked before.
        epoch.wrappingAdd(1, ordering: .releasing)
        hasGarbage.store(true, ordering: .relaxed)
        posts.wrappingAdd(0, ordering: .sequentiallyConsistent)
        deliveries.wrappingAdd(0, ordering: .sequentiallyConsistent)
        let oldest = PostingThread.oldestDelivery(ofList: id)
        if oldest > newest { hasGarbage.store(false, ordering: .relaxed) }
        return state.garbage.removeAll(before: oldest)
    }

    /// Objects that were unlinked and that running deliveries may still use, oldest first.
    private struct Garbage {
        /// Objects to release after the lock; nearly always one.
        struct Released {
            var first: AnyObject?
            var others: [AnyObject] = []
        }

        private var entries: [(object: AnyObject, epoch: UInt64)] = []

        var newestEpoch: UInt64? { entries.last?.epoch }

        /// Adds an object; the epoch is at least that of the object before.
        mutating func append(_ object: AnyObject, epoch: UInt64) {
            entries.append((object, epoch))
        }

        mutating func removeAll(before epoch: UInt64) -> Released {
            let count = entries.firstIndex { $0.epoch >= epoch } ?? entries.count
            guard count > 0 else { return Released() }
            var released = Released(first: entries[0].object)
            if count > 1 { released.others = entries[1..<count].map(\.object) }
            entries.removeFirst(count)
            return released
        }
    }

    // MARK: - The sticky value

    /// Calls a closure with the sticky value, under the lock: meanwhile no observer comes or goes.
    func withSticky<Result>(_ body: (inout StickyValue?) -> Result) -> Result {
        state.withLock { body(&$0.sticky) }
    }

    var stickyMessage: (any Sendable)? {
        withSticky { $0?.message }
    }

    /// Removes the sticky value if an owner posted it, or in any case without an owner.
    func clearSticky(of owner: Owner? = nil) {
        // Released after the lock.
        var cleared: StickyValue?
        withSticky { sticky in
            if owner == nil || sticky?.owner == owner { swap(&sticky, &cleared) }
        }
    }

    // MARK: - Reading

    var counts: (posts: Int, deliveries: Int) {
        (posts.load(ordering: .relaxed), deliveries.load(ordering: .relaxed))
    }

    /// The number of observers.
    var count: Int {
        state.withLock { $0.live }
    }

    var observers: [Observer] {
        state.withLock { observers(of: $0) }
    }
}

/// The last message of a topic, and who posted it.
struct StickyValue: ~Copyable {
    let message: any Sendable
    let owner: Owner
}
