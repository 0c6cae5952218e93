import Synchronization

/// The deliveries that run on one thread, innermost last, where other threads can see which lists they read.
///
/// Only its thread changes it. Other threads ask for the oldest delivery of a list, to
/// know what may be released: `ObserverList` says how. It's never freed.
struct RunningDeliveries: ~Copyable {
    /// The limit of deliveries inside one another.
    static let limit = 64

    /// A running delivery.
    struct Frame: ~Copyable {
        fileprivate(set) var topic: Unmanaged<Topic>?
        /// The topics that the message has reached over bridges; nil if it hasn't crossed any.
        var route: Route?
        /// The observer that is being called, or was called last.
        var observer: Unmanaged<Observer>?
        /// The id of the list whose observers may be called.
        fileprivate let list = Atomic<UInt64>(0)
        /// The list's epoch when the delivery began; 0 when none runs.
        fileprivate let epoch = Atomic<UInt64>(0)
    }

    private let frames: UnsafeMutablePointer<Frame>
    // Atomic, so that the value is always used where it lies, and never copied while its thread changes it.
    private let running = Atomic(0)

    init() {
        // Aligned, so that a thread's frames share no cache line with another's.
        frames = UnsafeMutableRawPointer.allocate(
            byteCount: Self.limit * MemoryLayout<Frame>.stride,
            alignment: 64
        ).assumingMemoryBound(to: Frame.self)
        for depth in 0..<Self.limit {
            (frames + depth).initialize(to: Frame())
        }
    }

    /// The number of running deliveries.
    var depth: Int { running.load(ordering: .relaxed) }

    /// The delivery that runs inside all others; nil if none runs.
    var innermost: UnsafeMutablePointer<Frame>? { depth > 0 ? frames + (depth - 1) : nil }

    /// The names of the topics being delivered, outermost first.
    var chain: [String] {
        (0..<depth).compactMap { frames[$0].topic?.takeUnretainedValue().name }
    }

    /// Announces a delivery; returns nil at the limit.
    @inline(__always)
    func push(_ topic: Topic, list: UInt64, epoch: UInt64, _ route: Route?) -> UnsafeMutablePointer<Frame>? {
        let depth = depth
        guard depth < Self.limit else { return nil }
        let frame = frames + depth
        running.store(depth + 1, ordering: .relaxed)
        frame.pointee.topic = Unmanaged.passUnretained(topic)
        // Nearly always nil and nil, which costs a call to release.
        if route != nil || frame.pointee.route != nil { frame.pointee.route = route }
        frame.pointee.observer = nil
        // Releasing: a thread that reads the new list beside the old epoch must also see what the delivery before did.
        frame.pointee.list.store(list, ordering: .releasing)
        frame.pointee.epoch.store(epoch, ordering: .releasing)
        return frame
    }

    /// Withdraws the announcement of the innermost delivery.
    @inline(__always)
    func pop() {
        let depth = depth - 1
        running.store(depth, ordering: .relaxed)
        frames[depth].epoch.store(0, ordering: .releasing)
    }

    /// Returns the lowest epoch among a list's running deliveries; the highest number if none runs.
    ///
    /// May be called on any thread.
    func oldest(ofList list: UInt64) -> UInt64 {
        var oldest = UInt64.max
        // Deliveries are nested, so none runs beyond the first frame without one.
        for depth in 0..<Self.limit {
            let epoch = frames[depth].epoch.load(ordering: .acquiring)
            if epoch == 0 { break }
            if frames[depth].list.load(ordering: .acquiring) == list { oldest = min(oldest, epoch) }
        }
        return oldest
    }
}
