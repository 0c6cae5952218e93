/// A queue that reuses its storage.
package struct RingBuffer<Element> {
    private var slots: [Element?] = []
    private var first = 0
    package private(set) var count = 0

    package init() {}

    package mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[(first + count) & (slots.count - 1)] = element
        count += 1
    }

    package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[first].take()
        first = (first + 1) & (slots.count - 1)
        count -= 1
        // What a burst has made large is only its own.
        if count == 0, slots.count > 1024 { (slots, first) = ([], 0) }
        return element
    }

    /// Doubles the storage, whose size stays a power of two.
    private mutating func grow() {
        var grown: [Element?] = []
        grown.reserveCapacity(max(8, slots.count * 2))
        for offset in 0..<count {
            grown.append(slots[(first + offset) & (slots.count - 1)])
        }
        grown += Array(repeating: nil, count: max(8, slots.count * 2) - count)
        slots = grown
        first = 0
    }
}

extension RingBuffer: Sendable where Element: Sendable {}
