/// Copies of messages of any type, side by side in blocks of memory.
///
/// A block stays where it is, so a message never moves. The caller that adds a
/// message also releases it: the blocks don't know where one begins.
struct MessageBlocks: ~Copyable, @unchecked Sendable {  // Reason: it alone refers to its blocks.
    /// The size of a block in bytes, unless one message needs more.
    static let blockSize = 16 * 1024

    private var blocks: [UnsafeMutableRawBufferPointer] = []
    /// The free part of the newest block.
    private var free: Range<UInt> = 0..<0

    deinit {
        for block in blocks { block.deallocate() }
    }

    /// Copies a message, and returns the address of the copy.
    mutating func add(_ message: UnsafeRawPointer, _ layout: MessageLayout) -> UnsafeMutableRawPointer {
        let place = room(for: layout)
        layout.copy(message, to: place)
        return place
    }

    /// Forgets every message, after its release, and keeps a block for the next ones.
    mutating func removeAll() {
        let kept = blocks.first?.count == Self.blockSize ? 1 : 0
        for block in blocks.dropFirst(kept) { block.deallocate() }
        blocks.removeSubrange(kept...)
        free = blocks.first.map(Self.bounds) ?? 0..<0
    }

    private mutating func room(for layout: MessageLayout) -> UnsafeMutableRawPointer {
        let mask = UInt(layout.alignment - 1)
        let start = (free.lowerBound + mask) & ~mask
        let end = start + UInt(layout.stride)
        guard end <= free.upperBound, let place = UnsafeMutableRawPointer(bitPattern: start) else {
            return block(for: layout)
        }
        free = end..<free.upperBound
        return place
    }

    /// Begins a block with room for a message.
    @inline(never)
    private mutating func block(for layout: MessageLayout) -> UnsafeMutableRawPointer {
        let block = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(Self.blockSize, layout.stride),
            alignment: max(16, layout.alignment)
        )
        blocks.append(block)
        let bounds = Self.bounds(block)
        free = bounds.lowerBound + UInt(layout.stride)..<bounds.upperBound
        // A block isn't empty, so it has an address.
        return block.baseAddress!
    }

    private static func bounds(_ block: UnsafeMutableRawBufferPointer) -> Range<UInt> {
        let start = UInt(bitPattern: block.baseAddress)
        return start..<start + UInt(block.count)
    }
}
