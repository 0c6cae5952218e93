/// A picture in memory: red, green, blue and alpha, 8 bits each, in sRGB.
///
/// Alpha isn't multiplied into the colors.
public struct Picture: Sendable, Hashable {
    /// The number of pixels in a row.
    public let width: Int

    /// The number of rows.
    public let height: Int

    /// Four bytes for each pixel, row by row from the top left: red, green, blue, alpha.
    public let pixels: [UInt8]

    /// Creates a picture; nil unless both sides are at least 1 and there are four bytes for each pixel.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0 else { return nil }
        let (area, isTooWide) = width.multipliedReportingOverflow(by: height)
        let (count, isTooLarge) = area.multipliedReportingOverflow(by: 4)
        guard !isTooWide, !isTooLarge, pixels.count == count else { return nil }
        self.init(pixels, width: width, height: height)
    }

    /// Creates a picture from bytes that are known to be four for each pixel.
    init(_ pixels: [UInt8], width: Int, height: Int) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Returns the color of a pixel on a ground; nil outside the picture, and where only the ground is seen.
    ///
    /// A see-through pixel is blended with the ground, as windows are. If the
    /// ground is unknown, a pixel is seen if it is at least half opaque.
    public func color(x: Int, y: Int, on ground: Color?) -> Color? {
        guard x >= 0, x < width, y >= 0, y < height else { return nil }
        let start = (y * width + x) * 4
        let color = Color(red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2])
        let alpha = pixels[start + 3]
        guard let ground else { return alpha >= 128 ? color : nil }
        return alpha == 0 ? nil : Color(Blend.mix(ground.rgb, color.rgb, alpha: alpha))
    }
}

// MARK: - Scaling

extension Picture {
    /// Returns the picture scaled down to fit into a size, in its shape; it is never enlarged.
    ///
    /// Each pixel is the average of the area that it stands for. Scaling a large
    /// picture takes a while: do it off the main actor.
    public func fitting(width limit: Int, height heightLimit: Int) -> Picture {
        let scale = min(Double(max(1, limit)) / Double(width), Double(max(1, heightLimit)) / Double(height))
        guard scale < 1 else { return self }
        return PictureScaler.scale(
            self,
            width: Int((Double(width) * scale).rounded()),
            height: Int((Double(height) * scale).rounded())
        )
    }

    /// Returns the picture scaled to fill a size, each pixel the average of the area that it stands for.
    ///
    /// The shape is kept: what doesn't fit at two edges is cut off. Sides are
    /// clamped to 1...`Size.limit * 2`. The time grows with the pixels of the
    /// larger of the two pictures, so a view keeps the result.
    public func scaled(width: Int, height: Int) -> Picture {
        let (width, height) = (min(max(1, width), Size.limit * 2), min(max(1, height), Size.limit * 2))
        let scale = max(Double(width) / Double(self.width), Double(height) / Double(self.height))
        let shownWidth = min(Double(self.width), Double(width) / scale)
        let shownHeight = min(Double(self.height), Double(height) / scale)
        let part = PictureScaler.Part(
            x: (Double(self.width) - shownWidth) / 2,
            y: (Double(self.height) - shownHeight) / 2,
            width: shownWidth,
            height: shownHeight
        )
        return PictureScaler.scale(self, part: part, width: width, height: height)
    }
}
