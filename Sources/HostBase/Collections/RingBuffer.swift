/// A queue that reuses its storage.
///
/// It holds its elements in memory of its own: the compiler doesn't specialize what the
/// modules of a package share, and an array of optional elements would look its type up
/// in each call.
package struct RingBuffer<Element>: ~Copyable {
    private var slots: UnsafeMutablePointer<Element>?
    /// A power of two, or 0.
    private var capacity = 0
    private var first = 0

    /// The number of elements.
    package private(set) var count = 0

    package init() {}

    deinit {
        for offset in 0..<count { (slots.unsafelyUnwrapped + index(offset)).deinitialize(count: 1) }
        slots?.deallocate()
    }

    package mutating func append(_ element: consuming Element) {
        if count == capacity { grow() }
        (slots.unsafelyUnwrapped + index(count)).initialize(to: element)
        count += 1
    }

    package mutating func popFirst() -> Element? {
        guard count > 0, let slots else { return nil }
        let element = (slots + first).move()
        first = index(1)
        count -= 1
        // What a burst has made large is only its own.
        if count == 0, capacity > 1024 { self = RingBuffer() }
        return element
    }

    private func index(_ offset: Int) -> Int {
        (first + offset) & (capacity - 1)
    }

    private mutating func grow() {
        let larger = max(8, capacity * 2)
        let grown = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        for offset in 0..<count {
            (grown + offset).moveInitialize(from: slots.unsafelyUnwrapped + index(offset), count: 1)
        }
        slots?.deallocate()
        (slots, first, capacity) = (grown, 0, larger)
    }
}

// Reason: the memory is the buffer's alone.
extension RingBuffer: @unchecked Sendable where Element: Sendable {}
