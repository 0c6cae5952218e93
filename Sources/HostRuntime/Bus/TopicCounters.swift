import Synchronization

/// The numbers of a topic's posts and deliveries.
///
/// The first threads of the process have cells of their own, in which they count
/// without an atomic exchange and without taking a cache line from one another.
/// The others share a cell.
final class TopicCounters: @unchecked Sendable {  // Reason: the cells are atomic, the rest never changes.
    private struct Cell: ~Copyable {
        let posts = Atomic(0)
        let deliveries = Atomic(0)
    }

    /// The number of threads with a cell of their own; the next cell is that of all others.
    static let ownCells = 8
    /// The bytes from one cell to the next: a cache line.
    private static let stride = 64

    private let cells: UnsafeMutableRawPointer

    init() {
        cells = .allocate(byteCount: (Self.ownCells + 1) * Self.stride, alignment: Self.stride)
        for index in 0...Self.ownCells { cell(index).initialize(to: Cell()) }
    }

    deinit {
        for index in 0...Self.ownCells { cell(index).deinitialize(count: 1) }
        cells.deallocate()
    }

    @inline(__always)
    private func cell(_ index: Int) -> UnsafeMutablePointer<Cell> {
        (cells + index &* Self.stride).assumingMemoryBound(to: Cell.self)
    }

    @inline(__always)
    func add(posts: Int = 0, deliveries: Int = 0, on thread: PostingThread) {
        let index = thread.counterCell
        let cell = cell(index)
        if index == Self.ownCells {
            cell.pointee.posts.wrappingAdd(posts, ordering: .relaxed)
            cell.pointee.deliveries.wrappingAdd(deliveries, ordering: .relaxed)
        } else {
            Self.add(posts, to: cell.pointee.posts)
            Self.add(deliveries, to: cell.pointee.deliveries)
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
        (0...Self.ownCells).reduce(0) { $0 &+ count(cell($1)) }
    }
}
