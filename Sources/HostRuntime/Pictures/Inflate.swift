/// A decompressor of zlib streams (RFC 1950, RFC 1951) whose decompressed size is known.
///
/// It is written in Swift because pictures come from strangers, and building it
/// takes only the toolchain. It never writes more than the expected number of
/// bytes, whatever the stream contains.
///
/// Programs are often run without optimization, where a checked access to an
/// array or span takes ten times as long as one through a pointer. So the bytes
/// are reached by pointers, and each place that reads or writes some compares
/// with the ends first.
struct Inflate {
    private let input: UnsafePointer<UInt8>
    private let inputCount: Int
    private let output: UnsafeMutablePointer<UInt8>
    private let outputCount: Int
    /// The number of bytes that were read, at most `inputCount`.
    private var next = 0
    /// The number of bytes that were written, at most `outputCount`.
    private var position = 0
    /// Bits that were read but not used yet, the next one lowest.
    private var bits: UInt64 = 0
    private var bitCount = 0
    /// Whether the stream has more bytes than the output takes.
    private var isLonger = false

    /// The largest compression ratio of deflate: 258 bytes and their distance in words of one bit.
    static let largestRatio = 1032

    /// Decompresses a stream into exactly `count` bytes.
    ///
    /// Bytes after the end of the stream are ignored. `onFlaw` is called if the
    /// stream goes on after `count` bytes, or has no checksum.
    static func decompress(
        _ input: [UInt8],
        count: Int,
        onFlaw: (PixelDataError) -> Void = { _ in }
    ) throws(PixelDataError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        try input.withUnsafeBufferPointer { (input) throws(PixelDataError) in
            try output.withUnsafeMutableBufferPointer { (output) throws(PixelDataError) in
                // Without any byte, there is no pointer and none is needed.
                guard let start = input.baseAddress else { throw .truncated }
                var none: UInt8 = 0
                try withUnsafeMutablePointer(to: &none) { (none) throws(PixelDataError) in
                    var inflate = Inflate(start, input.count, output.baseAddress ?? none, output.count)
                    if let flaw = try inflate.stream() { onFlaw(flaw) }
                }
            }
        }
        return output
    }

    private init(
        _ input: UnsafePointer<UInt8>,
        _ inputCount: Int,
        _ output: UnsafeMutablePointer<UInt8>,
        _ outputCount: Int
    ) {
        self.input = input
        self.inputCount = inputCount
        self.output = output
        self.outputCount = outputCount
    }

    /// Returns what is wrong with a stream whose bytes are complete, if anything.
    private mutating func stream() throws(PixelDataError) -> PixelDataError? {
        let method = try read(8)
        let flags = try read(8)
        guard method & 15 == 8, method >> 4 <= 7, (method << 8 | flags) % 31 == 0 else { throw .badHeader }
        guard flags & 0x20 == 0 else { throw .needsDictionary }
        var isLast = false
        while !isLast {
            isLast = try read(1) == 1
            switch try read(2) {
            case 0: try stored()
            case 1: try codes(Inflate.fixedLiterals, Inflate.fixedDistances)
            case 2:
                let (literals, distances) = try dynamicCodes()
                try codes(literals, distances)
            default: throw .badBlock
            }
            if isLonger { return .tooLong(outputCount) }
        }
        guard position == outputCount else { throw .tooShort(position, expected: outputCount) }
        skipToByte()
        guard bitCount / 8 + inputCount - next >= 4 else { return .noChecksum }
        var checksum = 0
        for _ in 0..<4 { checksum = checksum << 8 | Int(try read(8)) }
        guard checksum == Inflate.adler32(output, outputCount) else { throw .badChecksum }
        return nil
    }

    // MARK: - Blocks

