/// A picture in memory: red, green, blue and alpha, 8 bits each, in sRGB.
///
/// The colours are straight: alpha has not been multiplied into them.
public struct Picture: Sendable, Hashable {
    /// The number of pixels in a row.
    public let width: Int

    /// The number of rows.
    public let height: Int

    /// Four bytes a pixel, row by row from the top left: red, green, blue, alpha.
    public let pixels: [UInt8]

    /// Creates a picture; nil where a side is less than 1 or the bytes are not four a pixel.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0 else { return nil }
        let (area, isTooWide) = width.multipliedReportingOverflow(by: height)
        let (count, isTooLarge) = area.multipliedReportingOverflow(by: 4)
        guard !isTooWide, !isTooLarge, pixels.count == count else { return nil }
        self.init(pixels, width: width, height: height)
    }

    /// Creates a picture from as many bytes as it takes.
    init(_ pixels: [UInt8], width: Int, height: Int) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Returns the picture made so small that it fits into a size, in its shape; it is never enlarged.
    ///
    /// Each pixel is the average of those that it stands for. For large pictures
    /// this takes long: keep off the main actor what came from elsewhere.
    public func fitting(width limit: Int, height heightLimit: Int) -> Picture {
        let scale = min(Double(max(1, limit)) / Double(width), Double(max(1, heightLimit)) / Double(height))
        guard scale < 1 else { return self }
        return PictureScaler.scale(
            self,
            width: Int((Double(width) * scale).rounded()),
            height: Int((Double(height) * scale).rounded())
        )
    }
}
