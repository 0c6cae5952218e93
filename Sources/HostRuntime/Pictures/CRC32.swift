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
