@testable import HostRuntime

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
