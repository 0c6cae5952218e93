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
}
