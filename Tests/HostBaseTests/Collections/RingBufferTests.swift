import TestSupport
import Testing

@testable import HostBase

@Suite struct RingBufferTests {
    @Test(arguments: seeds(of: 1...8))
    func `a ring buffer is a queue`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var ring = RingBuffer<Int>()
        var model: [Int] = []

        for number in 0..<500 {
            if Int.random(in: 0..<5, using: &random) < 3 {
                ring.append(number)
                model.append(number)
            } else {
                #expect(ring.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(ring.count == model.count)
        }
    }

    @Test func `an element is released when it was removed, and the others with the buffer`() {
        final class Element {}
        var ring = RingBuffer<Element>()
        var elements: [Element?] = (0..<20).map { _ in Element() }
        weak let first = elements[0]
        weak let last = elements[19]
        for element in elements { ring.append(element ?? Element()) }
        elements = []

        _ = ring.popFirst()
        #expect(first == nil)
        #expect(last != nil)

        ring = RingBuffer()
        #expect(last == nil)
    }
}
