import HostTestKit
import Testing

@testable import HostRuntime

@Suite struct MessageRingTests {
    /// Moves the first message out of a ring.
    private func popFirst(_ ring: inout MessageRing) -> String? {
        withUnsafeTemporaryAllocation(of: String.self, capacity: 1) { place in
            guard let address = place.baseAddress, ring.moveFirst(to: address) else { return nil }
            return address.move()
        }
    }

    private func append(_ text: String, to ring: inout MessageRing) {
        withUnsafePointer(to: text) { ring.append(copying: $0) }
    }

    @Test func `messages come out in the order in which they went in, however full the ring has been`() {
        var ring = MessageRing(MessageLayout(String.self))
        var model: [String] = []
        var generator = SeededGenerator(seed: 7)

        for number in 0..<2000 {
            if Bool.random(using: &generator) {
                let text = "the message with the number \(number)"
                append(text, to: &ring)
                model.append(text)
            } else {
                #expect(popFirst(&ring) == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(ring.count == model.count)
        }
    }

    @Test func `a message that moves to another ring leaves the first one`() {
        var first = MessageRing(MessageLayout(String.self))
        var second = MessageRing(MessageLayout(String.self))
        append("a message that needs memory, 1", to: &first)
        append("a message that needs memory, 2", to: &first)

        first.moveFirst(to: &second)

        #expect(popFirst(&second) == "a message that needs memory, 1")
        #expect(popFirst(&second) == nil)
        #expect(popFirst(&first) == "a message that needs memory, 2")
        #expect(popFirst(&first) == nil)
    }

    @Test func `messages that are left are released with the ring`() {
        final class Marker: Sendable {}
        weak var marker: Marker?
        do {
            var ring = MessageRing(MessageLayout(Marker.self))
            let made = Marker()
            marker = made
            withUnsafePointer(to: made) { ring.append(copying: $0) }
        }

        #expect(marker == nil)
    }

    @Test func `messages without a size are counted`() {
        struct Empty: Sendable {}
        var ring = MessageRing(MessageLayout(Empty.self))
        withUnsafePointer(to: Empty()) { address in
            for _ in 0..<100 { ring.append(copying: address) }
        }

        #expect(ring.count == 100)
    }
}
