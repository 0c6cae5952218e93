/// The animation in a PNG file (APNG), checked as the file is read; a pure value.
///
/// A file with an error in these chunks is a picture all the same: its own pixels
/// can be shown, as the format's third edition asks of decoders.
struct PNGAnimation {
    /// What happens to a frame's part of the canvas before the next frame.
    enum Disposal: UInt8 { case none, background, previous }

    /// A frame: its part of the canvas, and how it gets there.
    struct Frame {
        var header: PNGHeader
        var x: Int
        var y: Int
        var duration: Duration
        var disposal: Disposal
        var blendsOver: Bool
        /// The compressed data; empty if it's the file's own picture.
        var data: [Range<Int>] = []
        /// Whether its pixels are those that are shown without the animation.
        var isDefault = false
    }

    private(set) var frames: [Frame] = []
    /// How often it is played; 0 for ever.
    private(set) var plays = 1
    /// Why it can't be played; nil as long as nothing is wrong.
    private(set) var problem: String?
    /// Whether the file says that it's an animation.
    private(set) var isPresent = false

    private var count = 0
    private var sequence = 0

    /// Reads a chunk of an animation; `hasData` says whether the file's own pixels came before it.
    mutating func read(_ chunk: PNGChunk, of bytes: [UInt8], _ header: PNGHeader, hasData: Bool) {
        guard problem == nil, isPresent || chunk.type == "acTL" else { return }
        do throws(PNGError) {
            switch chunk.type {
            case "acTL": try readHeader(chunk, of: bytes, hasData: hasData)
            case "fcTL": try readFrame(chunk, of: bytes, header, hasData: hasData)
            default: try readData(chunk, of: bytes, hasData: hasData)
            }
        } catch {
            problem = "\(error)"
        }
    }

    /// Checks that nothing is missing at the end of the file, and that it's within the limits.
    mutating func finish(_ header: PNGHeader, _ limits: PNGDecoder.Limits) {
        guard isPresent, problem == nil else { return }
        if frames.count != count {
            problem = "The PNG has \(frames.count.of("frame")), and its chunk acTL promises \(count)."
        } else if let empty = frames.firstIndex(where: { $0.data.isEmpty && !$0.isDefault }) {
            problem = "The PNG's frame \(empty) has no data."
        } else if count > limits.maximumFrames {
            problem = "The PNG has \(count.of("frame")); the limit is \(limits.maximumFrames)."
        } else if count * header.width * header.height > limits.maximumAnimationPixels {
            problem =
                "The PNG has \(count.of("frame")) of \(header.width)x\(header.height) pixels; "
                + "the limit is \(limits.maximumAnimationPixels) pixels together."
        }
    }

    private mutating func readHeader(_ chunk: PNGChunk, of bytes: [UInt8], hasData: Bool) throws(PNGError) {
        // After the pixels, a decoder need not expect one.
        guard !hasData else { return }
        guard !isPresent else { throw chunk.malformed("there is only one") }
        isPresent = true
        guard chunk.data.count == 8 else { throw chunk.malformed("it has 8 bytes") }
        count = Int(bytes.bigEndian32(at: chunk.data.lowerBound))
        plays = Int(bytes.bigEndian32(at: chunk.data.lowerBound + 4))
        guard (1...Int(Int32.max)).contains(count), plays <= Int32.max else {
            throw chunk.malformed("it has 1 to 2^31 - 1 frames, played up to as often")
        }
    }

