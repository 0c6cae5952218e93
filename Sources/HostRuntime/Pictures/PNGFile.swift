/// The chunks of a PNG file that make up a picture, checked for their order.
struct PNGFile {
    let header: PNGHeader
    /// The palette's colors with their alpha from tRNS, four bytes each; empty without a palette.
    private(set) var palette: [UInt8] = []
    /// The samples, in the file's depth, of pixels that tRNS makes see-through.
    private(set) var transparent: [Int]?
    /// The compressed data, and the offset of its first chunk.
    private(set) var data: [Range<Int>] = []
    private(set) var dataOffset = 0
    /// The frames, if it's an animation.
    private(set) var animation = PNGAnimation()

    /// The flaws of a file that can be shown all the same, one sentence each.
    private(set) var flaws: [String] = []
    /// The error where the file ends without an IEND, if it does; the pixels may be complete all the same.
    private(set) var truncation: PNGError?

    private let bytes: [UInt8]
    private var hasPalette = false
    private var hasTransparency = false

    /// Reads all chunks from an offset up to IEND.
    init(_ bytes: [UInt8], from start: Int, limits: PNGDecoder.Limits) throws(PNGError) {
        self.bytes = bytes
        var chunk = try PNGChunk(at: start, of: bytes)
        header = try PNGHeader(chunk, of: bytes, limits: limits)
        var last = chunk.type
        defer { animation.finish(header, limits) }
        while true {
            do throws(PNGError) {
                chunk = try PNGChunk(at: chunk.data.upperBound + 4, of: bytes)
            } catch {
                guard case .truncated = error, !data.isEmpty else { throw error }
                truncation = error
                flaws.append("The PNG ends without a chunk IEND.")
                return
            }
            switch chunk.type {
            case "IHDR": throw chunk.malformed("there is only one, and it is the first chunk")
            case "PLTE": try readPalette(chunk)
            case "tRNS": readTransparency(chunk)
            case "IDAT":
                guard data.isEmpty || last == "IDAT" else {
                    throw chunk.malformed("the IDAT chunks follow one another")
                }
                if data.isEmpty {
                    guard header.colorType != .palette || hasPalette else {
                        throw chunk.malformed("color type 3 needs a palette before it")
                    }
                    dataOffset = chunk.offset
                }
                data.append(chunk.data)
            case "acTL", "fcTL", "fdAT": animation.read(chunk, of: bytes, header, hasData: !data.isEmpty)
            case "IEND":
                guard chunk.data.isEmpty else { throw chunk.malformed("it is empty") }
                guard !data.isEmpty else { throw chunk.malformed("at least one IDAT comes before it") }
                return
            default:
                guard !chunk.isCritical else {
                    throw chunk.malformed(
                        "a picture with a chunk of this type cannot be shown without understanding it"
                    )
                }
            }
            last = chunk.type
        }
    }

    private mutating func readPalette(_ chunk: PNGChunk) throws(PNGError) {
        guard !hasPalette else { throw chunk.malformed("there is at most one") }
        guard header.colorType == .palette else { return readSuggestedPalette(chunk) }
        guard data.isEmpty, !hasTransparency else { throw chunk.malformed("it comes before tRNS and IDAT") }
        let count = chunk.data.count / 3
        guard chunk.data.count % 3 == 0, (1...256).contains(count) else {
            throw chunk.malformed("it has 1 to 256 colors of three bytes")
        }
        hasPalette = true
        let used = min(count, 1 << header.depth)
        if used < count {
            flaws.append("The PNG's palette has \(count) colors, and \(header.depth) bits distinguish \(used).")
        }
        palette.reserveCapacity(used * 4)
        for start in stride(from: chunk.data.lowerBound, to: chunk.data.lowerBound + used * 3, by: 3) {
            palette += bytes[start..<start + 3]
            palette.append(255)
        }
    }

    /// Ignores a palette that is a hint for displays with few colors.
    private mutating func readSuggestedPalette(_ chunk: PNGChunk) {
        hasPalette = true
        if header.colorType == .gray || header.colorType == .grayAlpha {
            ignore(chunk, "a picture in gray has no palette")
        } else if !data.isEmpty || hasTransparency {
            ignore(chunk, "it comes before tRNS and IDAT")
        } else if chunk.data.count % 3 != 0 || !(3...768).contains(chunk.data.count) {
            ignore(chunk, "it has 1 to 256 colors of three bytes")
        }
    }

    private mutating func readTransparency(_ chunk: PNGChunk) {
        guard !hasTransparency else { return ignore(chunk, "there is at most one") }
        guard data.isEmpty else { return ignore(chunk, "it comes before IDAT") }
        switch header.colorType {
        case .grayAlpha, .rgba:
            ignore(chunk, "a picture with alpha has no tRNS")
        case .palette:
            guard hasPalette else { return ignore(chunk, "it comes after PLTE") }
            guard (1...palette.count / 4).contains(chunk.data.count) else {
                return ignore(chunk, "it has 1 to as many entries as the palette")
            }
            hasTransparency = true
            for (index, alpha) in bytes[chunk.data].enumerated() { palette[index * 4 + 3] = alpha }
        case .gray, .rgb:
            guard chunk.data.count == header.colorType.samples * 2 else {
                return ignore(chunk, "it has two bytes for each sample")
            }
            hasTransparency = true
            // Only as many bits of each two bytes count as a sample has.
            transparent = stride(from: chunk.data.lowerBound, to: chunk.data.upperBound, by: 2).map {
                (Int(bytes[$0]) << 8 | Int(bytes[$0 + 1])) & (1 << header.depth - 1)
            }
        }
    }

    private mutating func ignore(_ chunk: PNGChunk, _ rule: String) {
        flaws.append("The PNG's chunk \(chunk.type) at byte \(chunk.offset) is ignored: \(rule).")
    }
}
