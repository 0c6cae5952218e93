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
        /// The id of the observer that is being called, for threads that wait for its end.
        let tracked = Atomic<UInt64>(0)
        /// The thread's own copy of `tracked`.
        var trackedCopy: UInt64 = 0
    }

    struct Record: ~Copyable {
        let frames: UnsafeMutablePointer<Frame>
        var depth = 0
        var isFirst = false
        /// Whether a hook is being called, in which nothing is reported.
        var isReporting = false
        var isInUse = false
    }

    private let record: UnsafeMutablePointer<Record>

    var depth: Int { record.pointee.depth }

    /// Whether it is the process's first thread; costs one load.
    var isFirst: Bool { record.pointee.isFirst }

    /// Whether main-actor observers may be called on this thread; costs more than `isFirst` on other threads.
    ///
    /// In a program that hands its first thread to the dispatcher, as an asynchronous
    /// `main` does on Linux, changing threads run the main actor.
    var isMain: Bool { isFirst || DispatchQueue.getSpecific(key: Self.mainQueueMark) == true }

    private static let mainQueueMark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    static var current: PostingThread {
        if let address = slot.value {
            return PostingThread(record: address.assumingMemoryBound(to: Record.self))
        }
        return adopt()
    }

    // MARK: - Nesting

    /// Begins a delivery; returns nil at the depth limit.
    func push(_ topic: Topic, origin: UInt64) -> UnsafeMutablePointer<Frame>? {
        let depth = record.pointee.depth
        guard depth < Self.depthLimit else { return nil }
        record.pointee.depth = depth + 1
        let frame = record.pointee.frames + depth
        frame.pointee.topic = Unmanaged.passUnretained(topic)
        frame.pointee.origin = origin
        return frame
    }

    func pop(_ frame: UnsafeMutablePointer<Frame>) {
        if frame.pointee.trackedCopy != 0 { Self.track(0, in: frame) }
        frame.pointee.observer = nil
        frame.pointee.topic = nil
        record.pointee.depth -= 1
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

    // MARK: - Waiting for an observer

    /// Publishes the id of the observer that is being called, for threads that wait for its end; 0 for none.
    ///
    /// A full exchange: the caller then reads whether the observer was cancelled,
    /// while a waiter cancels first and then reads this. One of the two must see
    /// the other.
    static func track(_ id: UInt64, in frame: UnsafeMutablePointer<Frame>) {
        let ended = frame.pointee.tracked.exchange(id, ordering: .sequentiallyConsistent)
        frame.pointee.trackedCopy = id
        if ended != 0, waiterCount.load(ordering: .sequentiallyConsistent) != 0 { wakeWaiters(forEndOf: ended) }
    }

    @inline(never)
    private static func wakeWaiters(forEndOf id: UInt64) {
        for waiter in waiters.withLock({ $0 }) where waiter.id == id {
            waiter.semaphore.signal()
        }
    }

    /// Waits until no thread calls the observer.
    static func waitForEnd(of id: UInt64) {
        let semaphore = DispatchSemaphore(value: 0)
        waiters.withLock { $0.append(Waiter(id: id, semaphore: semaphore)) }
        waiterCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
        while isTracked(id) {
            semaphore.wait()
        }
        waiterCount.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        waiters.withLock { $0.removeAll { $0.semaphore === semaphore } }
    }

    private static func isTracked(_ id: UInt64) -> Bool {
        threads.withLock { threads in
            threads.contains { thread in
                (0..<depthLimit).contains {
                    thread.record.pointee.frames[$0].tracked.load(ordering: .sequentiallyConsistent) == id
                }
            }
        }
    }

    private struct Waiter: Sendable {
        let id: UInt64
        let semaphore: DispatchSemaphore
    }

    private static let waiterCount = Atomic(0)
    private static let waiters = Mutex<[Waiter]>([])

    // MARK: - Records

    private static let threads = Mutex<[PostingThread]>([])

    private static let slot = ThreadLocal { PostingThread.giveBack($0) }

    private static func adopt() -> PostingThread {
        let thread = threads.withLock { threads in
            if let free = threads.first(where: { !$0.record.pointee.isInUse }) {
                free.record.pointee.isInUse = true
                return free
            }
            let frames = UnsafeMutablePointer<Frame>.allocate(capacity: depthLimit)
            for index in 0..<depthLimit {
                (frames + index).initialize(to: Frame())
            }
            let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)
            record.initialize(to: Record(frames: frames, isInUse: true))
            threads.append(PostingThread(record: record))
            return PostingThread(record: record)
        }
        thread.record.pointee.isFirst = SystemThread.isFirst
        slot.set(thread.record)
        return thread
    }

    private static func giveBack(_ address: UnsafeMutableRawPointer?) {
        guard let record = address?.assumingMemoryBound(to: Record.self) else { return }
        threads.withLock { _ in record.pointee.isInUse = false }
    }
}