    private mutating func readFrame(
        _ chunk: PNGChunk,
        of bytes: [UInt8],
        _ header: PNGHeader,
        hasData: Bool
    ) throws(PNGError) {
        guard chunk.data.count == 26 else { throw chunk.malformed("it has 26 bytes") }
        try readSequence(chunk, of: bytes)
        let start = chunk.data.lowerBound
        func number(_ offset: Int) -> Int { Int(bytes.bigEndian32(at: start + offset)) }
        func half(_ offset: Int) -> Int { Int(bytes[start + offset]) << 8 | Int(bytes[start + offset + 1]) }
        let (width, height, x, y) = (number(4), number(8), number(12), number(16))
        guard width > 0, height > 0, x + width <= header.width, y + height <= header.height else {
            throw chunk.malformed("a frame has pixels, and all of them in the picture")
        }
        guard hasData || frames.isEmpty && (width, height) == (header.width, header.height) else {
            throw chunk.malformed("only one comes before IDAT, for the whole picture")
        }
        guard let disposal = Disposal(rawValue: bytes[start + 24]), bytes[start + 25] <= 1 else {
            throw chunk.malformed("a frame is disposed of in ways 0 to 2 and blended in ways 0 and 1")
        }
        var part = header
        (part.width, part.height) = (width, height)
        let (numerator, denominator) = (half(20), half(22))
        frames.append(
            Frame(
                header: part,
                x: x,
                y: y,
                duration: .seconds(numerator) / (denominator == 0 ? 100 : denominator),
                // There is nothing before the first one.
                disposal: frames.isEmpty && disposal == .previous ? .background : disposal,
                blendsOver: bytes[start + 25] == 1,
                isDefault: !hasData
            )
        )
    }

    private mutating func readData(_ chunk: PNGChunk, of bytes: [UInt8], hasData: Bool) throws(PNGError) {
        guard chunk.data.count >= 4 else { throw chunk.malformed("it has at least 4 bytes") }
        try readSequence(chunk, of: bytes)
        guard hasData, let last = frames.indices.last, !frames[last].isDefault else {
            throw chunk.malformed("it comes after the fcTL of its frame, and after IDAT")
        }
        frames[last].data.append(chunk.data.dropFirst(4))
    }

    private mutating func readSequence(_ chunk: PNGChunk, of bytes: [UInt8]) throws(PNGError) {
        let number = Int(bytes.bigEndian32(at: chunk.data.lowerBound))
        guard number == sequence else { throw chunk.malformed("its number is \(sequence), not \(number)") }
        sequence += 1
    }
}

/// The canvas on which the frames of an animation are put together.
struct PNGCanvas {
    private var pixels: [UInt8]
    private let width: Int
    private let height: Int

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        pixels = [UInt8](repeating: 0, count: width * height * 4)
    }

    /// Shows a frame, calls a closure with the picture, and disposes of the frame.
    mutating func show(_ frame: PNGAnimation.Frame, _ part: Picture, _ body: (Picture) -> Void) {
        let saved = frame.disposal == .previous ? pixels : []
        for row in 0..<part.height {
            let start = ((frame.y + row) * width + frame.x) * 4
            let source = row * part.width * 4
            if frame.blendsOver {
                for index in stride(from: 0, to: part.width * 4, by: 4) {
                    blend(part.pixels, source + index, onto: start + index)
                }
            } else {
                let line = part.pixels[source..<source + part.width * 4]
                pixels.replaceSubrange(start..<start + line.count, with: line)
            }
        }
        body(Picture(pixels, width: width, height: height))
        switch frame.disposal {
        case .none: break
        case .previous: pixels = saved
        case .background:
            for row in 0..<part.height {
                let start = ((frame.y + row) * width + frame.x) * 4
                for index in start..<start + part.width * 4 { pixels[index] = 0 }
            }
        }
    }

    /// Blends a pixel over another one; alpha isn't multiplied into the colors.
    private mutating func blend(_ source: [UInt8], _ from: Int, onto to: Int) {
        let alpha = Int(source[from + 3])
        guard alpha > 0 else { return }
        let above = alpha * 255
        let below = (255 - alpha) * Int(pixels[to + 3])
        let whole = above + below
        for sample in 0..<3 {
            let mixed = Int(source[from + sample]) * above + Int(pixels[to + sample]) * below
            pixels[to + sample] = UInt8(truncatingIfNeeded: mixed / whole)
        }
        pixels[to + 3] = UInt8(truncatingIfNeeded: whole / 255)
    }
}
