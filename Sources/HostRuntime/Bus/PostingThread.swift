import Dispatch
import Synchronization

/// The record of a thread that posts: the deliveries running on it, innermost last.
///
/// A record is found in about 2 ns, is reused after its thread has ended, and is
/// never freed, so that other threads may read it at any time.
struct PostingThread: Equatable, @unchecked Sendable {  // Reason: others only use the atomic parts of a record.
    /// The limit of nested posts on one thread.
    static let depthLimit = 64

    /// A running delivery.
    struct Frame: ~Copyable {
        var topic: Unmanaged<Topic>?
        var observer: Unmanaged<Observer>?
        /// The bridge that posted the message; 0 for a post without a bridge.
        var origin: UInt64 = 0
        /// The address of the list whose observers may be called.
        let list = Atomic<UInt>(0)
        /// The list's epoch when the delivery began; 0 when none runs.
        let epoch = Atomic<UInt64>(0)
        /// The id of the observer that is being called, for threads that wait for its end.
        let tracked = Atomic<UInt64>(0)
    }

    struct Record: ~Copyable {
        /// The number of records that were made before this one.
        let number: Int
        /// The cell in which the thread counts.
        let counterCell: Int
        let frames: UnsafeMutablePointer<Frame>
        /// The record that was made before this one.
        let next: UnsafeMutablePointer<Record>?
        /// Whether this thread must fence its own stores, because others can't do it for it.
        let fencesItself = !MemoryFence.isAvailable
        var depth = 0
        var isFirst = false
        /// Whether a hook is being called, in which nothing is reported.
        var isReporting = false
        var isInUse = false
    }

    private let record: UnsafeMutablePointer<Record>

    /// The address of the thread's record.
    var address: UInt { UInt(bitPattern: record) }

    /// A number that no other running thread has; small, because the numbers of ended threads are reused.
    var number: Int { record.pointee.number }

    /// The cell of each topic in which the thread counts its posts and deliveries.
    var counterCell: Int { record.pointee.counterCell }

    var depth: Int { record.pointee.depth }

    /// Whether the limit of nested posts is reached.
    var isFull: Bool { record.pointee.depth >= Self.depthLimit }

    /// Whether it is the process's first thread; costs one load.
    var isFirst: Bool { record.pointee.isFirst }

    /// Whether main-actor observers may be called on this thread; costs more than `isFirst` on other threads.
    ///
    /// In a program that hands its first thread to the dispatcher, as an asynchronous
    /// `main` does on Linux, changing threads run the main actor.
    var isMain: Bool { isFirst || specific(Unmanaged.passUnretained(Self.mainQueueMark).toOpaque()) != nil }

    private static let mainQueueMark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    @inline(__always)
    static var current: PostingThread { slotted ?? adopt() }

    // MARK: - Nesting

    /// Begins a delivery; returns nil at the depth limit.
    ///
    /// From here to `pop`, no observer and no block of the topic's list is freed
    /// that can be found in the list now.
    @inline(__always)
    func push(_ topic: Topic, origin: UInt64) -> UnsafeMutablePointer<Frame>? {
        let depth = record.pointee.depth
        guard depth < Self.depthLimit else { return nil }
        record.pointee.depth = depth + 1
        let frame = record.pointee.frames + depth
        frame.pointee.topic = Unmanaged.passUnretained(topic)
        frame.pointee.origin = origin
        // Releasing: who reads the new list beside the old epoch frees what the delivery before has read.
        frame.pointee.list.store(topic.list.address, ordering: .releasing)
        // This thread then reads the list, while a thread that unlinks an observer does so first and
        // then reads this. With a full fence on both sides, one of the two sees the other.
        let epoch = topic.list.currentEpoch
        if topic.list.solePoster.hasEnded {
            _ = frame.pointee.epoch.exchange(epoch, ordering: .sequentiallyConsistent)
        } else {
            frame.pointee.epoch.store(epoch, ordering: .releasing)
            if !topic.list.solePoster.isThread(address) { topic.list.solePoster.admit(address) }
        }
        return frame
    }

    @inline(__always)
    func pop(_ frame: UnsafeMutablePointer<Frame>) {
        if frame.pointee.tracked.load(ordering: .relaxed) != 0 { track(0, in: frame) }
        frame.pointee.observer = nil
        frame.pointee.topic = nil
        record.pointee.depth -= 1
        publish(0, in: frame.pointee.epoch)
    }

    /// Stores a value that another thread reads after a fence that it makes for all threads.
    @inline(__always)
    private func publish(_ value: UInt64, in place: borrowing Atomic<UInt64>) {
        if record.pointee.fencesItself {
            _ = place.exchange(value, ordering: .sequentiallyConsistent)
        } else {
            place.store(value, ordering: .releasing)
        }
    }

