import Dispatch
import Synchronization

/// The record of a thread that posts: the deliveries running on it, innermost last.
///
/// A record is found with one instruction, is reused after its thread has ended, and is
/// never freed, so that other threads may read it at any time.
@usableFromInline
struct PostingThread: Equatable, @unchecked Sendable {  // Reason: others only use the atomic parts of a record.
    /// The limit of nested posts on one thread.
    static let depthLimit = 64

    /// The number of fences of single deliveries that take about as long as one for all threads: 3 ns beside 10 µs.
    private static let manyFences = 4096

    /// A running delivery.
    struct Frame: ~Copyable {
        var topic: Unmanaged<Topic>?
        /// The number of the post that bridges have made this one of, or carry on; 0 for a post that crosses no bridge.
        var route: UInt64 = 0
        /// The id of the list whose observers may be called.
        let list = Atomic<UInt64>(0)
        /// The list's epoch when the delivery began; 0 when none runs.
        let epoch = Atomic<UInt64>(0)
        /// The address of the observer that is called, or looked at, for threads that wait for its end; 0 for none.
        private let observer = Atomic<UInt>(0)

        var trackedObserver: UInt { observer.load(ordering: .sequentiallyConsistent) }

        /// Publishes the observer that is about to be called; the caller then reads whether it was cancelled.
        ///
        /// Somebody may wait for the end of the call before: see `tell(endOf:)`.
        @inline(__always)
        func publish(_ address: UInt) {
            // The compiler keeps this before the sequentially consistent load that follows; the processor does so at a
            // fence for all threads.
            observer.store(address, ordering: .releasing)
        }

        /// Publishes the observer that is about to be called, or 0 for none, and tells the end of the one before.
        @inline(__always)
        func track(_ address: UInt) {
            let previous = observer.load(ordering: .relaxed)
            publish(address)
            PostingThread.tell(endOf: previous)
        }
    }

    struct Record: ~Copyable {
        /// The number of records that were made before this one.
        let number: Int
        let frames: UnsafeMutablePointer<Frame>
        /// The end of the frames: there is no delivery beyond the depth limit.
        let end: UnsafeMutablePointer<Frame>
        /// The record that was made before this one.
        let next: UnsafeMutablePointer<Record>?
        /// The frame of the next delivery.
        var top: UnsafeMutablePointer<Frame>
        var callLevel = CallLevel.anyThread
        var lastRoute: UInt64 = 0
        /// The topics that the posts which cross bridges have reached.
        var stops: [Stop] = []
        /// The number of fences that the thread made for its own deliveries, of any list.
        var fences = 0
        /// The number of replays of sticky values under way, one inside another.
        var replays = 0
        /// Whether a hook is being called, in which nothing is reported.
        var isReporting = false
        var isInUse = false
    }

    /// A topic that a post has reached, directly or over bridges.
    struct Stop: Equatable {
        let route: UInt64
        let topic: UnsafeRawPointer

        init(_ topic: Unmanaged<Topic>, on route: UInt64) {
            self.route = route
            self.topic = UnsafeRawPointer(topic.toOpaque())
        }
    }

    private let record: UnsafeMutablePointer<Record>

    /// The address of the thread's record.
    var address: UInt { UInt(bitPattern: record) }

    /// A number that no other running thread has; small, because the numbers of ended threads are reused.
    var number: Int { record.pointee.number }

    var depth: Int { record.pointee.top - record.pointee.frames }

    /// Whether the limit of nested posts is reached.
    var isFull: Bool { record.pointee.top == record.pointee.end }

    /// The main actor's on the process's first thread; costs one load.
    var callLevel: CallLevel { record.pointee.callLevel }

    /// Whether main-actor observers may be called on this thread; costs more than `callLevel` on other threads.
    ///
    /// In a program that hands its first thread to the dispatcher, as an asynchronous
    /// `main` does on Linux, changing threads run the main actor.
    var isMain: Bool {
        callLevel == .mainActor || specific(Unmanaged.passUnretained(Self.mainQueueMark).toOpaque()) != nil
    }

    private static let mainQueueMark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    /// The calling thread's record, which it gets here if it has none.
    @inline(__always)
    static var current: PostingThread { existing ?? adopt() }

    // MARK: - Nesting

    /// Begins a delivery; returns nil at the depth limit.
    ///
    /// From here to `pop`, no observer and no block of the topic's list is freed
    /// that can be found in the list now.
    @inline(__always)
    func push(_ topic: Topic, route: UInt64) -> UnsafeMutablePointer<Frame>? {
        let frame = record.pointee.top
        guard frame != record.pointee.end else { return nil }
        record.pointee.top = frame + 1
        frame.pointee.topic = Unmanaged.passUnretained(topic)
        frame.pointee.route = route
        // Releasing: who reads the new list beside the old epoch frees what the delivery before has read.
        frame.pointee.list.store(topic.list.id, ordering: .releasing)
        // This thread then reads the list, while a thread that unlinks an observer does so first and
        // then reads this. With a full fence on both sides, one of the two sees the other.
        let epoch = topic.list.currentEpoch
        frame.pointee.epoch.store(epoch, ordering: .releasing)
        if !topic.list.fence.isLeftOut(by: address) {
            if topic.list.fence.isMadeByAll {
                _ = frame.pointee.epoch.exchange(epoch, ordering: .sequentiallyConsistent)
                record.pointee.fences &+= 1
                if record.pointee.fences % Self.manyFences == 0 { topic.list.fence.readmit(address) }
            } else {
                topic.list.fence.admit(address)
            }
        }
        return frame
    }

