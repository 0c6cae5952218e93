@testable import HostRuntime

extension PNGBytes {
    /// Updates the checksum of each chunk of a file.
    ///
    /// Otherwise the checksums would catch nearly all damage, and the code
    /// behind them would not be tested.
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
