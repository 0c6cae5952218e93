public import Synchronization

/// The topics of a bus that nobody hears: a post to one of them is no call, and only counts itself.
///
/// A place holds the address of a topic's counters. Topics may share one; then the
/// topic that came last is found, and a post to another finds it in the table of all
/// topics. The places are freed with the bus's hooks, which every topic retains.
@usableFromInline
struct UnheardTopics: @unchecked Sendable {  // Reason: the places are atomic, and their address never changes.
    @usableFromInline let places: UnsafeMutablePointer<Atomic<UInt>>

    init() {
        places = .allocate(capacity: Self.count)
        for index in 0..<Self.count { (places + index).initialize(to: Atomic(TopicCounters.none)) }
    }

    func deallocate() {
        places.deinitialize(count: Self.count)
        places.deallocate()
    }

    @inlinable static var count: Int { 256 }

    @inlinable @inline(__always)
    static func index(of key: TopicTable.Key) -> Int { Int(bitPattern: TopicTable.hash(key) & UInt(count - 1)) }

    /// Counts a post if nobody hears the topic with the key; returns false, without counting, if it must be posted.
    @inlinable @inline(__always)
    func countPost(_ key: TopicTable.Key) -> Bool {
        TopicCounters.addPost(toCountersAt: places[Self.index(of: key)].load(ordering: .acquiring), ifTheyBelongTo: key)
    }

    func place(of counters: borrowing TopicCounters) -> Place {
        Place(holder: places + Self.index(of: counters.key), counters: counters.address)
    }

    /// The place of one topic, which may hold another.
    struct Place: @unchecked Sendable {  // Reason: as above.
        fileprivate let holder: UnsafeMutablePointer<Atomic<UInt>>
        fileprivate let counters: UInt

        /// Puts the topic into its place, or takes it out; the caller orders the changes of a topic.
        func setUnheard(_ isUnheard: Bool) {
            if isUnheard {
                holder.pointee.store(counters, ordering: .releasing)
            } else {
                _ = holder.pointee.compareExchange(
                    expected: counters,
                    desired: TopicCounters.none,
                    ordering: .releasing
                )
            }
        }
    }
}
