import Dispatch
import Synchronization

/// The record of a thread that posts: the deliveries running on it, innermost last.
///
/// A record is found with one instruction, is reused after its thread has ended, and is
/// never freed, so that other threads may read it at any time.
package struct PostingThread: Equatable, @unchecked Sendable {  // Reason: others only use the atomic parts of a record.
    private struct Record: ~Copyable {
        let deliveries = RunningDeliveries()
        /// The record that was made before this one.
        let next: UnsafeMutablePointer<Record>?
        /// Whether it's the process's first thread, which runs the main actor.
        var isFirst = false
        /// The number of replays of sticky values under way, one inside another.
        var replays = 0
        /// Whether a listener is being called, in which nothing is reported.
        var isReporting = false
        var isInUse = false
    }

    private let record: UnsafeMutablePointer<Record>

    /// Whether main-actor observers may be called on this thread.
    ///
    /// In a program that hands its first thread to the dispatcher, as an asynchronous
    /// `main` does on Linux, changing threads run the main actor.
    package var isMain: Bool {
        record.pointee.isFirst || specific(Unmanaged.passUnretained(Self.mainQueueMark).toOpaque()) != nil
    }

    private static let mainQueueMark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    /// The calling thread's record, which it gets here if it has none.
    @inline(__always)
    package static var current: PostingThread {
        ThreadVariable.postingThread.value.map { PostingThread(record: $0.assumingMemoryBound(to: Record.self)) }
            ?? adopt()
    }

    // MARK: - Deliveries

    /// Announces a delivery, for `ObserverList`; returns nil at the depth limit.
    @inline(__always)
    func push(
        _ topic: Topic,
        list: UInt64,
        epoch: UInt64,
        _ route: Route?
    ) -> UnsafeMutablePointer<RunningDeliveries.Frame>? {
        record.pointee.deliveries.push(topic, list: list, epoch: epoch, route)
    }

    /// Withdraws the announcement of the innermost delivery.
    @inline(__always)
    func pop() {
        record.pointee.deliveries.pop()
    }

    /// The number of running deliveries.
    var depth: Int { record.pointee.deliveries.depth }

    /// Whether the limit of nested posts is reached.
    var isFull: Bool { depth == RunningDeliveries.limit }

    /// The names of the topics being delivered, outermost first.
    var chain: [String] { record.pointee.deliveries.chain }

    /// The place that added the innermost running observer.
    var innermostSite: ObserverSite? {
        record.pointee.deliveries.innermost?.pointee.observer?._withUnsafeGuaranteedRef { $0.site }
    }

    /// Adds a topic to the route of the message that is being delivered, and returns the route; nil if it has been there.
    func extendRoute(to topic: Unmanaged<Topic>) -> Route? {
        guard let frame = record.pointee.deliveries.innermost else { return nil }
        let route = frame.pointee.route ?? Route(from: frame.pointee.topic)
        frame.pointee.route = route
        return route.add(topic) ? route : nil
    }

    /// Returns the lowest epoch among a list's running deliveries on all threads; the highest number if none runs.
    static func oldestDelivery(ofList list: UInt64) -> UInt64 {
        var oldest = UInt64.max
        forEachRecord { oldest = min(oldest, $0.pointee.deliveries.oldest(ofList: list)) }
        return oldest
    }

    // MARK: - Events

    /// Whether the thread replays a sticky value to a new observer.
    var isReplaying: Bool { record.pointee.replays > 0 }

    /// Runs a replay.
    func replay(_ body: () -> Void) {
        record.pointee.replays += 1
        body()
        record.pointee.replays -= 1
    }

    /// Runs the listeners of an event, unless this thread is already running some.
    func report(_ body: () -> Void) {
        guard !record.pointee.isReporting else { return }
        record.pointee.isReporting = true
        body()
        record.pointee.isReporting = false
    }

    // MARK: - Records

    /// The address of the newest record, which leads to all others.
    private static let newest = Atomic<UInt>(0)
    /// Held while a record is given to a thread or comes back.
    private static let records = Mutex<Void>(())

    private static let slot = ThreadLocal(.postingThread) { PostingThread.giveBack($0) }

    @inline(__always)
    private static func forEachRecord(_ body: (UnsafeMutablePointer<Record>) -> Void) {
        var record = UnsafeMutablePointer<Record>(bitPattern: newest.load(ordering: .acquiring))
        while let found = record {
            body(found)
            record = found.pointee.next
        }
    }

    @inline(never)
    private static func adopt() -> PostingThread {
        let record = records.withLock { _ in
            var unused: UnsafeMutablePointer<Record>?
            forEachRecord { if !$0.pointee.isInUse { unused = $0 } }
            let record = unused ?? make()
            record.pointee.isInUse = true
            return record
        }
        record.pointee.isFirst = SystemThread.isFirst
        slot.set(record)
        return PostingThread(record: record)
    }

    private static func make() -> UnsafeMutablePointer<Record> {
        let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)
        let next = UnsafeMutablePointer<Record>(bitPattern: newest.load(ordering: .relaxed))
        record.initialize(to: Record(next: next))
        newest.store(UInt(bitPattern: record), ordering: .releasing)
        return record
    }

    private static func giveBack(_ address: UnsafeMutableRawPointer?) {
        guard let record = address?.assumingMemoryBound(to: Record.self) else { return }
        slot.clear()
        // A thread that was ended in the middle of an observer has left its deliveries.
        while record.pointee.deliveries.depth > 0 { record.pointee.deliveries.pop() }
        (record.pointee.replays, record.pointee.isReporting) = (0, false)
        records.withLock { _ in record.pointee.isInUse = false }
    }
}

// `DispatchQueue.getSpecific` retains a box and casts its value each time. The function below it returns the box of
// the running queue's value, or nil.
@_silgen_name("dispatch_get_specific")
private func specific(_ key: UnsafeRawPointer) -> UnsafeMutableRawPointer?
