/// A number that tells bytes from others: their FNV-1a hash of 64 bits.
///
/// It names files and finds damage. It's no protection against a person who looks
/// for other bytes with the same number.
package struct Fingerprint: Hashable, Sendable {
    package let value: UInt64

    package init(of bytes: ArraySlice<UInt8>) {
        value = bytes.withUnsafeBufferPointer { bytes in
            var value: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return value
        }
    }

    /// The number as 16 digits, `0-9 a-f`.
    package var digits: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
