/// A converter of a PNG's decompressed rows to pixels: it undoes the filters and turns samples into RGBA.
struct PNGRows {
    private let header: PNGHeader
    private let palette: [UInt8]
    private let transparent: [Int]?

    init(_ file: PNGFile) {
        header = file.header
        palette = file.palette
        transparent = file.transparent
    }

    /// Returns the picture; the rows, `header.dataLength` bytes, are unfiltered in place.
    func picture(from rows: inout [UInt8]) throws(PixelDataError) -> Picture {
        var pixels = [UInt8](repeating: 0, count: header.width * header.height * 4)
        var output = pixels.mutableSpan
        var data = rows.mutableSpan
        var start = 0
        for pass in header.passes {
            let length = header.rowLength(pass.width)
            for row in 0..<pass.height {
                guard let filter = PNGFilter(rawValue: data[start]) else {
                    throw PixelDataError(rule: "row \(row) of a pass has filter \(data[start]), but only 0 to 4 exist")
                }
                let above = row == 0 ? nil : start - length
                filter.undo(in: &data, row: start + 1..<start + 1 + length, above: above, step: step)
                try convert(
                    data.span,
                    from: start + 1,
                    count: pass.width,
                    into: &output,
                    at: ((pass.y + row * pass.stepY) * header.width + pass.x) * 4,
                    step: pass.stepX * 4
                )
                start += 1 + length
            }
        }
        return Picture(pixels, width: header.width, height: header.height)
    }

    /// The distance in bytes to the pixel with which a filter compares.
    private var step: Int { max(1, header.bitsPerPixel / 8) }

    /// Turns a row's samples into pixels, `step` bytes apart.
    private func convert(
        _ data: Span<UInt8>,
        from start: Int,
        count: Int,
        into output: inout MutableSpan<UInt8>,
        at first: Int,
        step: Int
    ) throws(PixelDataError) {
        switch (header.colorType, header.depth) {
        case (.rgba, 8):
            for index in 0..<count {
                let (from, to) = (start + index * 4, first + index * step)
                for sample in 0..<4 { output[to + sample] = data[from + sample] }
            }
        case (.rgb, 8) where transparent == nil:
            for index in 0..<count {
                let (from, to) = (start + index * 3, first + index * step)
                for sample in 0..<3 { output[to + sample] = data[from + sample] }
                output[to + 3] = 255
            }
        case (.palette, _):
            for index in 0..<count {
                let entry = sample(index, of: data, from: start) * 4
                guard entry < palette.count else {
                    throw PixelDataError(rule: "a pixel has colour \(entry / 4) of a palette of \(palette.count / 4)")
                }
                for sample in 0..<4 { output[first + index * step + sample] = palette[entry + sample] }
            }
        default:
            for index in 0..<count {
                convertPixel(index, of: data, from: start, into: &output, at: first + index * step)
            }
        }
    }

    /// Turns the samples of one pixel, of any depth, into a pixel.
    private func convertPixel(
        _ index: Int,
        of data: Span<UInt8>,
        from start: Int,
        into output: inout MutableSpan<UInt8>,
        at to: Int
    ) {
        let count = header.colorType.samples
        let first = index * count
        let hasAlpha = header.colorType == .grayAlpha || header.colorType == .rgba
        let colors = hasAlpha ? count - 1 : count
        var isTransparent = transparent != nil
        for color in 0..<colors {
            let sample = sample(first + color, of: data, from: start)
            if let transparent, transparent[color] != sample { isTransparent = false }
            output[to + color] = byte(sample)
        }
        if colors == 1 {
            output[to + 1] = output[to]
            output[to + 2] = output[to]
        }
        if hasAlpha {
            output[to + 3] = byte(sample(first + colors, of: data, from: start))
        } else {
            output[to + 3] = isTransparent ? 0 : 255
        }
    }

    /// Returns a sample of a row as it is in the file.
    @inline(__always)
    private func sample(_ index: Int, of data: Span<UInt8>, from start: Int) -> Int {
        switch header.depth {
        case 16: return Int(data[start + index * 2]) << 8 | Int(data[start + index * 2 + 1])
        case 8: return Int(data[start + index])
        default:
            // The leftmost pixel is in the highest bits.
            let bit = index * header.depth
            return Int(data[start + bit / 8]) >> (8 - header.depth - bit % 8) & (1 << header.depth - 1)
        }
    }

    /// Scales a sample to 0...255, rounding to the nearest.
    @inline(__always)
    private func byte(_ sample: Int) -> UInt8 {
        switch header.depth {
        case 16: UInt8(truncatingIfNeeded: (sample * 255 + 32895) >> 16)
        case 8: UInt8(truncatingIfNeeded: sample)
        case 4: UInt8(truncatingIfNeeded: sample * 17)
        case 2: UInt8(truncatingIfNeeded: sample * 85)
        default: UInt8(truncatingIfNeeded: sample * 255)
        }
    }
}
