/// A decoder of PNG files.
///
/// It supports everything in the format's second edition (ISO 15948): all
/// color types and depths, interlaced or not, with transparency. Samples of 16
/// bits are rounded to 8. Color spaces (gAMA, cHRM, sRGB, iCCP) are ignored:
/// samples count as sRGB, which nearly all files on the web are.
///
/// It refuses a file with a damaged chunk, even one that a picture doesn't need.
/// A flaw that does no harm to the picture is a warning: a palette or transparency
/// that doesn't apply, more rows than needed, no checksum after them, no IEND.
/// Bytes after the end of the file are ignored. No input makes it trap.
public enum PNGDecoder {
    /// The limits for a picture from outside.
    ///
    /// Decoding needs at most about twelve bytes a pixel besides the file.
    /// Nothing is allocated before the size is known to be within the limits,
    /// and the file long enough for such a picture.
    public struct Limits: Hashable, Sendable {
        /// The largest size of a file in bytes.
        public let maximumBytes: Int

        /// The largest width and height.
        let maximumSide: Int

        /// The largest number of pixels.
        let maximumPixels: Int

        /// Creates limits, clamped to at least 0, and to at most 2^16 for a side and 2^28 pixels.
        public init(
            maximumBytes: Int = 4 << 20,
            maximumSide: Int = 4096,
            maximumPixels: Int = 4 << 20
        ) {
            self.maximumBytes = max(0, maximumBytes)
            self.maximumSide = min(max(0, maximumSide), 1 << 16)
            self.maximumPixels = min(max(0, maximumPixels), 1 << 28)
        }
    }

    /// Decodes a file; throws an error that says what is wrong, where, and by which rule.
    ///
    /// `onWarning` is called with a sentence for each thing that is wrong although the picture can be shown.
    public static func decode(
        _ bytes: [UInt8],
        limits: Limits = Limits(),
        onWarning: (String) -> Void = { _ in }
    ) throws -> Picture {
        try check(bytes, limits)
        let file = try PNGFile(bytes, from: signature.count, limits: limits)
        let length = file.header.dataLength
        let compressed = file.data.reduce(0) { $0 + $1.count }
        guard length / Inflate.largestRatio <= compressed else {
            throw file.truncation
                ?? PNGError.malformedPixels(
                    offset: file.dataOffset,
                    rule: "\(compressed) bytes of compressed data cannot hold the \(length) that the size needs"
                )
        }
        var stream: [UInt8] = []
        stream.reserveCapacity(compressed)
        for range in file.data { stream += bytes[range] }
        do throws(PixelDataError) {
            var flaws = file.flaws
            var rows = try Inflate.decompress(stream, count: length) { flaws.append("The PNG's pixels: \($0.rule).") }
            var converter = PNGRows(file)
            let picture = try converter.picture(from: &rows)
            if converter.hasMissingColors {
                flaws.append("The PNG's palette is too short; pixels with other colors are black.")
            }
            for flaw in flaws { onWarning(flaw) }
            return picture
        } catch {
            // If the file ends early, that's the reason why its pixels are incomplete.
            throw file.truncation ?? PNGError.malformedPixels(offset: file.dataOffset, rule: error.rule)
        }
    }

    /// Returns the size of a file's picture in pixels from its header, without decoding the rest.
    ///
    /// Throws if the header is damaged or the size is beyond the limits; the rest may be damaged all the same.
    public static func size(of bytes: [UInt8], limits: Limits = Limits()) throws -> Size {
        try check(bytes, limits)
        let header = try PNGHeader(try PNGChunk(at: signature.count, of: bytes), of: bytes, limits: limits)
        return Size(width: header.width, height: header.height)
    }

    private static func check(_ bytes: [UInt8], _ limits: Limits) throws(PNGError) {
        guard bytes.count <= limits.maximumBytes else {
            throw PNGError.tooManyBytes(bytes.count, limit: limits.maximumBytes)
        }
        guard bytes.starts(with: signature) else { throw PNGError.notPNG(PNGError.kind(of: bytes)) }
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}
