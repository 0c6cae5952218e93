import Synchronization

/// A PNG file in which no two neighboring pixels are equal, so that it shows as half blocks.
enum GradientPNG {
    /// The files that were made, by what they show: hundreds of tests ask for the same few.
    private static let made = Mutex<[[Int]: [UInt8]]>([:])

    /// Returns a file that a chunk without a meaning makes larger by as many bytes: its pixels are few to decode.
    static func bytes(width: Int, height: Int, largerBy padding: Int = 0) -> [UInt8] {
        let key = [width, height, padding]
        if let file = made.withLock({ $0[key] }) { return file }
        let file = make(width: width, height: height, padding)
        made.withLock { $0[key] = file }
        return file
    }

    /// An animation (APNG) of pictures in one gray each; its header promises as many frames, unless told otherwise.
    static func animation(
        _ grays: [UInt8],
        milliseconds: Int,
        plays: UInt32 = 0,
        promising count: Int? = nil
    ) -> [UInt8] {
        let (width, height) = (40, 20)
        var number: UInt32 = 0
        func next() -> [UInt8] {
            defer { number += 1 }
            return bigEndian(number)
        }
        var bytes = start(width, height) + chunk("acTL", bigEndian(UInt32(count ?? grays.count)) + bigEndian(plays))
        for (index, gray) in grays.enumerated() {
            let delay = [UInt8(milliseconds >> 8), UInt8(milliseconds & 255), 3, 232, 0, 0]
            let part = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + bigEndian(0) + bigEndian(0)
            bytes += chunk("fcTL", next() + part + delay)
            let row = [0] + [UInt8](repeating: gray, count: width * 3)
            let data = stream((0..<height).flatMap { _ in row })
            bytes += index == 0 ? chunk("IDAT", data) : chunk("fdAT", next() + data)
        }
        return bytes + chunk("IEND", [])
    }

    private static func start(_ width: Int, _ height: Int) -> [UInt8] {
        let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
    }

    private static func make(width: Int, height: Int, _ padding: Int) -> [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width {
                rows += [UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8((x + y) % 2 * 200)]
            }
        }
        let rest = padding > 0 ? chunk("noNe", [UInt8](repeating: 0, count: padding)) : []
        return start(width, height) + rest + chunk("IDAT", stream(rows)) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + data
        return bigEndian(UInt32(data.count)) + checked + bigEndian(checksum(checked))
    }

    /// A zlib stream with uncompressed data.
    private static func stream(_ data: [UInt8]) -> [UInt8] {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in data {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        let count = UInt16(data.count)
        let lengths = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        return [0x78, 0x01, 0x01] + lengths + data + bigEndian(b << 16 | a)
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        }
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
