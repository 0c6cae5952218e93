/// A decompressor of zlib streams (RFC 1950, RFC 1951) whose decompressed size is known.
///
/// It is written in Swift because pictures come from strangers: every access is
/// checked, and building it takes only the toolchain. It never writes more than
/// the expected number of bytes, whatever the stream contains.
struct Inflate {
    private let input: [UInt8]
    private var next = 0
    /// Bits that were read but not used yet, the next one lowest.
    private var bits: UInt64 = 0
    private var bitCount = 0

    /// The largest compression ratio of deflate: 258 bytes and their distance in words of one bit.
    static let largestRatio = 1032

    /// Decompresses a stream into exactly `count` bytes.
    ///
    /// Bytes after the end of the stream are ignored.
    static func decompress(_ input: [UInt8], count: Int) throws(PixelDataError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        var inflate = Inflate(input: input)
        var span = output.mutableSpan
        try inflate.stream(into: &span)
        return output
    }

    private init(input: [UInt8]) {
        self.input = input
    }

    private mutating func stream(into output: inout MutableSpan<UInt8>) throws(PixelDataError) {
        let method = try read(8)
        let flags = try read(8)
        guard method & 15 == 8, method >> 4 <= 7, (method << 8 | flags) % 31 == 0 else { throw .badHeader }
        guard flags & 0x20 == 0 else { throw .needsDictionary }
        var position = 0
        var isLast = false
        while !isLast {
            isLast = try read(1) == 1
            switch try read(2) {
            case 0: try stored(into: &output, at: &position)
            case 1: try codes(Inflate.fixedLiterals, Inflate.fixedDistances, into: &output, at: &position)
            case 2:
                let (literals, distances) = try dynamicCodes()
                try codes(literals, distances, into: &output, at: &position)
            default: throw .badBlock
            }
        }
        guard position == output.count else { throw .tooShort(position, expected: output.count) }
        skipToByte()
        var checksum = 0
        for _ in 0..<4 { checksum = checksum << 8 | Int(try read(8)) }
        guard checksum == Inflate.adler32(output.span) else { throw .badChecksum }
    }

    // MARK: - Blocks

    private mutating func stored(into output: inout MutableSpan<UInt8>, at position: inout Int) throws(PixelDataError) {
        skipToByte()
        let count = Int(try read(16))
        guard try read(16) == UInt64(count) ^ 0xFFFF else { throw .badBlock }
        guard count <= output.count - position else { throw .tooLong(output.count) }
        // At a byte's edge, the bits read ahead are whole bytes, which are given back.
        next -= bitCount / 8
        bits = 0
        bitCount = 0
        guard count <= input.count - next else { throw .truncated }
        for offset in 0..<count { output[position + offset] = input[next + offset] }
        next += count
        position += count
    }

