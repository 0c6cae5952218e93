import Synchronization

/// The observers of one topic, in registration order, with the topic's sticky value.
///
/// A delivery reads its observers without a lock. It announces itself in its
/// thread's record with the list's epoch, and what is unlinked begins a new epoch.
/// Unlinked objects are released when every delivery of an epoch that may have
/// seen them has ended: at once when none runs, so that a stream of overlapping
/// deliveries can't keep garbage for ever.
struct ObserverList: ~Copyable, Sendable {
    /// The observers that one delivery may call.
    struct Snapshot: @unchecked Sendable {  // Reason: the slots live until the delivery's frame is popped.
        let slots: UnsafeMutablePointer<ObserverSlot>?
        let count: Int
    }

    private struct State: ~Copyable {
        var block = ObserverBlock(capacity: 4)
        var used = 0
        var live = 0
        var liveOnMain = 0
        var sticky: MessageBox?
        var garbage = Garbage()
        /// The number of threads for which deliveries ask each observer.
        var askers = 0
        var isClosed = false
        /// Whether a hook is told of each post.
        var isReported = false
    }

    let fence = PostingFence()
    private let state = Mutex(State())
    /// The address of the block; 0 when there are no observers.
    private let published = Atomic<UInt>(0)
    private let epoch = Atomic<UInt64>(1)
    /// Whether garbage waits for a delivery to end.
    private let hasGarbage = Atomic(false)
    private let liveOnMainCount = Atomic(0)
    private let newestOrder = Atomic<UInt64>(0)
    /// The topic's place while nobody hears it; nil for a topic that does more than count.
    private let unheard: UnheardTopics.Place?

    /// The number by which running deliveries name the list; unique in the process, and never 0.
    let id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue

    private static let lastID = Atomic<UInt64>(0)

    init(unheard: UnheardTopics.Place?) {
        self.unheard = unheard
    }

    deinit {
        close()
    }

