/// The checksum of a PNG chunk: the reflected polynomial 0xEDB88320.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
    }

    /// Returns the checksum of a range of bytes.
    static func checksum(of range: Range<Int>, in bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        for byte in bytes[range] {
            value = value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)]
        }
        return ~value
    }
}
