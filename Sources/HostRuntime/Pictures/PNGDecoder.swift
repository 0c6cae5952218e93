/// Reads PNG files.
///
/// Takes all that the format's second edition (ISO 15948) allows: every colour
/// type and depth, interlaced or not, with transparency. Samples of 16 bits are
/// rounded to 8. Colour spaces (gAMA, cHRM, sRGB, iCCP) are ignored: the samples
/// are taken for sRGB, which nearly all files on the web are.
///
/// It is stricter than most: a damaged chunk, even one that could do without,
/// makes the file refused. What follows the end of the picture is ignored.
/// No bytes make it trap.
public enum PNGDecoder {
    /// How much of a stranger's picture is taken.
    ///
    /// Decoding needs at most about twelve bytes a pixel besides the file, and
    /// nothing is allocated before the size is known to be within the limits
    /// and the file long enough to hold such a picture.
    public struct Limits: Hashable, Sendable {
        /// The largest number of bytes of a file.
        public let maximumBytes: Int

        /// The largest width and height.
        public let maximumSide: Int

        /// The largest number of pixels.
        public let maximumPixels: Int

        /// Creates limits; those below 0 count as 0, and those above what could be counted as that.
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

    /// Decodes a file, or tells why it cannot be.
    public static func decode(_ bytes: [UInt8], limits: Limits = Limits()) throws(PNGError) -> Picture {
        guard bytes.count <= limits.maximumBytes else {
            throw .tooManyBytes(bytes.count, limit: limits.maximumBytes)
        }
        guard bytes.starts(with: signature) else { throw .notPNG }
        let file = try PNGFile(bytes, from: signature.count, limits: limits)
        let length = file.header.dataLength
        let compressed = file.data.reduce(0) { $0 + $1.count }
        guard length / Inflate.largestRatio <= compressed else {
            throw .malformedPixels(
                offset: file.dataOffset,
                rule: "\(compressed) bytes of compressed data cannot hold the \(length) that the size needs"
            )
        }
        var stream: [UInt8] = []
        stream.reserveCapacity(compressed)
        for range in file.data { stream += bytes[range] }
        do {
            var rows = try Inflate.decompress(stream, count: length)
            return try PNGRows(file).picture(from: &rows)
        } catch let error as InflateError {
            throw .malformedPixels(offset: file.dataOffset, rule: "\(error)")
        } catch let error as PNGRows.Failure {
            throw .malformedPixels(offset: file.dataOffset, rule: error.rule)
        } catch {
            // Both calls throw nothing else.
            throw .malformedPixels(offset: file.dataOffset, rule: "\(error)")
        }
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}
