/// A converter of a PNG's decompressed rows to pixels: it undoes the filters and turns samples into RGBA.
struct PNGRows {
    private let header: PNGHeader
    private let palette: [UInt8]
    private let transparent: [Int]?
    /// Whether a pixel has a color outside the palette; it is black, as in most viewers.
    private(set) var hasMissingColors = false

    init(_ file: PNGFile, _ header: PNGHeader) {
        self.header = header
        palette = file.palette
        transparent = file.transparent
    }

    /// Returns the picture; the rows, `header.dataLength` bytes, are unfiltered in place.
    mutating func picture(from rows: inout [UInt8]) throws(PixelDataError) -> Picture {
        var pixels = [UInt8](repeating: 0, count: header.width * header.height * 4)
        try rows.withUnsafeMutableBufferPointer { (rows) throws(PixelDataError) in
            try pixels.withUnsafeMutableBufferPointer { (pixels) throws(PixelDataError) in
                try convert(rows, to: pixels)
            }
        }
        return Picture(pixels, width: header.width, height: header.height)
    }

    private mutating func convert(
        _ rows: UnsafeMutableBufferPointer<UInt8>,
        to pixels: UnsafeMutableBufferPointer<UInt8>
    ) throws(PixelDataError) {
        guard let data = rows.baseAddress, let output = pixels.baseAddress else { return }
        let step = max(1, header.bitsPerPixel / 8)
        var start = 0
        for pass in header.passes {
            let length = header.rowLength(pass.width)
            for row in 0..<pass.height {
                let first = (pass.y + row * pass.stepY) * header.width + pass.x
                let last = first + (pass.width - 1) * pass.stepX
                // The loops over the row check no bounds.
                precondition(start + length < rows.count && last * 4 + 4 <= pixels.count, "The passes are too large.")
                guard let filter = PNGFilter(rawValue: data[start]) else {
                    throw PixelDataError(rule: "row \(row) of a pass has filter \(data[start]), but only 0 to 4 exist")
                }
                let line = data + (start + 1)
                let above = row == 0 ? nil : UnsafePointer(data + (start - length))
                filter.undo(in: line, count: length, above: above, step: step)
                convert(line, count: pass.width, into: output + first * 4, step: pass.stepX * 4)
                start += 1 + length
            }
        }
    }

    /// Turns the samples of a row into pixels, `step` bytes apart.
    private mutating func convert(
        _ row: UnsafePointer<UInt8>,
        count: Int,
        into output: UnsafeMutablePointer<UInt8>,
        step: Int
    ) {
        switch (header.colorType, header.depth) {
        case (.rgba, 8) where step == 4:
            output.update(from: row, count: count * 4)
        case (.rgb, 8) where transparent == nil:
            var (from, to) = (row, output)
            var rest = count
            while rest > 0 {
                to[0] = from[0]
                to[1] = from[1]
                to[2] = from[2]
                to[3] = 255
                from += 3
                to += step
                rest &-= 1
            }
        case (.palette, _):
            var index = 0
            while index < count {
                let entry = sample(index, of: row) * 4
                let to = output + index * step
                index += 1
                guard entry < palette.count else {
                    hasMissingColors = true
                    to[3] = 255
                    continue
                }
                to[0] = palette[entry]
                to[1] = palette[entry + 1]
                to[2] = palette[entry + 2]
                to[3] = palette[entry + 3]
            }
        default:
            var index = 0
            while index < count {
                convertPixel(index, of: row, into: output + index * step)
                index += 1
            }
        }
    }

    /// Turns the samples of one pixel, of any depth, into a pixel.
    private func convertPixel(_ index: Int, of row: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>) {
        let count = header.colorType.samples
        let first = index * count
        let hasAlpha = header.colorType == .grayAlpha || header.colorType == .rgba
        let colors = hasAlpha ? count - 1 : count
        var isTransparent = transparent != nil
        var color = 0
        while color < colors {
            let sample = sample(first + color, of: row)
            if let transparent, transparent[color] != sample { isTransparent = false }
            output[color] = byte(sample)
            color += 1
        }
        if colors == 1 {
            output[1] = output[0]
            output[2] = output[0]
        }
        if hasAlpha {
            output[3] = byte(sample(first + colors, of: row))
        } else {
            output[3] = isTransparent ? 0 : 255
        }
    }

    /// Returns a sample of a row as it is in the file.
    private func sample(_ index: Int, of row: UnsafePointer<UInt8>) -> Int {
        switch header.depth {
        case 16: return Int(row[index * 2]) << 8 | Int(row[index * 2 + 1])
        case 8: return Int(row[index])
        default:
            // The leftmost pixel is in the highest bits.
            let bit = index * header.depth
            return Int(row[bit >> 3]) >> (8 - header.depth - bit & 7) & (1 << header.depth - 1)
        }
    }

    /// Scales a sample to 0...255, rounding to the nearest.
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