    /// The names of the topics being delivered, outermost first.
    var chain: [String] {
        (0..<depth).compactMap { record.pointee.frames[$0].topic?.takeUnretainedValue().name }
    }

    /// The place that added the innermost running observer.
    var innermostSite: ObserverSite? {
        guard depth > 0 else { return nil }
        return record.pointee.frames[depth - 1].observer?.takeUnretainedValue().site
    }

    func isCalling(_ id: UInt64) -> Bool {
        (0..<depth).contains { record.pointee.frames[$0].observer?.takeUnretainedValue().id == id }
    }

    /// Returns whether the message came through a bridge, directly or by way of other bridges.
    func hasCome(through bridge: UInt64) -> Bool {
        var index = depth - 1
        while index >= 0, record.pointee.frames[index].origin != 0 {
            if record.pointee.frames[index].origin == bridge { return true }
            index -= 1
        }
        return false
    }

    /// Calls a hook, unless this thread is already calling one.
    func report(_ body: () -> Void) {
        guard !record.pointee.isReporting else { return }
        record.pointee.isReporting = true
        body()
        record.pointee.isReporting = false
    }

    // MARK: - Releasing what deliveries may use

    /// Returns the lowest epoch among a list's running deliveries, and whether one of them is on another thread.
    ///
    /// The caller has made a full fence since it unlinked what it wants to release.
    static func oldestDelivery(of list: UInt) -> (epoch: UInt64, isElsewhere: Bool) {
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
                isElsewhere = isElsewhere || thread != slotted
            }
        }
        return (oldest, isElsewhere)
    }

    // MARK: - Waiting for an observer

    /// Publishes the id of the observer that is being called, for threads that wait for its end; 0 for none.
    ///
    /// The caller then reads whether the observer was cancelled. A waiter cancels,
    /// makes a fence for all threads and then reads this, so one of the two sees the
    /// other.
    @inline(__always)
    func track(_ id: UInt64, in frame: UnsafeMutablePointer<Frame>) {
        let ended = frame.pointee.tracked.load(ordering: .relaxed)
        publish(id, in: frame.pointee.tracked)
        if ended != 0, Self.waiterCount.load(ordering: .sequentiallyConsistent) != 0 {
            Self.wakeWaiters(forEndOf: ended)
        }
    }

    @inline(never)
    private static func wakeWaiters(forEndOf id: UInt64) {
        for waiter in waiters.withLock({ $0 }) where waiter.id == id {
            waiter.semaphore.signal()
        }
    }

    /// Waits until no thread calls the observer, which was cancelled.
    static func waitForEnd(of id: UInt64) {
        let semaphore = DispatchSemaphore(value: 0)
        waiters.withLock { $0.append(Waiter(id: id, semaphore: semaphore)) }
        waiterCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
        MemoryFence.makeForAllThreads()
        while isTracked(id) {
            semaphore.wait()
        }
        waiterCount.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        waiters.withLock { $0.removeAll { $0.semaphore === semaphore } }
    }

    private static func isTracked(_ id: UInt64) -> Bool {
        var isTracked = false
        forEachThread { thread in
            for depth in 0..<depthLimit
            where thread.record.pointee.frames[depth].tracked.load(ordering: .sequentiallyConsistent) == id {
                isTracked = true
            }
        }
        return isTracked
    }

    private struct Waiter: Sendable {
        let id: UInt64
        let semaphore: DispatchSemaphore
    }

    private static let waiterCount = Atomic(0)
    private static let waiters = Mutex<[Waiter]>([])

    // MARK: - Records

    /// The address of the newest record, which leads to all others.
    private static let newest = Atomic<UInt>(0)
    /// Held while a record is given to a thread or comes back.
    private static let records = Mutex<Void>(())

    private static let slot = ThreadLocal({ PostingThread.giveBack($0) })

    /// The calling thread's record; nil if it has none.
    @inline(__always)
    static var slotted: PostingThread? {
        slot.value.map { PostingThread(record: $0.assumingMemoryBound(to: Record.self)) }
    }

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
        record.pointee.isFirst = SystemThread.isFirst
        slot.set(record)
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
        let cell = min(number, TopicCounters.ownCells)
        record.initialize(to: Record(number: number, counterCell: cell, frames: frames, next: next))
        newest.store(UInt(bitPattern: record), ordering: .releasing)
        return record
    }

    private static func giveBack(_ address: UnsafeMutableRawPointer?) {
        guard let record = address?.assumingMemoryBound(to: Record.self) else { return }
        records.withLock { _ in record.pointee.isInUse = false }
    }
}

// `DispatchQueue.getSpecific` retains a box and casts its value each time. The function below it returns the box of
// the running queue's value, or nil.
@_silgen_name("dispatch_get_specific")
private func specific(_ key: UnsafeRawPointer) -> UnsafeMutableRawPointer?
