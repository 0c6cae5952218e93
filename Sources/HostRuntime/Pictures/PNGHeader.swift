/// The header of a PNG file, from its chunk IHDR.
struct PNGHeader {
    /// The meaning of a pixel's samples.
    enum ColorType: UInt8 {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6

        var samples: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        var depths: [UInt8] {
            switch self {
            case .gray: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .rgb, .grayAlpha, .rgba: [8, 16]
            }
        }
    }

    /// A pass of an interlaced picture: its first pixel, the steps to the next ones, and its size.
    struct Pass {
        var x: Int
        var y: Int
        var stepX: Int
        var stepY: Int
        var width: Int
        var height: Int
    }

    /// The size; a frame of an animation has another one than its file.
    var width: Int
    var height: Int
    let depth: Int
    let colorType: ColorType
    let isInterlaced: Bool

    init(_ chunk: PNGChunk, of bytes: [UInt8], limits: PNGDecoder.Limits) throws(PNGError) {
        guard chunk.type == "IHDR" else { throw chunk.malformed("the first chunk is IHDR") }
        guard chunk.data.count == 13 else { throw chunk.malformed("it has 13 bytes") }
        let start = chunk.data.lowerBound
        let wide = bytes.bigEndian32(at: start)
        let high = bytes.bigEndian32(at: start + 4)
        guard wide > 0, high > 0, wide <= Int32.max, high <= Int32.max else {
            throw chunk.malformed("width and height are 1 to 2^31 - 1")
        }
        guard wide <= limits.maximumSide, high <= limits.maximumSide,
            Int(wide) * Int(high) <= limits.maximumPixels
        else { throw .tooManyPixels(width: wide, height: high, limits: limits) }
        guard let type = ColorType(rawValue: bytes[start + 9]) else {
            throw chunk.malformed("the color type is 0, 2, 3, 4 or 6, not \(bytes[start + 9])")
        }
        guard type.depths.contains(bytes[start + 8]) else {
            throw chunk.malformed("color type \(type.rawValue) has no samples of \(bytes[start + 8]) bits")
        }
        guard bytes[start + 10] == 0 else { throw chunk.malformed("the compression method is 0") }
        guard bytes[start + 11] == 0 else { throw chunk.malformed("the filter method is 0") }
        guard bytes[start + 12] <= 1 else { throw chunk.malformed("the interlace method is 0 or 1") }
        width = Int(wide)
        height = Int(high)
        depth = Int(bytes[start + 8])
        colorType = type
        isInterlaced = bytes[start + 12] == 1
    }

    var bitsPerPixel: Int { depth * colorType.samples }

    /// Returns the number of bytes in a row of `width` pixels, without the filter byte.
    func rowLength(_ width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

    /// The passes in which the rows are stored, without empty ones.
    var passes: [Pass] {
        let grid = isInterlaced ? PNGHeader.adam7 : [(0, 0, 1, 1)]
        return grid.compactMap { x, y, stepX, stepY in
            guard x < width, y < height else { return nil }
            let columns = (width - x + stepX - 1) / stepX
            let rows = (height - y + stepY - 1) / stepY
            return Pass(x: x, y: y, stepX: stepX, stepY: stepY, width: columns, height: rows)
        }
    }

    /// The number of bytes in all rows of all passes, including filter bytes.
    var dataLength: Int {
        passes.reduce(0) { $0 + $1.height * (1 + rowLength($1.width)) }
    }

    private static let adam7 = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]
}
