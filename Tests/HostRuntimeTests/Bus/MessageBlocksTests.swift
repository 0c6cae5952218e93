import Testing

@testable import HostRuntime

@Suite struct MessageBlocksTests {
    private struct Large {
        let words: InlineArray<4000, Int>
    }

    private func add<Message: Sendable>(_ message: Message, to blocks: inout MessageBlocks) -> UnsafePointer<Message> {
        let copy = withUnsafePointer(to: message) { blocks.add($0, MessageLayout(Message.self)) }
        return UnsafePointer(copy.assumingMemoryBound(to: Message.self))
    }

    @Test func `copies stay where they are, however many follow`() {
        var blocks = MessageBlocks()
        let small = (0..<5000).map { add($0, to: &blocks) }
        let large = add(Large(words: InlineArray(repeating: 7)), to: &blocks)
        let others = (0..<5000).map { add(UInt8(truncatingIfNeeded: $0), to: &blocks) }

        #expect(small.map(\.pointee) == Array(0..<5000))
        #expect(large.pointee.words[3999] == 7)
        #expect(others.map(\.pointee) == (0..<5000).map { UInt8(truncatingIfNeeded: $0) })
    }

    @Test func `a copy is aligned as its type demands`() {
        var blocks = MessageBlocks()
        for number in 0..<500 {
            _ = add(UInt8(1), to: &blocks)
            let wide = add(SIMD64<UInt8>(repeating: UInt8(number & 0xFF)), to: &blocks)

            #expect(Int(bitPattern: wide) % MemoryLayout<SIMD64<UInt8>>.alignment == 0)
            #expect(wide.pointee[63] == UInt8(number & 0xFF))
        }
    }

    @Test func `messages without a size have an address`() {
        struct Empty: Sendable {}
        var blocks = MessageBlocks()

        for _ in 0..<40_000 { _ = add(Empty(), to: &blocks) }
        let number = add(41, to: &blocks)

        #expect(number.pointee == 41)
    }

    @Test func `a block is used again, but not one that was made for a large message`() {
        var blocks = MessageBlocks()
        let first = add(1, to: &blocks)
        for number in 0..<5000 { _ = add(number, to: &blocks) }

        blocks.removeAll()
        let again = add(2, to: &blocks)

        #expect(again == first)
        #expect(again.pointee == 2)

        var others = MessageBlocks()
        _ = add(Large(words: InlineArray(repeating: 7)), to: &others)
        others.removeAll()
        let small = (0..<5000).map { add($0, to: &others) }

        #expect(small.map(\.pointee) == Array(0..<5000))
    }
}