    private mutating func stored() throws(PixelDataError) {
        skipToByte()
        let count = Int(try read(16))
        guard try read(16) == UInt64(count) ^ 0xFFFF else { throw .badBlock }
        // At a byte's edge, the bits read ahead are whole bytes, which are given back.
        next -= bitCount / 8
        bits = 0
        bitCount = 0
        let used = min(count, outputCount - position)
        guard used <= inputCount - next else { throw .truncated }
        (output + position).update(from: input + next, count: used)
        isLonger = used < count
        next += used
        position += used
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

    /// The tables of a block: words of up to ten bits, and what lengths and distances begin with.
    private struct Tables {
        let literals: UnsafePointer<UInt16>
        let distances: UnsafePointer<UInt16>
        let lengthBases: UnsafePointer<Int>
        let distanceBases: UnsafePointer<Int>
    }

    private mutating func codes(_ literals: HuffmanTable, _ distances: HuffmanTable) throws(PixelDataError) {
        try literals.fast.withUnsafeBufferPointer { (fastLiterals) throws(PixelDataError) in
            try distances.fast.withUnsafeBufferPointer { (fastDistances) throws(PixelDataError) in
                try Inflate.lengths.withUnsafeBufferPointer { (lengths) throws(PixelDataError) in
                    try Inflate.distances.withUnsafeBufferPointer { (distanceBases) throws(PixelDataError) in
                        // None of the tables is empty.
                        let tables = Tables(
                            literals: fastLiterals.baseAddress!,
                            distances: fastDistances.baseAddress!,
                            lengthBases: lengths.baseAddress!,
                            distanceBases: distanceBases.baseAddress!
                        )
                        try codes(literals, distances, tables)
                    }
                }
            }
        }
    }

    /// Decompresses a block.
    ///
    /// It is one long function, because without optimization a call takes as long
    /// as a symbol.
    private mutating func codes(
        _ literals: HuffmanTable,
        _ distances: HuffmanTable,
        _ tables: Tables
    ) throws(PixelDataError) {
        let (input, inputCount, output, outputCount) = (input, inputCount, output, outputCount)
        let (fastLiterals, fastDistances, fastMask) = (tables.literals, tables.distances, HuffmanTable.fastMask)
        var (next, position, bits, bitCount) = (next, position, bits, bitCount)
        while true {
            // 15 + 5 bits for a length and 15 + 13 for its distance: one refill is enough for both.
            if bitCount < 48 {
                while bitCount <= 56, next < inputCount {
                    bits |= UInt64(input[next]) &<< UInt64(truncatingIfNeeded: bitCount)
                    next &+= 1
                    bitCount &+= 8
                }
            }
            var entry = Int(fastLiterals[Int(truncatingIfNeeded: bits & fastMask)])
            if entry == 0 { entry = try Inflate.longWord(of: literals, at: bits, bitCount) }
            var used = entry & 15
            guard used <= bitCount else { throw .truncated }
            bits = bits &>> UInt64(truncatingIfNeeded: used)
            bitCount &-= used
            let symbol = entry &>> 4
            if symbol < 256 {
                guard position < outputCount else {
                    isLonger = true
                    break
                }
                output[position] = UInt8(truncatingIfNeeded: symbol)
                position &+= 1
                continue
            }
            if symbol == 256 { break }

            guard symbol < 286 else { throw .badCode }
            entry = tables.lengthBases[symbol &- 257]
            used = entry & 15
            guard used <= bitCount else { throw .truncated }
            let length = entry &>> 4 &+ Int(truncatingIfNeeded: bits) & (1 &<< used &- 1)
            bits = bits &>> UInt64(truncatingIfNeeded: used)
            bitCount &-= used

            entry = Int(fastDistances[Int(truncatingIfNeeded: bits & fastMask)])
            if entry == 0 { entry = try Inflate.longWord(of: distances, at: bits, bitCount) }
            used = entry & 15
            guard used <= bitCount else { throw .truncated }
            bits = bits &>> UInt64(truncatingIfNeeded: used)
            bitCount &-= used
            guard entry &>> 4 < 30 else { throw .badCode }
            entry = tables.distanceBases[entry &>> 4]
            used = entry & 15
            guard used <= bitCount else { throw .truncated }
            let distance = entry &>> 4 &+ Int(truncatingIfNeeded: bits) & (1 &<< used &- 1)
            bits = bits &>> UInt64(truncatingIfNeeded: used)
            bitCount &-= used

            guard distance <= position else { throw .badDistance }
            isLonger = length > outputCount &- position
            let fitting = isLonger ? outputCount &- position : length
            let target = output + position
            let source = target - distance
            if fitting <= distance, fitting > 8 {
                target.update(from: source, count: fitting)
            } else {
                var index = 0
                while index < fitting {
                    target[index] = source[index]
                    index &+= 1
                }
            }
            position &+= fitting
            if isLonger { break }
        }
        (self.next, self.position, self.bits, self.bitCount) = (next, position, bits, bitCount)
    }

    // MARK: - Bits

    private mutating func refill() {
        while bitCount <= 56, next < inputCount {
            bits |= UInt64(input[next]) << UInt64(bitCount)
            next += 1
            bitCount += 8
        }
    }

    private mutating func read(_ count: Int) throws(PixelDataError) -> UInt64 {
        refill()
        return try readRefilled(count)
    }

    private mutating func readRefilled(_ count: Int) throws(PixelDataError) -> UInt64 {
        guard count <= bitCount else { throw .truncated }
        let value = bits & (1 << UInt64(count) - 1)
        bits >>= UInt64(count)
        bitCount -= count
        return value
    }

    private mutating func read(_ table: HuffmanTable) throws(PixelDataError) -> Int {
        refill()
        guard let (symbol, length) = table.symbol(at: bits) else { throw Inflate.unknownWord(bitCount) }
        _ = try readRefilled(length)
        return symbol
    }

    /// Returns the word in the lowest bits, which isn't among the short ones: symbol << 4 | length.
    private static func longWord(of table: HuffmanTable, at bits: UInt64, _ count: Int) throws(PixelDataError) -> Int {
        guard let (symbol, length) = table.longSymbol(at: bits) else { throw unknownWord(count) }
        return symbol << 4 | length
    }

    /// The error where no word matches: past the end, bits read as 0, which may not begin any word.
    private static func unknownWord(_ bitCount: Int) -> PixelDataError {
        bitCount < HuffmanTable.longestWord ? .truncated : .badCode
    }

    private mutating func skipToByte() {
        bits >>= UInt64(bitCount % 8)
        bitCount -= bitCount % 8
    }

    // MARK: - Tables

    private static func adler32(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        var (a, b) = (1, 0)
        var index = 0
        while index < count {
            // This many sums stay far below an overflow.
            let end = min(count, index + 5552)
            while index < end {
                a &+= Int(bytes[index])
                b &+= a
                index &+= 1
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

    /// For each length symbol, the shortest length << 4 | the number of bits to add.
    private static let lengths = zip(
        [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227, 258,
        ],
        [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
    ).map { $0 << 4 | $1 }

    /// For each distance symbol, the shortest distance << 4 | the number of bits to add.
    private static let distances = zip(
        [
            1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
            4097, 6145, 8193, 12289, 16385, 24577,
        ],
        [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13]
    ).map { $0 << 4 | $1 }
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
    static let noChecksum = Self(rule: "there is no checksum after the compressed data")
    static let truncated = Self(rule: "the compressed data ends in the middle")

    static func tooLong(_ expected: Int) -> Self {
        Self(rule: "the compressed data holds more than the \(expected) bytes that the size needs")
    }

    static func tooShort(_ count: Int, expected: Int) -> Self {
        Self(rule: "the compressed data holds \(count) bytes where the size needs \(expected)")
    }
}
