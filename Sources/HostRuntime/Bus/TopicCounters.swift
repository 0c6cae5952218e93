import Synchronization

/// The numbers of a topic's posts and deliveries.
///
/// The first threads of the process have cells of their own, in which they count
/// without an atomic exchange and without taking a cache line from one another.
/// The others share a cell.
struct TopicCounters: ~Copyable, @unchecked Sendable {  // Reason: the cells are atomic, the rest never changes.
    private struct Cell: ~Copyable {
        let posts = Atomic(0)
        let deliveries = Atomic(0)
    }

    /// The place of a thread's cell.
    struct CellOffset {
        fileprivate let bytes: Int

        /// The cell of the thread with a number, which counts from 0.
        init(thread number: Int) {
            bytes = min(number, TopicCounters.ownCells) * TopicCounters.stride
        }

        fileprivate var isShared: Bool { bytes == TopicCounters.ownCells * TopicCounters.stride }
    }

    /// The number of threads with a cell of their own; the next cell is that of all others.
    private static let ownCells = 8
    /// The bytes from one cell to the next: a cache line.
    private static let stride = 64

    private let cells: UnsafeMutableRawPointer

    init() {
        cells = .allocate(byteCount: (Self.ownCells + 1) * Self.stride, alignment: Self.stride)
        for number in 0...Self.ownCells { cell(CellOffset(thread: number)).initialize(to: Cell()) }
    }

    deinit {
        for number in 0...Self.ownCells { cell(CellOffset(thread: number)).deinitialize(count: 1) }
        cells.deallocate()
    }

    @inline(__always)
    private func cell(_ offset: CellOffset) -> UnsafeMutablePointer<Cell> {
        (cells + offset.bytes).assumingMemoryBound(to: Cell.self)
    }

    /// Adds to the numbers that aren't nil, and leaves the memory of the others alone.
    @inline(__always)
    func add(posts: Int? = nil, deliveries: Int? = nil, on thread: PostingThread) {
        let offset = thread.counterCell
        let cell = cell(offset)
        if offset.isShared {
            if let posts { cell.pointee.posts.wrappingAdd(posts, ordering: .relaxed) }
            if let deliveries { cell.pointee.deliveries.wrappingAdd(deliveries, ordering: .relaxed) }
        } else {
            if let posts { Self.add(posts, to: cell.pointee.posts) }
            if let deliveries { Self.add(deliveries, to: cell.pointee.deliveries) }
        }
    }

    /// Adds to a number that only this thread changes.
    @inline(__always)
    private static func add(_ number: Int, to count: borrowing Atomic<Int>) {
        count.store(count.load(ordering: .relaxed) &+ number, ordering: .relaxed)
    }

    var posts: Int { sum { $0.pointee.posts.load(ordering: .relaxed) } }

    var deliveries: Int { sum { $0.pointee.deliveries.load(ordering: .relaxed) } }

    private func sum(_ count: (UnsafeMutablePointer<Cell>) -> Int) -> Int {
        (0...Self.ownCells).reduce(0) { $0 &+ count(cell(CellOffset(thread: $1))) }
    }
}