    private mutating func dynamicCodes() throws(PixelDataError) -> (HuffmanTable, HuffmanTable) {
        let literalCount = Int(try read(5)) + 257
        let distanceCount = Int(try read(5)) + 1
        let orderCount = Int(try read(4)) + 4
        guard literalCount <= 286, distanceCount <= 30 else { throw .badCode }
        var orderLengths = [UInt8](repeating: 0, count: Inflate.order.count)
        for index in 0..<orderCount { orderLengths[Inflate.order[index]] = UInt8(try read(3)) }
        guard let order = HuffmanTable(lengths: orderLengths[...], isComplete: true) else { throw .badCode }

        let count = literalCount + distanceCount
        var lengths: [UInt8] = []
        lengths.reserveCapacity(count)
        while lengths.count < count {
            let symbol = try read(order)
            let repeated: UInt8
            let times: Int
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw .badCode }
                (repeated, times) = (last, Int(try read(2)) + 3)
            case 17: (repeated, times) = (0, Int(try read(3)) + 3)
            case 18: (repeated, times) = (0, Int(try read(7)) + 11)
            default: (repeated, times) = (UInt8(symbol), 1)
            }
            guard times <= count - lengths.count else { throw .badCode }
            for _ in 0..<times { lengths.append(repeated) }
        }
        // A block without a word for its end couldn't end.
        guard lengths[256] > 0, let literals = HuffmanTable(lengths: lengths[..<literalCount]),
            let distances = HuffmanTable(lengths: lengths[literalCount...])
        else { throw .badCode }
        return (literals, distances)
    }

    private mutating func codes(
        _ literals: HuffmanTable,
        _ distances: HuffmanTable,
        into output: inout MutableSpan<UInt8>,
        at start: inout Int
    ) throws(PixelDataError) {
        var position = start
        while true {
            // 15 + 5 bits for a length and 15 + 13 for its distance: one refill is enough for both.
            refill()
            let symbol = try readRefilled(literals)
            if symbol < 256 {
                guard position < output.count else { throw .tooLong(output.count) }
                output[position] = UInt8(truncatingIfNeeded: symbol)
                position += 1
                continue
            }
            if symbol == 256 { break }
            guard symbol < 286 else { throw .badCode }
            let length =
                Inflate.lengthBases[symbol - 257] + Int(try readRefilled(Inflate.lengthExtraBits[symbol - 257]))
            let distanceSymbol = try readRefilled(distances)
            guard distanceSymbol < 30 else { throw .badCode }
            let distance =
                Inflate.distanceBases[distanceSymbol]
                + Int(try readRefilled(Inflate.distanceExtraBits[distanceSymbol]))
            guard distance <= position else { throw .badDistance }
            guard length <= output.count - position else { throw .tooLong(output.count) }
            for index in position..<position + length { output[index] = output[index - distance] }
            position += length
        }
        start = position
    }

    // MARK: - Bits

    @inline(__always)
    private mutating func refill() {
        while bitCount <= 56, next < input.count {
            bits |= UInt64(input[next]) << UInt64(bitCount)
            next += 1
            bitCount += 8
        }
    }

    private mutating func read(_ count: Int) throws(PixelDataError) -> UInt64 {
        refill()
        return try readRefilled(count)
    }

    @inline(__always)
    private mutating func readRefilled(_ count: Int) throws(PixelDataError) -> UInt64 {
        guard count <= bitCount else { throw .truncated }
        let value = bits & (1 << UInt64(count) - 1)
        bits >>= UInt64(count)
        bitCount -= count
        return value
    }

    private mutating func read(_ table: HuffmanTable) throws(PixelDataError) -> Int {
        refill()
        return try readRefilled(table)
    }

    @inline(__always)
    private mutating func readRefilled(_ table: HuffmanTable) throws(PixelDataError) -> Int {
        guard let (symbol, length) = table.symbol(at: bits) else {
            // Past the end, bits read as 0, which may not begin any word.
            throw bitCount < HuffmanTable.longestWord ? .truncated : .badCode
        }
        guard length <= bitCount else { throw .truncated }
        bits >>= UInt64(length)
        bitCount -= length
        return symbol
    }

    private mutating func skipToByte() {
        bits >>= UInt64(bitCount % 8)
        bitCount -= bitCount % 8
    }

    // MARK: - Tables

    private static func adler32(_ bytes: Span<UInt8>) -> Int {
        var (a, b) = (1, 0)
        var index = 0
        while index < bytes.count {
            // This many sums stay far below an overflow.
            let end = min(bytes.count, index + 5552)
            while index < end {
                a &+= Int(bytes[index])
                b &+= a
                index += 1
            }
            a %= 65521
            b %= 65521
        }
        return b << 16 | a
    }

    /// The order in which the lengths of the code for lengths are written.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// The code of blocks without their own; two symbols of each half have words but no meaning.
    private static let fixedLiterals = fixed(
        [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112) + [UInt8](repeating: 7, count: 24)
            + [UInt8](repeating: 8, count: 8)
    )
    private static let fixedDistances = fixed([UInt8](repeating: 5, count: 32))

    private static func fixed(_ lengths: [UInt8]) -> HuffmanTable {
        // These lengths form a complete code, which every test that inflates relies on.
        HuffmanTable(lengths: lengths[...])!
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthExtraBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145, 8193, 12289, 16385, 24577,
    ]
    private static let distanceExtraBits = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]
}

/// The rule that the data of pixels break, compressed or not, to follow a colon.
struct PixelDataError: Error, Hashable {
    let rule: String

    static let badHeader = Self(rule: "the compressed data does not begin with the header of a zlib stream")
    static let needsDictionary = Self(rule: "the compressed data needs a preset dictionary, which PNG does not have")
    static let badBlock = Self(rule: "a block of the compressed data is of an unknown kind, or its length is damaged")
    static let badCode = Self(
        rule: "the compressed data uses an incomplete prefix code, or a word that is not in its code"
    )
    static let badDistance = Self(rule: "the compressed data repeats bytes from before its beginning")
    static let badChecksum = Self(rule: "the checksum does not match the decompressed data")
    static let truncated = Self(rule: "the compressed data ends in the middle")

    static func tooLong(_ expected: Int) -> Self {
        Self(rule: "the compressed data holds more than the \(expected) bytes that the size needs")
    }

    static func tooShort(_ count: Int, expected: Int) -> Self {
        Self(rule: "the compressed data holds \(count) bytes where the size needs \(expected)")
    }
}
