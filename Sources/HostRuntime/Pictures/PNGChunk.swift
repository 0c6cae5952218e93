/// A chunk of a PNG file with a valid checksum.
struct PNGChunk {
    /// The type: four letters, the first of them upper case if a picture can't be shown without the chunk.
    let type: String
    /// The offset of the chunk in the file.
    let offset: Int
    /// The range of the chunk's data in the file.
    let data: Range<Int>

    var isCritical: Bool { type.utf8.first.map { $0 & 0x20 == 0 } ?? false }

    func malformed(_ rule: String) -> PNGError {
        .malformed(chunk: type, offset: offset, rule: rule)
    }

    /// Reads the chunk at an offset.
    init(at offset: Int, of bytes: [UInt8]) throws(PNGError) {
        guard bytes.count - offset >= 12 else { throw .truncated(offset: offset) }
        let name = bytes[offset + 4..<offset + 8]
        let isName = name.allSatisfy { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
        type = isName ? String(decoding: name, as: UTF8.self) : "????"
        self.offset = offset
        let length = Int(bytes.bigEndian32(at: offset))
        guard isName else {
            throw .malformed(chunk: "????", offset: offset, rule: "a chunk's type is four letters")
        }
        guard length <= Int32.max else {
            throw .malformed(chunk: type, offset: offset, rule: "a chunk's length is below 2^31")
        }
        guard length <= bytes.count - offset - 12 else { throw .truncated(offset: offset) }
        data = offset + 8..<offset + 8 + length
        let sum = CRC32.checksum(of: offset + 4..<data.upperBound, in: bytes)
        guard sum == bytes.bigEndian32(at: data.upperBound) else {
            throw .badChecksum(chunk: type, offset: offset)
        }
    }
}

extension [UInt8] {
    /// Returns four bytes, which must be there, as a number.
    func bigEndian32(at offset: Int) -> UInt32 {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// The checksum of a PNG chunk: the reflected polynomial 0xEDB88320.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
    }

    /// Returns the checksum of a range of bytes.
    static func checksum(of range: Range<Int>, in bytes: [UInt8]) -> UInt32 {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "The range is outside the bytes.")
        return bytes.withUnsafeBufferPointer { bytes in
            table.withUnsafeBufferPointer { table in
                // Neither is empty if the range isn't.
                guard !range.isEmpty, let bytes = bytes.baseAddress, let table = table.baseAddress else { return 0 }
                var value = UInt32.max
                var index = range.lowerBound
                let end = range.upperBound
                while index < end {
                    value = value &>> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ bytes[index])]
                    index &+= 1
                }
                return ~value
            }
        }
    }
}
