@testable import HostRuntime

/// A PNG file built from chunks that may break the rules.
struct PNGBytes {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Returns a file of chunks with valid checksums.
    init(_ chunks: [(type: String, data: [UInt8])]) {
        for (type, data) in chunks { add(type, data) }
    }

    /// Returns a file of rows that begin with their filter.
    init(width: UInt32, height: UInt32, depth: UInt8 = 8, type: UInt8 = 0, palette: [UInt8]? = nil, rows: [UInt8]) {
        self.init([("IHDR", PNGBytes.header(width: width, height: height, depth: depth, type: type))])
        if let palette { add("PLTE", palette) }
        add("IDAT", PNGBytes.stream(rows))
        add("IEND", [])
    }

    mutating func add(_ type: String, _ data: [UInt8]) {
        let checked = Array(type.utf8) + data
        bytes += PNGBytes.bigEndian(UInt32(data.count)) + checked
        bytes += PNGBytes.bigEndian(CRC32.checksum(of: checked.indices, in: checked))
    }

    static func header(
        width: UInt32 = 1,
        height: UInt32 = 1,
        depth: UInt8 = 8,
        type: UInt8 = 0,
        methods: [UInt8] = [0, 0, 0]
    ) -> [UInt8] {
        bigEndian(width) + bigEndian(height) + [depth, type] + methods
    }

    /// Returns a zlib stream with uncompressed data.
    static func stream(_ data: [UInt8]) -> [UInt8] {
        let count = UInt16(data.count)
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in data {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        let lengths = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        return [0x78, 0x01, 0x01] + lengths + data + bigEndian(b << 16 | a)
    }

    static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
