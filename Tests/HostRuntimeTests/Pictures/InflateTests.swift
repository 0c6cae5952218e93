import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.faults)) struct InflateTests {
    private func result(_ stream: [UInt8], count: Int = 1) -> Result<[UInt8], PixelDataError> {
        Result { () throws(PixelDataError) in try Inflate.decompress(stream, count: count) }
    }

    /// Returns a zlib stream of bits in order, each part's lowest bit first.
    private func stream(_ parts: [(value: Int, bits: Int)]) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        var used = 8
        for (value, bits) in parts {
            for bit in 0..<bits {
                if used == 8 { (bytes, used) = (bytes + [0], 0) }
                bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(used)
                used += 1
            }
        }
        return bytes
    }

    @Test func `a stored block is copied`() {
        #expect(result(PNGBytes.stream([1, 2, 3]), count: 3) == .success([1, 2, 3]))
    }

    @Test func `an empty stream from zlib is empty`() {
        #expect(result([0x78, 0x9C, 0x03, 0, 0, 0, 0, 1], count: 0) == .success([]))
    }

    @Test func `a repetition may reach into its own output`() {
        // zlib.compress(b"abababababab")
        let stream: [UInt8] = [0x78, 0x9C, 0x4B, 0x4C, 0x4A, 0x84, 0x43, 0x00, 0x1D, 0xBE, 0x04, 0x93]

        #expect(result(stream, count: 12) == .success(Array("abababababab".utf8)))
    }

    @Test(
        arguments: [
            [0x79, 0x9C], [0x78, 0x9D], [0x88, 0x1C], [0x77, 0x85],
        ] as [[UInt8]]
    ) func `a stream without a zlib header is refused`(header: [UInt8]) {
        #expect(result(header + [3, 0, 0, 0, 0, 1]) == .failure(.badHeader))
    }

    @Test func `a stream that needs a dictionary is refused`() {
        #expect(result([0x78, 0xBB, 3, 0]) == .failure(.needsDictionary))
    }

    @Test func `a block of an unknown kind is refused`() {
        #expect(result(stream([(1, 1), (3, 2)])) == .failure(.badBlock))
    }

    @Test func `a stored block whose length is damaged is refused`() {
        var bytes = PNGBytes.stream([1])
        bytes[5] ^= 1

        #expect(result(bytes) == .failure(.badBlock))
    }

    @Test func `a stream longer than expected is a flaw, and nothing is written past the end`() throws {
        var flaws: [PixelDataError] = []

        let bytes = try Inflate.decompress(PNGBytes.stream([1, 2, 3]), count: 2) { flaws.append($0) }

        #expect(bytes == [1, 2])
        #expect(flaws == [.tooLong(2)])
    }

    @Test func `a stream without a checksum is a flaw, and one with a wrong checksum is refused`() throws {
        let stream = PNGBytes.stream([1, 2, 3])
        var flaws: [PixelDataError] = []

        let bytes = try Inflate.decompress(Array(stream.dropLast(2)), count: 3) { flaws.append($0) }

        #expect(bytes == [1, 2, 3])
        #expect(flaws == [.noChecksum])
        #expect(result(stream.dropLast() + [0], count: 3) == .failure(.badChecksum))
    }

    @Test func `a stream shorter than expected is refused`() {
        #expect(result(PNGBytes.stream([1, 2, 3]), count: 4) == .failure(.tooShort(3, expected: 4)))
    }

    @Test func `data that differs from its checksum is refused`() {
        var bytes = PNGBytes.stream([1, 2, 3])
        bytes[8] ^= 1

        #expect(result(bytes, count: 3) == .failure(.badChecksum))
    }

    @Test func `a stream that ends anywhere before its last bit is refused, and one without its checksum is not`() {
        let bytes: [UInt8] = [0x78, 0x9C, 0x4B, 0x4C, 0x4A, 0x84, 0x43, 0x00, 0x1D, 0xBE, 0x04, 0x93]

        let results = bytes.indices.map { result(Array(bytes[..<$0]), count: 12) }

        #expect(results.prefix(8).allSatisfy { $0 == .failure(.truncated) })
        #expect(results.suffix(4).allSatisfy { $0 == .success(Array("abababababab".utf8)) })
    }

    @Test func `a repetition from before the beginning is refused`() {
        // A word for length 3, which is symbol 257, and one for distance 1.
        #expect(result(stream([(1, 1), (1, 2), (0b1000000, 7), (0, 5), (0, 7)]), count: 3) == .failure(.badDistance))
    }

    @Test(arguments: [0b0110_0011, 0b1110_0011])
    func `a length with a word but no meaning is refused`(word: Int) {
        // Symbols 286 and 287 are 11000110 and 11000111, highest bit first.
        #expect(result(stream([(1, 1), (1, 2), (word, 8), (0, 16)])) == .failure(.badCode))
    }

    @Test(arguments: [0b01111, 0b11111])
    func `a distance with a word but no meaning is refused`(word: Int) {
        // The byte 0 first, 00110000, so that there is something to repeat.
        let bytes = stream([(1, 1), (1, 2), (0b0000_1100, 8), (0b1000000, 7), (word, 5), (0, 16)])

        #expect(result(bytes, count: 4) == .failure(.badCode))
    }

    @Test(arguments: [(30, 0), (31, 0), (0, 30), (0, 31)])
    func `a code with too many symbols is refused`(literals: Int, distances: Int) {
        let bytes = stream([(1, 1), (2, 2), (literals, 5), (distances, 5), (0, 4), (0, 64)])

        #expect(result(bytes) == .failure(.badCode))
    }

    @Test func `an incomplete code for the lengths is refused`() {
        // The first of the four symbols alone has a word.
        #expect(result(stream([(1, 1), (2, 2), (0, 5), (0, 5), (0, 4), (1, 12), (0, 64)])) == .failure(.badCode))
    }

    @Test(arguments: seeds(of: 0..<40)) func `no stream causes a trap or more output than expected`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)

        for _ in 0..<50 {
            let kind = UInt8.random(in: 0...3, using: &random) << 1
            let rest = (0..<60).map { _ in UInt8.random(in: 0...255, using: &random) }
            let result = result([0x78, 0x01, rest[0] & 0xF8 | kind] + rest, count: 300)
            if case .success(let bytes) = result { #expect(bytes.count == 300) }
        }
    }

    @Test func `a real stream that was cut or flipped anywhere is refused or has the expected size`() throws {
        let file = try #require(PNGFixture.all.filter { $0.bytes.count < 250 }.max { $0.bytes.count < $1.bytes.count })
        let data = try PNGFile(file.bytes, from: 8, limits: .init())
        let stream = data.data.flatMap { file.bytes[$0] }
        let count = data.header.dataLength

        let whole = try Inflate.decompress(stream, count: count)

        for place in stream.indices {
            // The checksum at the end can be missing.
            let isComplete = place >= stream.count - 4
            let cut = result(Array(stream[..<place]), count: count)
            #expect(cut == (isComplete ? .success(whole) : .failure(.truncated)))
            for bit in [0, 3, 7] {
                var flipped = stream
                flipped[place] ^= 1 << UInt8(bit)
                if case .success(let bytes) = result(flipped, count: count) { #expect(bytes.count == count) }
            }
        }
    }

    @Test(arguments: [0, 1, 2, 7, 8, 9]) func `repetitions end where the output ends`(missing: Int) throws {
        // zlib.compress(b"abababababab")
        let stream: [UInt8] = [0x78, 0x9C, 0x4B, 0x4C, 0x4A, 0x84, 0x43, 0x00, 0x1D, 0xBE, 0x04, 0x93]

        var flaws: [PixelDataError] = []

        let bytes = try Inflate.decompress(stream, count: 12 - missing) { flaws.append($0) }

        #expect(bytes == Array("abababababab".utf8.dropLast(missing)))
        #expect(flaws == (missing == 0 ? [] : [.tooLong(12 - missing)]))
    }
}