    /// The epoch of a delivery that begins now.
    var currentEpoch: UInt64 {
        epoch.load(ordering: .acquiring)
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

    /// The observers of a delivery, which has announced itself.
    var snapshot: Snapshot {
        // Sequentially consistent, as the slots: these loads come after the announcement.
        let address = published.load(ordering: .sequentiallyConsistent)
        guard let block = UnsafeRawPointer(bitPattern: address) else { return Snapshot(slots: nil, count: 0) }
        return Unmanaged<ObserverBlock>.fromOpaque(block)._withUnsafeGuaranteedRef { block in
            Snapshot(slots: block.slots, count: block.count.load(ordering: .acquiring))
        }
    }

    /// Calls a closure with the sticky value, under the lock: meanwhile no observer comes or goes.
    @inline(__always)
    func withSticky<Result>(_ body: (inout MessageBox?) -> Result) -> Result {
        state.withLock { body(&$0.sticky) }
    }

    /// Releases observers that were cancelled during a delivery; the caller's frame has been popped.
    @inline(__always)
    func releaseGarbage() {
        // Setting garbage aside raises the flag before looking for deliveries, so one of the two sees the other.
        if hasGarbage.load(ordering: .sequentiallyConsistent) { releaseGarbageNow() }
    }

    @inline(never)
    private func releaseGarbageNow() {
        // Released after the lock, because a deinit may call the bus.
        _ = state.withLock { reclaim(&$0) }
    }

    // MARK: - Adding

    /// Adds an observer after all others, and returns the number of observers.
    func append(_ observer: Unmanaged<Observer>) -> Int {
        state.withLock { append(observer, &$0) }
    }

    /// Adds an observer as `append(_:)` does, and returns the sticky value, too.
    ///
    /// `prepare` is called under the lock, before a delivery can reach the observer.
    func append(
        _ observer: Unmanaged<Observer>,
        prepare: (_ sticky: MessageBox) -> Void
    ) -> (sticky: MessageBox?, observers: Int) {
        state.withLock { state in
            if let sticky = state.sticky { prepare(sticky) }
            return (state.sticky, append(observer, &state))
        }
    }

    /// The reference comes retained, and is the list's from here.
    @inline(__always)
    private func append(_ observer: Unmanaged<Observer>, _ state: inout State) -> Int {
        if state.used == state.block.capacity { rebuild(&state) }
        observer._withUnsafeGuaranteedRef { observer in
            observer.order = lastOrder + 1
            if observer.kind == .mainActor { state.liveOnMain += 1 }
            newestOrder.store(observer.order, ordering: .releasing)
            fill(state.block, state.used, with: observer, state)
        }
        state.used += 1
        state.live += 1
        state.block.count.store(state.used, ordering: .releasing)
        publish(state)
        if state.live == 1 { updatePlace(state) }
        return state.live
    }

    // MARK: - Removing

    /// Removes an observer, unless its registration has ended.
    ///
    /// Releases the observer's captures before it returns, unless a running delivery may still use them.
    func remove(_ observer: Unmanaged<Observer>, isEnded: borrowing Atomic<Bool>) {
        var onEnd: (@Sendable (_ cancelled: Bool) -> Void)?
        // Released after the lock, because a deinit may call the bus.
        let garbage = state.withLock { state in
            // `close` has ended every observer.
            if state.isClosed || isEnded.load(ordering: .relaxed) { return Garbage() }
            onEnd = observer._withUnsafeGuaranteedRef { $0.onEnd }
            unlink(observer, &state)
            // After this, another thread's `cancel` returns without waiting for the lock.
            isEnded.store(true, ordering: .releasing)
            if state.used >= 8, state.live * 2 <= state.used { rebuild(&state) }
            publish(state)
            if state.live == 0 { updatePlace(state) }
            return reclaim(&state)
        }
        onEnd?(true)
        _ = consume garbage
    }

    /// Returns an observer, retained, if a delivery may still call it; nil if its calls have surely ended.
    func retain(
        _ observer: Unmanaged<Observer>?,
        _ id: UInt64,
        isEnded: borrowing Atomic<Bool>
    ) -> Unmanaged<Observer>? {
        state.withLock { state in
            let isLive = !state.isClosed && !isEnded.load(ordering: .relaxed)
            guard let observer, isLive || state.garbage.contains(observer, where: { $0.id == id }) else { return nil }
            return observer.retain()
        }
    }

    /// Ends every observer; none can be added or removed afterwards.
    func close() {
        let (ended, sticky): ([Observer], MessageBox?) = state.withLock { state in
            let ended = state.isClosed ? [] : observers(of: state)
            for observer in ended { unlink(Unmanaged.passUnretained(observer), &state) }
            state.isClosed = true
            publish(state)
            return (ended, state.sticky.take())
        }
        for observer in ended { observer.onEnd?(false) }
        releaseGarbageNow()
        _ = sticky
    }

    /// Takes an observer out of its slot; the list's reference becomes garbage.
    @inline(__always)
    private func unlink(_ observer: Unmanaged<Observer>, _ state: inout State) {
        observer._withUnsafeGuaranteedRef { observer in
            // Also in the observer, for deliveries that walk an older block.
            observer.callLevel.store(.nobody)
            state.block.slots[observer.slot].setAdmission(.cancelled)
            if observer.kind == .mainActor { state.liveOnMain -= 1 }
        }
        state.live -= 1
        state.garbage.append(observer, epoch: currentEpoch)
    }

    /// Sets whether a hook is told of each post; a new list is told so first.
    func setReported(_ isReported: Bool) {
        state.withLock { state in
            state.isReported = isReported
            updatePlace(state)
        }
    }

    private func updatePlace(_ state: borrowing State) {
        unheard?.setUnheard(state.live == 0 && !state.isReported)
    }

    @inline(__always)
    private func publish(_ state: borrowing State) {
        let block = Unmanaged.passUnretained(state.block).toOpaque()
        published.store(state.live == 0 ? 0 : UInt(bitPattern: block), ordering: .releasing)
        liveOnMainCount.store(state.liveOnMain, ordering: .releasing)
    }

    /// Moves the live observers to a new block with room for twice as many; the caller publishes it.
    ///
    /// A delivery that walks the old block asks each observer from here on whether it may be called.
    private func rebuild(_ state: inout State) {
        let block = ObserverBlock(capacity: max(4, state.live * 2))
        var count = 0
        forEachSlot(of: state) { slot, observer in
            slot.pointee.setAdmission(.asksObserver)
            fill(block, count, with: observer, state)
            count += 1
        }
        block.count.store(count, ordering: .relaxed)
        state.garbage.append(Unmanaged.passRetained(state.block), epoch: currentEpoch)
        state.block = block
        state.used = count
    }

    /// Runs a closure during which each delivery asks every observer whether it may call it.
    ///
    /// It then also wakes the threads that wait for the end of the call before. A
    /// delivery that runs already does so from the next observer on, once the caller
    /// has made a fence for all threads.
    func whileDeliveriesAsk(_ body: () -> Void) {
        changeAskers(by: 1)
        body()
        changeAskers(by: -1)
    }

    private func changeAskers(by change: Int) {
        state.withLock { state in
            let old = state.askers
            state.askers += change
            guard (old == 0) != (state.askers == 0) else { return }
            forEachSlot(of: state) { slot, observer in slot.pointee.setAdmission(admission(to: observer, state)) }
        }
    }

    /// Gives a live observer a slot, which a delivery doesn't see yet.
    @inline(__always)
    private func fill(_ block: ObserverBlock, _ index: Int, with observer: Observer, _ state: borrowing State) {
        ObserverSlot.initialize(block.slots + index, to: observer, admission(to: observer, state))
        observer.slot = index
    }

    /// Returns the threads that may call a live observer, for its slot.
    private func admission(to observer: Observer, _ state: borrowing State) -> ObserverSlot.Admission {
        // Without a fence for all threads, a delivery makes its own before it asks.
        state.askers > 0 || !MemoryFence.isAvailable ? .asksObserver : .init(observer.callLevel.load())
    }

    private func forEachSlot(
        of state: borrowing State,
        _ body: (UnsafeMutablePointer<ObserverSlot>, Observer) -> Void
    ) {
        for index in 0..<state.used {
            let slot = state.block.slots + index
            slot.pointee.observer?._withUnsafeGuaranteedRef { body(slot, $0) }
        }
    }

    private func observers(of state: borrowing State) -> [Observer] {
        (0..<state.used).compactMap { state.block.slots[$0].observer?.takeUnretainedValue() }
    }

    // MARK: - Releasing

    /// Returns the garbage that no running delivery can have seen.
    private func reclaim(_ state: inout State) -> Garbage {
        guard let newest = state.garbage.newestEpoch else { return Garbage() }
        // Deliveries that begin in the new epoch can't reach anything that was unlinked before.
        epoch.store(currentEpoch + 1, ordering: .releasing)
        hasGarbage.store(true, ordering: .relaxed)
        let isMadeForAll = fence.make(on: PostingThread.existing?.address)
        var oldest = PostingThread.oldestDelivery(of: id)
        if oldest.isElsewhere, !isMadeForAll {
            // The delivery may be ending without having seen the flag: then it's gone after this fence.
            MemoryFence.makeForAllThreads()
            oldest = PostingThread.oldestDelivery(of: id)
        }
        if oldest.epoch > newest { hasGarbage.store(false, ordering: .relaxed) }
        return state.garbage.removeAll(before: oldest.epoch)
    }

    // MARK: - Reading

    var sticky: MessageBox? {
        withSticky { $0 }
    }

    /// Removes the sticky value if it fulfils a condition.
    func clearSticky(where condition: (MessageBox) -> Bool) -> MessageBox? {
        withSticky { $0.map(condition) == true ? $0.take() : nil }
    }

    /// The number of observers.
    var count: Int {
        state.withLock { $0.live }
    }

    var observers: [Observer] {
        state.withLock { observers(of: $0) }
    }
}