    /// Ends the innermost delivery.
    @inline(__always)
    func pop(_ frame: UnsafeMutablePointer<Frame>) {
        record.pointee.top = frame
        frame.pointee.epoch.store(0, ordering: .releasing)
        // After the epoch, because a thread that must make its own fence makes it there.
        frame.pointee.track(0)
    }

    /// The names of the topics being delivered, outermost first.
    var chain: [String] {
        (0..<depth).compactMap { record.pointee.frames[$0].topic?.takeUnretainedValue().name }
    }

    /// The place that added the innermost running observer.
    var innermostSite: ObserverSite? {
        depth > 0 ? observer(at: depth - 1)?.site : nil
    }

    func isCalling(_ id: UInt64) -> Bool {
        (0..<depth).contains { observer(at: $0)?.id == id }
    }

    /// The observer that the thread is calling at a depth; the delivery keeps it.
    private func observer(at depth: Int) -> Observer? {
        UnsafeRawPointer(bitPattern: record.pointee.frames[depth].trackedObserver)
            .map { Unmanaged<Observer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Whether the thread replays a sticky value to a new observer.
    var isReplaying: Bool { record.pointee.replays > 0 }

    /// Runs a replay.
    func replay(_ body: () -> Void) {
        record.pointee.replays += 1
        body()
        record.pointee.replays -= 1
    }

    /// Calls a hook, unless this thread is already calling one.
    func report(_ body: () -> Void) {
        guard !record.pointee.isReporting else { return }
        record.pointee.isReporting = true
        body()
        record.pointee.isReporting = false
    }

    // MARK: - Bridges

    /// Returns whether the post whose message is being delivered has reached a topic over some bridge.
    func hasReached(_ topic: Unmanaged<Topic>) -> Bool {
        let route = (record.pointee.top - 1).pointee.route
        return route != 0 && record.pointee.stops.contains(Stop(topic, on: route))
    }

    /// Records that a bridge carries the message that is being delivered to a topic, and returns the post's route.
    func carry(to topic: Unmanaged<Topic>) -> UInt64 {
        let frame = record.pointee.top - 1
        if frame.pointee.route == 0, let first = frame.pointee.topic {
            // Nothing else is told of the end of a route.
            record.pointee.stops.removeAll { stop in
                !(0..<depth).contains { record.pointee.frames[$0].route == stop.route }
            }
            record.pointee.lastRoute += 1
            frame.pointee.route = record.pointee.lastRoute
            record.pointee.stops.append(Stop(first, on: frame.pointee.route))
        }
        record.pointee.stops.append(Stop(topic, on: frame.pointee.route))
        return frame.pointee.route
    }

    // MARK: - Releasing what deliveries may use

    /// Returns the lowest epoch among a list's running deliveries, and whether one of them is on another thread.
    ///
    /// The caller has made a full fence since it unlinked what it wants to release.
    static func oldestDelivery(of list: UInt64) -> (epoch: UInt64, isElsewhere: Bool) {
        var oldest = UInt64.max
        var isElsewhere = false
        forEachThread { thread in
            // Deliveries are nested, so none runs beyond the first frame without one.
            for depth in 0..<depthLimit {
                let frame = thread.record.pointee.frames + depth
                let epoch = frame.pointee.epoch.load(ordering: .sequentiallyConsistent)
                if epoch == 0 { break }
                if frame.pointee.list.load(ordering: .acquiring) != list { continue }
                oldest = min(oldest, epoch)
                isElsewhere = isElsewhere || thread != existing
            }
        }
        return (oldest, isElsewhere)
    }

    // MARK: - Waiting for an observer

    // A thread publishes the observer that it's about to call, and then reads whether it was cancelled. A waiter cancels,
    // makes a fence for all threads and then reads what is published, so one of the two sees the other.
    //
    // After a call, a delivery tells its end, unless the next observer's slot admits the thread without asking: a waiter
    // that finds a call has all slots ask first, makes another fence, and looks again. If it still finds that call, the
    // delivery meets a slot that asks next, or its end.

    /// Wakes the threads that wait for the end of a call; where no thread can make a fence for others, makes one first.
    @inline(__always)
    static func tell(endOf observer: UInt) {
        if _slowPath(listeners.load(ordering: .sequentiallyConsistent) != 0) { tellListeners(endOf: observer) }
    }

    @inline(never)
    private static func tellListeners(endOf observer: UInt) {
        if !MemoryFence.isAvailable { atomicMemoryFence(ordering: .sequentiallyConsistent) }
        guard observer != 0, listeners.load(ordering: .sequentiallyConsistent) > 1 else { return }
        waiters.withLock { waiters in
            for waiter in waiters where waiter.observer == observer { waiter.semaphore.signal() }
        }
    }

    /// Waits until no thread calls the observer of a list, which was cancelled.
    ///
    /// The caller retains it, so that no other observer gets its address.
    static func waitForEnd(of observer: Unmanaged<Observer>, in list: borrowing ObserverList) {
        let observer = UInt(bitPattern: observer.toOpaque())
        let semaphore = DispatchSemaphore(value: 0)
        waiters.withLock { $0.append(Waiter(observer: observer, semaphore: semaphore)) }
        listeners.wrappingAdd(2, ordering: .sequentiallyConsistent)
        MemoryFence.makeForAllThreads()
        if isCalledAnywhere(observer) {
            list.whileDeliveriesAsk {
                MemoryFence.makeForAllThreads()
                while isCalledAnywhere(observer) {
                    semaphore.wait()
                }
            }
        }
        listeners.wrappingSubtract(2, ordering: .sequentiallyConsistent)
        waiters.withLock { $0.removeAll { $0.semaphore === semaphore } }
    }

    private static func isCalledAnywhere(_ observer: UInt) -> Bool {
        var isCalled = false
        forEachThread { thread in
            for depth in 0..<depthLimit where thread.record.pointee.frames[depth].trackedObserver == observer {
                isCalled = true
            }
        }
        return isCalled
    }

    private struct Waiter: Sendable {
        let observer: UInt
        let semaphore: DispatchSemaphore
    }

    /// Twice the number of waiting threads, and 1 more where each thread must make its own fences.
    ///
    /// One number, so that one look says whether there is something to do.
    private static let listeners = Atomic(0)
    private static let waiters = Mutex<[Waiter]>([])

    // MARK: - Records

    /// The address of the newest record, which leads to all others.
    private static let newest = Atomic<UInt>(0)
    /// Held while a record is given to a thread or comes back.
    private static let records = Mutex<Void>(())

    private static let slot = ThreadLocal(.postingThread) { PostingThread.giveBack($0) }

    /// The calling thread's record; nil if it has none.
    @inline(__always)
    static var existing: PostingThread? {
        ThreadVariable.postingThread.value.map { PostingThread(record: $0.assumingMemoryBound(to: Record.self)) }
    }

    /// The cell in which only the calling thread counts; 0 if it has none, or no record yet.
    @inlinable @inline(__always)
    static var ownCell: TopicCounters.CellOffset { UInt(bitPattern: ThreadVariable.counterCell.value) }

    @inline(__always)
    private static func forEachThread(_ body: (PostingThread) -> Void) {
        var record = UnsafeMutablePointer<Record>(bitPattern: newest.load(ordering: .acquiring))
        while let found = record {
            body(PostingThread(record: found))
            record = found.pointee.next
        }
    }

    @inline(never)
    private static func adopt() -> PostingThread {
        let record = records.withLock { _ in
            let record = unused ?? make()
            record.pointee.isInUse = true
            return record
        }
        record.pointee.callLevel = SystemThread.isFirst ? .mainActor : .anyThread
        slot.set(record)
        let cell = TopicCounters.ownCell(ofThread: record.pointee.number)
        ThreadVariable.counterCell.set(UnsafeMutableRawPointer(bitPattern: cell))
        return PostingThread(record: record)
    }

    /// The unused record with the lowest number.
    private static var unused: UnsafeMutablePointer<Record>? {
        var unused: UnsafeMutablePointer<Record>?
        forEachThread { if !$0.record.pointee.isInUse { unused = $0.record } }
        return unused
    }

    private static func make() -> UnsafeMutablePointer<Record> {
        let next = UnsafeMutablePointer<Record>(bitPattern: newest.load(ordering: .relaxed))
        // Aligned, so that a thread's frames share no cache line with another's.
        let frames = UnsafeMutableRawPointer.allocate(
            byteCount: depthLimit * MemoryLayout<Frame>.stride,
            alignment: 64
        ).assumingMemoryBound(to: Frame.self)
        for depth in 0..<depthLimit {
            (frames + depth).initialize(to: Frame())
        }
        let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)
        let number = next.map { $0.pointee.number + 1 } ?? 0
        record.initialize(
            to: Record(
                number: number,
                frames: frames,
                end: frames + depthLimit,
                next: next,
                top: frames
            )
        )
        if !MemoryFence.isAvailable { listeners.bitwiseOr(1, ordering: .sequentiallyConsistent) }
        newest.store(UInt(bitPattern: record), ordering: .releasing)
        return record
    }

    private static func giveBack(_ address: UnsafeMutableRawPointer?) {
        guard let record = address?.assumingMemoryBound(to: Record.self) else { return }
        slot.clear()
        ThreadVariable.counterCell.set(nil)
        records.withLock { _ in record.pointee.isInUse = false }
    }
}

// `DispatchQueue.getSpecific` retains a box and casts its value each time. The function below it returns the box of
// the running queue's value, or nil.
@_silgen_name("dispatch_get_specific")
private func specific(_ key: UnsafeRawPointer) -> UnsafeMutableRawPointer?
