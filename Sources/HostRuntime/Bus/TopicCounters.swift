public import Synchronization

/// The numbers of a topic's posts and deliveries.
///
/// The first threads of the process have cells of their own, in which they count
/// without an atomic exchange and without taking a cache line from one another.
/// The others share a cell.
@usableFromInline
struct TopicCounters: ~Copyable, @unchecked Sendable {  // Reason: the cells are atomic, the rest never changes.
    @usableFromInline
    struct Cell: ~Copyable {
        @usableFromInline let posts = Atomic(0)
        let deliveries = Atomic(0)
    }

    /// The bytes from the start of the counters, where the topic's key stands, to a thread's cell; 0 is no cell.
    @usableFromInline typealias CellOffset = UInt

    /// The number of threads with a cell of their own; the next cell is that of all others.
    private static let ownCells = 8
    /// The bytes from one cell to the next: a cache line.
    private static let stride = 64

    /// The address of counters with the key 0, which no topic has.
    static var none: UInt { empty.address }

    private static let empty = TopicCounters(key: 0)

    /// The offset of the cell that the thread with a number has to itself; 0 if it has none.
    static func ownCell(ofThread number: Int) -> CellOffset {
        number < ownCells ? UInt((number + 1) * stride) : 0
    }

    private static var sharedCell: CellOffset { UInt((ownCells + 1) * stride) }

    private let memory: UnsafeMutableRawPointer

    init(key: TopicTable.Key) {
        memory = .allocate(byteCount: (Self.ownCells + 2) * Self.stride, alignment: Self.stride)
        memory.initializeMemory(as: TopicTable.Key.self, to: key)
        forEachCell { $0.initialize(to: Cell()) }
    }

    deinit {
        forEachCell { $0.deinitialize(count: 1) }
        memory.deallocate()
    }

    var address: UInt { UInt(bitPattern: memory) }

    var key: TopicTable.Key { memory.load(as: TopicTable.Key.self) }

    @inlinable @inline(__always)
    static func cell(_ offset: CellOffset, of memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Cell> {
        (memory + Int(bitPattern: offset)).assumingMemoryBound(to: Cell.self)
    }

    private func forEachCell(_ body: (UnsafeMutablePointer<Cell>) -> Void) {
        for index in 1...Self.ownCells + 1 { body(Self.cell(UInt(index * Self.stride), of: memory)) }
    }

    /// Counts a post, unless the counters are another topic's or the calling thread has no cell of its own.
    @inlinable @inline(__always)
    static func addPost(toCountersAt address: UInt, ifTheyBelongTo key: TopicTable.Key) -> Bool {
        let memory = UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped
        guard memory.load(as: TopicTable.Key.self) == key else { return false }
        let offset = PostingThread.ownCell
        guard offset != 0 else { return false }
        add(1, to: cell(offset, of: memory).pointee.posts)
        return true
    }

    /// Adds to the numbers that aren't nil, and leaves the memory of the others alone.
    @inline(__always)
    func add(posts: Int? = nil, deliveries: Int? = nil) {
        let offset = PostingThread.ownCell
        if offset == 0 {
            let cell = Self.cell(Self.sharedCell, of: memory)
            if let posts { cell.pointee.posts.wrappingAdd(posts, ordering: .relaxed) }
            if let deliveries { cell.pointee.deliveries.wrappingAdd(deliveries, ordering: .relaxed) }
        } else {
            let cell = Self.cell(offset, of: memory)
            if let posts { Self.add(posts, to: cell.pointee.posts) }
            if let deliveries { Self.add(deliveries, to: cell.pointee.deliveries) }
        }
    }

    /// Adds to a number that only this thread changes.
    @inlinable @inline(__always)
    static func add(_ number: Int, to count: borrowing Atomic<Int>) {
        count.store(count.load(ordering: .relaxed) &+ number, ordering: .relaxed)
    }

    var posts: Int { sum { $0.pointee.posts.load(ordering: .relaxed) } }

    var deliveries: Int { sum { $0.pointee.deliveries.load(ordering: .relaxed) } }

    private func sum(_ count: (UnsafeMutablePointer<Cell>) -> Int) -> Int {
        var sum = 0
        forEachCell { sum &+= count($0) }
        return sum
    }
}
