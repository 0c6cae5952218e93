import Synchronization

/// The topics of a bus, found without a lock.
///
/// Readers probe a hash table whose slots are filled once and never change. A
/// full table is replaced by one of twice the size; the old one stays for the
/// readers that are in it. Topics and tables live as long as the bus.
@usableFromInline
final class TopicTable: @unchecked Sendable {  // Reason: `current` is the address of a table that never goes.
    /// The address of a message type or of an interned name.
    @usableFromInline typealias Key = UInt

    // Reason: a key is stored after its topic; the rest never changes.
    private final class Slots: @unchecked Sendable {
        let mask: Int
        let keys: UnsafeMutablePointer<Atomic<Key>>
        let topics: UnsafeMutablePointer<Unmanaged<Topic>?>

        init(capacity: Int) {
            mask = capacity - 1
            keys = .allocate(capacity: capacity)
            topics = .allocate(capacity: capacity)
            topics.initialize(repeating: nil, count: capacity)
            for index in 0..<capacity {
                (keys + index).initialize(to: Atomic(0))
            }
        }

        deinit {
            keys.deinitialize(count: mask + 1)
            keys.deallocate()
            topics.deallocate()
        }

        /// The slot of a key, or the empty one where it belongs.
        func index(of key: Key) -> (index: Int, isFound: Bool) {
            // Addresses differ in their middle bits: spread them (Fibonacci hashing).
            var index = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
            while true {
                let found = keys[index].load(ordering: .acquiring)
                if found == key { return (index, true) }
                if found == 0 { return (index, false) }
                index = (index + 1) & mask
            }
        }

        func insert(_ key: Key, _ topic: Topic) {
            let index = index(of: key).index
            topics[index] = Unmanaged.passUnretained(topic)
            keys[index].store(key, ordering: .releasing)
        }
    }

    private struct State {
        var topics: [(key: Key, topic: Topic)] = []
        var sticky: [Topic] = []
        var tables: [Slots]
    }

    private let state: Mutex<State>
    private let current: Atomic<UnsafeRawPointer>

    init() {
        let slots = Slots(capacity: 64)
        current = Atomic(UnsafeRawPointer(Unmanaged.passUnretained(slots).toOpaque()))
        state = Mutex(State(tables: [slots]))
    }

    /// The topic of a key; nil when there is none yet.
    @usableFromInline
    func find(_ key: Key) -> Unmanaged<Topic>? {
        let slots = Unmanaged<Slots>.fromOpaque(current.load(ordering: .acquiring))
        return slots._withUnsafeGuaranteedRef { slots in
            let (index, isFound) = slots.index(of: key)
            return isFound ? slots.topics[index] : nil
        }
    }

    /// The topic of a key, made where there is none.
    func find(_ key: Key, orInsert make: () -> Topic) -> Unmanaged<Topic> {
        if let topic = find(key) { return topic }
        // Made outside of the lock, because it asks the message type whether it's sticky.
        let made = make()
        return state.withLock { state in
            if let topic = find(key) { return topic }
            state.topics.append((key, made))
            if made.isSticky { state.sticky.append(made) }
            var slots = state.tables[state.tables.count - 1]
            if state.topics.count * 2 > slots.mask {
                slots = Slots(capacity: (slots.mask + 1) * 2)
                for (key, topic) in state.topics {
                    slots.insert(key, topic)
                }
                state.tables.append(slots)
                current.store(UnsafeRawPointer(Unmanaged.passUnretained(slots).toOpaque()), ordering: .releasing)
            } else {
                slots.insert(key, made)
            }
            return Unmanaged.passUnretained(made)
        }
    }

    /// Every topic, in the order in which they came.
    var all: [Topic] {
        state.withLock { $0.topics.map(\.topic) }
    }

    /// The topics that keep their last message.
    var sticky: [Topic] {
        state.withLock { $0.sticky }
    }
}
