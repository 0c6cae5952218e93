/// Messages of one type in the order in which they came, with the type erased.
///
/// A circle of slots, which doubles when it's full and doesn't shrink.
struct MessageRing: ~Copyable, @unchecked Sendable {  // Reason: it alone refers to its slots.
    private let layout: MessageLayout
    private var slots: UnsafeMutableRawPointer?
    /// Zero or a power of two.
    private var capacity = 0
    private var first = 0
    private(set) var count = 0

    /// Creates an empty ring, which needs no memory.
    init(_ layout: MessageLayout) {
        self.layout = layout
    }

    deinit {
        for offset in 0..<count { layout.destroy(slots! + ((first &+ offset) & (capacity &- 1)) &* layout.stride) }
        slots?.deallocate()
    }

    mutating func append(copying message: UnsafeRawPointer) {
        layout.copy(message, to: nextSlot())
        count += 1
    }

    /// Moves the first message to an address; returns false if there is none.
    mutating func moveFirst(to address: UnsafeMutableRawPointer) -> Bool {
        guard count > 0, let slots else { return false }
        layout.move(slots + first &* layout.stride, to: address)
        first = (first &+ 1) & (capacity &- 1)
        count -= 1
        return true
    }

    /// Moves the first message to the end of another ring of the same layout.
    mutating func moveFirst(to ring: inout MessageRing) {
        if count > 0, moveFirst(to: ring.nextSlot()) { ring.count += 1 }
    }

    private mutating func nextSlot() -> UnsafeMutableRawPointer {
        if count == capacity { grow() }
        return slots! + ((first &+ count) & (capacity &- 1)) &* layout.stride
    }

    private mutating func grow() {
        let larger = max(1, capacity * 2)
        let grown = UnsafeMutableRawPointer.allocate(byteCount: larger * layout.stride, alignment: layout.alignment)
        for offset in 0..<count {
            layout.move(
                slots! + ((first &+ offset) & (capacity &- 1)) &* layout.stride,
                to: grown + offset * layout.stride
            )
        }
        slots?.deallocate()
        (slots, capacity, first) = (grown, larger, 0)
    }
}
