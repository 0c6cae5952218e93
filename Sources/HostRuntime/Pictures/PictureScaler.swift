/// Scales a picture; each new pixel is the average of the area that it stands for.
///
/// It averages light, not the steps of sRGB, so a fine pattern keeps its
/// brightness. Pixels count by their opacity, so invisible colours leave no
/// rim. Enlarged pixels stay squares.
struct PictureScaler {
    /// The share of a source pixel in a target pixel.
    private struct Share {
        var index: Int
        var weight: Float
    }

    /// The part of a picture that is shown; it may begin inside a pixel.
    struct Part: Hashable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

    }

    private let picture: Picture
    private let columns: [[Share]]
    private let rows: [[Share]]

    private init(_ picture: Picture, part: Part, width: Int, height: Int) {
        self.picture = picture
        columns = PictureScaler.shares(from: part.x, length: part.width, of: picture.width, into: width)
        rows = PictureScaler.shares(from: part.y, length: part.height, of: picture.height, into: height)
    }

    /// Returns a part of a picture in another size; sides of less than 1 count as 1.
    static func scale(_ picture: Picture, part: Part? = nil, width: Int, height: Int) -> Picture {
        let whole = Part(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
        let part = part ?? whole
        let (width, height) = (max(1, width), max(1, height))
        if part == whole, width == picture.width, height == picture.height { return picture }
        return PictureScaler(picture, part: part, width: width, height: height).scaled()
    }

    /// Divides a length into equal parts, and returns the pixels that each part covers with their shares.
    private static func shares(from start: Double, length: Double, of count: Int, into parts: Int) -> [[Share]] {
        let step = length / Double(parts)
        return (0..<parts).map { part in
            let low = min(max(0, start + Double(part) * step), Double(count))
            let high = min(max(low, start + Double(part + 1) * step), Double(count))
            let first = min(Int(low), count - 1)
            let last = max(first, min(Int(high.rounded(.up)), count) - 1)
            let lengths = (first...last).map { max(0, min(high, Double($0 + 1)) - max(low, Double($0))) }
            let sum = lengths.reduce(0, +)
            // A part too narrow for floating point takes one pixel.
            guard sum > 0 else { return [Share(index: first, weight: 1)] }
            return zip(first...last, lengths).map { Share(index: $0, weight: Float($1 / sum)) }
        }
    }

    private func scaled() -> Picture {
        let length = columns.count * 4
        var pixels: [UInt8] = []
        pixels.reserveCapacity(length * rows.count)
        // Several target rows need the same source row when a picture is enlarged.
        var known = (index: -1, row: [Float]())
        for shares in rows {
            var sums = [Float](repeating: 0, count: length)
            for share in shares {
                if known.index != share.index { known = (share.index, narrowed(share.index)) }
                for index in 0..<length { sums[index] += known.row[index] * share.weight }
            }
            append(sums, to: &pixels)
        }
        return Picture(pixels, width: columns.count, height: rows.count)
    }

    /// Returns a row in its new width, as light multiplied by alpha.
    private func narrowed(_ row: Int) -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(columns.count * 4)
        for shares in columns {
            var sum = SIMD4<Float>.zero
            for share in shares {
                let start = (row * picture.width + share.index) * 4
                let alpha = Float(picture.pixels[start + 3]) / 255
                let light = SIMD4<Float>(
                    LinearLight.amounts[Int(picture.pixels[start])],
                    LinearLight.amounts[Int(picture.pixels[start + 1])],
                    LinearLight.amounts[Int(picture.pixels[start + 2])],
                    1
                )
                sum += light * (alpha * share.weight)
            }
            for index in 0..<4 { result.append(sum[index]) }
        }
        return result
    }

    private func append(_ sums: [Float], to pixels: inout [UInt8]) {
        for start in stride(from: 0, to: sums.count, by: 4) {
            let alpha = UInt8(min(max(0, sums[start + 3]), 1) * 255 + 0.5)
            for index in 0..<3 {
                pixels.append(alpha == 0 ? 0 : LinearLight.step(nearestTo: sums[start + index] / sums[start + 3]))
            }
            pixels.append(alpha)
        }
    }
}
