/// The reason for which a PNG file is refused: what is wrong, where, and by which rule.
///
/// Offsets count the bytes of the file up to the chunk.
enum PNGError: Error, Hashable, Sendable {
    /// The bytes don't begin with the signature of a PNG.
    case notPNG
    /// The file is larger than the limit.
    case tooManyBytes(Int, limit: Int)
    /// The picture has more pixels than the limits.
    case tooManyPixels(width: UInt32, height: UInt32, limits: PNGDecoder.Limits)
    /// The file ends inside the chunk at the offset.
    case truncated(offset: Int)
    /// A chunk's checksum doesn't match its data.
    case badChecksum(chunk: String, offset: Int)
    /// A chunk breaks a rule of the format.
    case malformed(chunk: String, offset: Int, rule: String)
    /// The compressed data of the IDAT chunks breaks a rule; the offset is that of the first one.
    case malformedPixels(offset: Int, rule: String)
}

extension PNGError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notPNG:
            return "Not a PNG: the first eight bytes are not the signature of one."
        case .tooManyBytes(let count, let limit):
            return "The PNG has \(count) bytes; the limit is \(limit)."
        case .tooManyPixels(let width, let height, let limits):
            return "The PNG has \(width)x\(height) pixels; the limits are \(limits.maximumSide) for each side "
                + "and \(limits.maximumPixels) in all."
        case .truncated(let offset):
            return "The PNG ends within the chunk at byte \(offset). A file ends with a chunk IEND."
        case .badChecksum(let chunk, let offset):
            return "The PNG's chunk \(chunk) at byte \(offset) is damaged: its checksum does not match its data."
        case .malformed(let chunk, let offset, let rule):
            return "The PNG's chunk \(chunk) at byte \(offset) is malformed: \(rule)."
        case .malformedPixels(let offset, let rule):
            return "The PNG's pixels, from byte \(offset), are malformed: \(rule)."
        }
    }
}
