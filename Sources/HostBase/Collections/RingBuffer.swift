/// A queue that reuses its storage.
///
/// Inlinable, because its elements are other modules': each specializes it.
@frozen
package struct RingBuffer<Element> {
    @usableFromInline var slots: [Element?] = []
    @usableFromInline var first = 0
    @usableFromInline var filled = 0

    /// The number of elements.
    @inlinable package var count: Int { filled }

    @inlinable package init() {}

    @inlinable
    package mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[(first + count) & (slots.count - 1)] = element
        filled += 1
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[first].take()
        first = (first + 1) & (slots.count - 1)
        filled -= 1
        // What a burst has made large is only its own.
        if count == 0, slots.count > 1024 { (slots, first) = ([], 0) }
        return element
    }

    /// Doubles the storage, whose size stays a power of two.
    @inlinable
    mutating func grow() {
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
