import Dispatch
import Synchronization

/// The topics that one post has reached over bridges, each of which it reaches once.
///
/// Only the thread that posts uses it.
final class Route {
    private var topics: [UnsafeRawPointer] = []

    init(from topic: Unmanaged<Topic>?) {
        if let topic { _ = add(topic) }
    }

    /// Adds a topic; returns false if it's there already.
    func add(_ topic: Unmanaged<Topic>) -> Bool {
        let address = UnsafeRawPointer(topic.toOpaque())
        guard !topics.contains(address) else { return false }
        topics.append(address)
        return true
    }

    func remove(_ topic: Unmanaged<Topic>) {
        topics.removeAll { $0 == UnsafeRawPointer(topic.toOpaque()) }
    }
}

/// The record of a thread that posts: the deliveries running on it, innermost last.
///
/// A record is found with one instruction, is reused after its thread has ended, and is
/// never freed, so that other threads may read it at any time.
package struct PostingThread: Equatable, @unchecked Sendable {  // Reason: others only use the atomic parts of a record.
    /// The limit of nested posts on one thread.
    static let depthLimit = 64

    /// A running delivery.
    struct Frame: ~Copyable {
        fileprivate var topic: Unmanaged<Topic>?
        /// The topics that the message has reached over bridges; nil if it hasn't crossed any.
        var route: Route?
        /// The observer that is being called, or was called last.
        var observer: Unmanaged<Observer>?
        /// The id of the list whose observers may be called.
        fileprivate let list = Atomic<UInt64>(0)
        /// The list's epoch when the delivery began; 0 when none runs.
        fileprivate let epoch = Atomic<UInt64>(0)
    }

    private struct Record: ~Copyable {
        let frames: UnsafeMutablePointer<Frame>
        /// The record that was made before this one.
        let next: UnsafeMutablePointer<Record>?
        /// The number of running deliveries.
        var depth = 0
        /// Whether it's the process's first thread, which runs the main actor.
        var isFirst = false
        /// The number of replays of sticky values under way, one inside another.
        var replays = 0
        /// Whether a listener is being called, in which nothing is reported.
        var isReporting = false
        var isInUse = false
    }

    private let record: UnsafeMutablePointer<Record>

    var depth: Int { record.pointee.depth }

    /// Whether the limit of nested posts is reached.
    var isFull: Bool { depth == Self.depthLimit }

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

    // MARK: - Nesting

    /// Announces a delivery, for `ObserverList`; returns nil at the depth limit.
    @inline(__always)
    func push(_ topic: Topic, list: UInt64, epoch: UInt64, _ route: Route?) -> UnsafeMutablePointer<Frame>? {
        guard !isFull else { return nil }
        let frame = record.pointee.frames + depth
        record.pointee.depth += 1
        frame.pointee.topic = Unmanaged.passUnretained(topic)
        frame.pointee.route = route
        frame.pointee.observer = nil
        // Releasing: a thread that reads the new list beside the old epoch must also see what the delivery before did.
        frame.pointee.list.store(list, ordering: .releasing)
        frame.pointee.epoch.store(epoch, ordering: .releasing)
        return frame
    }

    /// Withdraws the announcement of the innermost delivery.
    @inline(__always)
    func pop(_ frame: UnsafeMutablePointer<Frame>) {
        record.pointee.depth -= 1
        frame.pointee.epoch.store(0, ordering: .releasing)
    }

    /// The names of the topics being delivered, outermost first.
    var chain: [String] {
        (0..<depth).compactMap { record.pointee.frames[$0].topic?.takeUnretainedValue().name }
    }

    /// The place that added the innermost running observer.
    var innermostSite: ObserverSite? {
        depth > 0 ? record.pointee.frames[depth - 1].observer?._withUnsafeGuaranteedRef { $0.site } : nil
    }

    /// Adds a topic to the route of the message that is being delivered, and returns the route; nil if it has been there.
    func extendRoute(to topic: Unmanaged<Topic>) -> Route? {
        let frame = record.pointee.frames + (depth - 1)
        let route = frame.pointee.route ?? Route(from: frame.pointee.topic)
        frame.pointee.route = route
        return route.add(topic) ? route : nil
    }

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

    /// Returns the lowest epoch among a list's running deliveries; the highest number if none runs.
    static func oldestDelivery(ofList list: UInt64) -> UInt64 {
        var oldest = UInt64.max
        forEachRecord { record in
            // Deliveries are nested, so none runs beyond the first frame without one.
            for depth in 0..<depthLimit {
                let frame = record.pointee.frames + depth
                let epoch = frame.pointee.epoch.load(ordering: .acquiring)
                if epoch == 0 { break }
                if frame.pointee.list.load(ordering: .acquiring) == list { oldest = min(oldest, epoch) }
            }
        }
        return oldest
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
        // Aligned, so that a thread's frames share no cache line with another's.
        let frames = UnsafeMutableRawPointer.allocate(
            byteCount: depthLimit * MemoryLayout<Frame>.stride,
            alignment: 64
        ).assumingMemoryBound(to: Frame.self)
        for depth in 0..<depthLimit {
            (frames + depth).initialize(to: Frame())
        }
        let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)
        let next = UnsafeMutablePointer<Record>(bitPattern: newest.load(ordering: .relaxed))
        record.initialize(to: Record(frames: frames, next: next))
        newest.store(UInt(bitPattern: record), ordering: .releasing)
        return record
    }

    private static func giveBack(_ address: UnsafeMutableRawPointer?) {
        guard let record = address?.assumingMemoryBound(to: Record.self) else { return }
        slot.clear()
        // A thread that was ended in the middle of an observer has left its deliveries.
        while record.pointee.depth > 0 {
            PostingThread(record: record).pop(record.pointee.frames + (record.pointee.depth - 1))
        }
        (record.pointee.replays, record.pointee.isReporting) = (0, false)
        records.withLock { _ in record.pointee.isInUse = false }
    }
}

// `DispatchQueue.getSpecific` retains a box and casts its value each time. The function below it returns the box of
// the running queue's value, or nil.
@_silgen_name("dispatch_get_specific")
private func specific(_ key: UnsafeRawPointer) -> UnsafeMutableRawPointer?
