/// Scales a picture; each new pixel is the average of the area that it stands for.
///
/// It averages light, not the steps of sRGB, so a fine pattern keeps its
/// brightness. Pixels count by their opacity, so invisible colors leave no
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

    /// The shares of all target pixels in a row or column, one pixel after another.
    private struct Shares {
        var all: [Share] = []
        /// The start of each pixel's shares, and the end of the last one's.
        var starts = [0]

        var count: Int { starts.count - 1 }
    }

    private let picture: Picture
    private let columns: Shares
    private let rows: Shares

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
    private static func shares(from start: Double, length: Double, of count: Int, into parts: Int) -> Shares {
        let step = length / Double(parts)
        var shares = Shares()
        for part in 0..<parts {
            let low = min(max(0, start + Double(part) * step), Double(count))
            let high = min(max(low, start + Double(part + 1) * step), Double(count))
            let first = min(Int(low), count - 1)
            let last = max(first, min(Int(high.rounded(.up)), count) - 1)
            let lengths = (first...last).map { max(0, min(high, Double($0 + 1)) - max(low, Double($0))) }
            let sum = lengths.reduce(0, +)
            // A part too narrow for floating point takes one pixel.
            if sum > 0 {
                shares.all += zip(first...last, lengths).map { Share(index: $0, weight: Float($1 / sum)) }
            } else {
                shares.all.append(Share(index: first, weight: 1))
            }
            shares.starts.append(shares.all.count)
        }
        return shares
    }

    private func scaled() -> Picture {
        let length = columns.count * 4
        var pixels: [UInt8] = []
        pixels.reserveCapacity(length * rows.count)
        var sums = [Float](repeating: 0, count: length)
        // Several target rows need the same source row when a picture is enlarged.
        var known = -1
        var row = sums
        for target in 0..<rows.count {
            for index in 0..<length { sums[index] = 0 }
            for share in rows.all[rows.starts[target]..<rows.starts[target + 1]] {
                if known != share.index { narrow(share.index, into: &row) }
                known = share.index
                PictureScaler.add(row, times: share.weight, to: &sums)
            }
            append(sums, to: &pixels)
        }
        return Picture(pixels, width: columns.count, height: rows.count)
    }

    private static func add(_ row: [Float], times weight: Float, to sums: inout [Float]) {
        let count = min(row.count, sums.count)
        row.withUnsafeBufferPointer { row in
            sums.withUnsafeMutableBufferPointer { sums in
                guard let row = row.baseAddress, let sums = sums.baseAddress else { return }
                var index = 0
                while index < count {
                    sums[index] += row[index] * weight
                    index &+= 1
                }
            }
        }
    }

    /// The light of each step of a color, followed by the opacity of each step of alpha.
    private static let amounts = LinearLight.amounts + (0..<256).map { Float($0) / 255 }

    /// Makes a row in its new width, as light multiplied by alpha.
    private func narrow(_ row: Int, into result: inout [Float]) {
        let start = row * picture.width * 4
        // Every share is of a pixel in the row: see `shares(from:length:of:into:)`.
        precondition(start >= 0 && start + picture.width * 4 <= picture.pixels.count, "The row is outside the picture.")
        precondition(result.count == columns.count * 4, "The row has another width.")
        picture.pixels.withUnsafeBufferPointer { pixels in
            PictureScaler.amounts.withUnsafeBufferPointer { amounts in
                columns.all.withUnsafeBufferPointer { shares in
                    result.withUnsafeMutableBufferPointer { result in
                        guard let pixels = pixels.baseAddress, let amounts = amounts.baseAddress,
                            let shares = shares.baseAddress, let result = result.baseAddress
                        else { return }
                        narrow(pixels + start, amounts, shares, into: result)
                    }
                }
            }
        }
    }

    private func narrow(
        _ row: UnsafePointer<UInt8>,
        _ amounts: UnsafePointer<Float>,
        _ shares: UnsafePointer<Share>,
        into result: UnsafeMutablePointer<Float>
    ) {
        var column = 0
        while column < columns.count {
            var (red, green, blue, opacity): (Float, Float, Float, Float) = (0, 0, 0, 0)
            var index = columns.starts[column]
            let end = columns.starts[column + 1]
            while index < end {
                let pixel = row + shares[index].index &* 4
                let weight = amounts[256 &+ Int(pixel[3])] * shares[index].weight
                red += amounts[Int(pixel[0])] * weight
                green += amounts[Int(pixel[1])] * weight
                blue += amounts[Int(pixel[2])] * weight
                opacity += weight
                index &+= 1
            }
            let target = result + column &* 4
            target[0] = red
            target[1] = green
            target[2] = blue
            target[3] = opacity
            column &+= 1
        }
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
