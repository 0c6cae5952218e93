@testable import HostRuntime

/// Numbers that are the same for the same seed (SplitMix64).
struct PictureRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

extension PNGBytes {
    /// Gives every chunk that lies within a file the checksum of what it now holds.
    ///
    /// Otherwise nearly all damage would be found by the checksums, and none
    /// would reach what lies behind them.
    static func repairChecksums(of bytes: inout [UInt8]) {
        var offset = 8
        while bytes.count - offset >= 12 {
            let length = Int(bytes.bigEndian32(at: offset))
            guard length <= bytes.count - offset - 12 else { return }
            let sum = bigEndian(CRC32.checksum(of: offset + 4..<offset + 8 + length, in: bytes))
            bytes.replaceSubrange(offset + 8 + length..<offset + 12 + length, with: sum)
            offset += 12 + length
        }
    }
}
