import Synchronization

/// The topics of a bus; those of message types are found without a lock.
///
/// Readers probe a hash table whose slots are filled once and never change. A
/// full table is replaced by one of twice the size; the old one stays for the
/// readers that are in it. Topics and tables live as long as the bus.
final class TopicTable: @unchecked Sendable {  // Reason: `current` is the address of a table that never goes.
    /// The address of a message type.
    typealias Key = UInt

    // Reason: a key is stored after its topic; the rest never changes.
    private final class Slots: @unchecked Sendable {
        struct Slot: ~Copyable {
            let key = Atomic<Key>(0)
            var topic: Unmanaged<Topic>?
        }

        let capacity: Int
        /// The bits of the distance of a slot from the first one, in bytes.
        private let mask: UInt
        private let slots: UnsafeMutablePointer<Slot>

        init(capacity: Int) {
            self.capacity = capacity
            mask = UInt((capacity - 1) * MemoryLayout<Slot>.stride)
            slots = .allocate(capacity: capacity)
            for index in 0..<capacity {
                (slots + index).initialize(to: Slot())
            }
        }

        deinit {
            slots.deinitialize(count: capacity)
            slots.deallocate()
        }

        /// The topic of a key; nil when there is none.
        @inline(__always)
        func find(_ key: Key) -> Unmanaged<Topic>? {
            let (slot, isEmpty) = slot(of: key)
            // A topic may just be written into an empty slot.
            return isEmpty ? nil : slot.pointee.topic
        }

        func insert(_ key: Key, _ topic: Topic) {
            let (slot, _) = slot(of: key)
            slot.pointee.topic = Unmanaged.passUnretained(topic)
            slot.pointee.key.store(key, ordering: .releasing)
        }

        /// The slot of a key, or the empty one where it belongs.
        @inline(__always)
        private func slot(of key: Key) -> (UnsafeMutablePointer<Slot>, isEmpty: Bool) {
            var distance = TopicTable.hash(key) & mask
            while true {
                let slot = UnsafeMutableRawPointer(slots).advanced(by: Int(bitPattern: distance))
                    .assumingMemoryBound(to: Slot.self)
                let found = slot.pointee.key.load(ordering: .acquiring)
                if found == key { return (slot, false) }
                if found == 0 { return (slot, true) }
                distance = (distance &+ UInt(MemoryLayout<Slot>.stride)) & mask
            }
        }
    }

    /// Spreads keys, whose differences are in their middle bits, over the lowest bits (Fibonacci hashing).
    @inline(__always)
    private static func hash(_ key: Key) -> UInt { (key &* 0x9E37_79B9_7F4A_7C15) >> 28 }

    private struct State {
        /// All topics; one of a name has no key.
        var topics: [(key: Key?, topic: Topic)] = []
        var named: [String: Topic] = [:]
        var tables: [Slots]
    }

    private let state: Mutex<State>
    /// The address of the newest table.
    private let current: Atomic<UInt>

    init() {
        let slots = Slots(capacity: 64)
        current = Atomic(Self.address(of: slots))
        state = Mutex(State(tables: [slots]))
    }

    private static func address(of slots: Slots) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(slots).toOpaque())
    }

    /// The topic of a key; nil when there is none yet.
    @inline(__always)
    func find(_ key: Key) -> Unmanaged<Topic>? {
        let slots = UnsafeRawPointer(bitPattern: current.load(ordering: .acquiring)).unsafelyUnwrapped
        return Unmanaged<Slots>.fromOpaque(slots)._withUnsafeGuaranteedRef { $0.find(key) }
    }

    /// The topic of a key, made where there is none.
    func find(_ key: Key, orInsert make: () -> Topic) -> Unmanaged<Topic> {
        if let topic = find(key) { return topic }
        // Made outside of the lock, because it asks the message type whether it's sticky.
        let made = make()
        return state.withLock { state in
            if let topic = find(key) { return topic }
            state.topics.append((key, made))
            var slots = state.tables[state.tables.count - 1]
            if state.topics.count * 2 >= slots.capacity {
                slots = Slots(capacity: slots.capacity * 2)
                for case (let key?, let topic) in state.topics {
                    slots.insert(key, topic)
                }
                state.tables.append(slots)
                current.store(Self.address(of: slots), ordering: .releasing)
            } else {
                slots.insert(key, made)
            }
            return Unmanaged.passUnretained(made)
        }
    }

    /// The topic of a name; nil when nobody has observed it.
    func find(_ name: String) -> Topic? {
        state.withLock { $0.named[name] }
    }

    /// The topic of a name, made where there is none.
    func find(_ name: String, orInsert make: () -> Topic) -> Unmanaged<Topic> {
        state.withLock { state in
            if let topic = state.named[name] { return .passUnretained(topic) }
            let topic = make()
            state.named[name] = topic
            state.topics.append((nil, topic))
            return .passUnretained(topic)
        }
    }

    /// Every topic, in the order in which they came.
    var all: [Topic] {
        state.withLock { $0.topics.map(\.topic) }
    }
}
