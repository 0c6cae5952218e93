/// A decoder of PNG files.
///
/// It supports everything in the format's second edition (ISO 15948): all
/// color types and depths, interlaced or not, with transparency. Samples of 16
/// bits are rounded to 8. Color spaces (gAMA, cHRM, sRGB, iCCP) are ignored:
/// samples count as sRGB, which nearly all files on the web are.
///
/// An animation (APNG) is played by `decodeAnimation`; `decode` gives the picture that it has besides.
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

        /// The largest number of frames of an animation.
        let maximumFrames: Int

        /// The largest number of pixels of all frames together, each as large as the animation.
        let maximumAnimationPixels: Int

        /// Creates limits, clamped to at least 0, and to at most 2^16 for a side and 2^28 pixels.
        public init(
            maximumBytes: Int = 4 << 20,
            maximumSide: Int = 4096,
            maximumPixels: Int = 4 << 20,
            maximumFrames: Int = 64,
            maximumAnimationPixels: Int = 64 << 20
        ) {
            self.maximumBytes = max(0, maximumBytes)
            self.maximumSide = min(max(0, maximumSide), 1 << 16)
            self.maximumPixels = min(max(0, maximumPixels), 1 << 28)
            self.maximumFrames = min(max(0, maximumFrames), 1 << 16)
            self.maximumAnimationPixels = min(max(0, maximumAnimationPixels), 1 << 28)
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
        return try picture(of: file, bytes, onWarning)
    }

    /// Decodes an animation (APNG), or a still picture as one frame; each frame is scaled down to fit into a size.
    ///
    /// One whose frames break a rule or a limit is a still picture, and `onWarning` is
    /// called with the reason: an error in an animation is none of the picture that a
    /// file has besides. Only the frames in the size are kept, and while they are
    /// put together, up to twelve bytes a pixel more.
    public static func decodeAnimation(
        _ bytes: [UInt8],
        limits: Limits = Limits(),
        fitting size: Size,
        onWarning: (String) -> Void = { _ in }
    ) throws -> PictureAnimation {
        try check(bytes, limits)
        let file = try PNGFile(bytes, from: signature.count, limits: limits)
        let picture = try picture(of: file, bytes, onWarning)
        let still = PictureAnimation(picture.fitting(width: size.width, height: size.height))
        let animation = file.animation
        guard animation.isPresent else { return still }
        var frames: [PictureAnimation.Frame] = []
        var problem = animation.problem
        do throws(PixelDataError) {
            var canvas = PNGCanvas(width: file.header.width, height: file.header.height)
            for frame in problem == nil ? animation.frames : [] {
                let part = frame.isDefault ? picture : try pixels(of: file, frame.header, frame.data, bytes)
                canvas.show(frame, part) {
                    let shown = $0.fitting(width: size.width, height: size.height)
                    frames.append(PictureAnimation.Frame(picture: shown, duration: frame.duration))
                }
            }
        } catch {
            problem = "The pixels of the PNG's frame \(frames.count) are malformed: \(error.rule)."
        }
        if let problem {
            onWarning("The animation isn't played. \(problem)")
            return still
        }
        return PictureAnimation(frames: frames, plays: animation.plays)
    }

    /// Returns a file's own picture.
    private static func picture(
        of file: PNGFile,
        _ bytes: [UInt8],
        _ onWarning: (String) -> Void
    ) throws(PNGError) -> Picture {
        do throws(PixelDataError) {
            var flaws = file.flaws
            let picture = try pixels(of: file, file.header, file.data, bytes) { flaws.append($0) }
            for flaw in flaws { onWarning(flaw) }
            return picture
        } catch {
            // If the file ends early, that's the reason why its pixels are incomplete.
            throw file.truncation ?? PNGError.malformedPixels(offset: file.dataOffset, rule: error.rule)
        }
    }

    /// Returns the pixels in ranges of compressed data, of the file's own picture or of a frame.
    private static func pixels(
        of file: PNGFile,
        _ header: PNGHeader,
        _ data: [Range<Int>],
        _ bytes: [UInt8],
        onFlaw: (String) -> Void = { _ in }
    ) throws(PixelDataError) -> Picture {
        let length = header.dataLength
        let compressed = data.reduce(0) { $0 + $1.count }
        guard length / Inflate.largestRatio <= compressed else {
            throw PixelDataError(
                rule: "\(compressed) bytes of compressed data cannot hold the \(length) that the size needs"
            )
        }
        var stream: [UInt8] = []
        stream.reserveCapacity(compressed)
        for range in data { stream += bytes[range] }
        var rows = try Inflate.decompress(stream, count: length) { onFlaw("The PNG's pixels: \($0.rule).") }
        var converter = PNGRows(file, header)
        let picture = try converter.picture(from: &rows)
        if converter.hasMissingColors {
            onFlaw("The PNG's palette is too short; pixels with other colors are black.")
        }
        return picture
    }

    private static func check(_ bytes: [UInt8], _ limits: Limits) throws(PNGError) {
        guard bytes.count <= limits.maximumBytes else {
            throw PNGError.tooManyBytes(bytes.count, limit: limits.maximumBytes)
        }
        guard bytes.starts(with: signature) else { throw PNGError.notPNG(PNGError.kind(of: bytes)) }
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}
