/// Why bytes were not taken as a PNG picture: what is wrong, where, and by which rule.
///
/// Offsets count the bytes of the file, and are those of the chunk's first byte.
public enum PNGError: Error, Hashable, Sendable {
    /// The bytes do not begin as every PNG does.
    case notPNG
    /// The file has more bytes than are taken.
    case tooManyBytes(Int, limit: Int)
    /// The picture has more pixels than are taken.
    case tooManyPixels(width: UInt32, height: UInt32, limits: PNGDecoder.Limits)
    /// The bytes end before the chunk at the offset does.
    case truncated(offset: Int)
    /// A chunk's data is not what its checksum was made of.
    case badChecksum(chunk: String, offset: Int)
    /// A chunk breaks a rule of the format.
    case malformed(chunk: String, offset: Int, rule: String)
    /// The compressed data of all IDAT chunks breaks a rule; the offset is that of the first one.
    case malformedPixels(offset: Int, rule: String)
}

extension PNGError: CustomStringConvertible {
    /// The text for a person to read.
    public var description: String {
        switch self {
        case .notPNG:
            return "Not a PNG: the first eight bytes are not its signature."
        case .tooManyBytes(let count, let limit):
            return "The PNG has \(count) bytes; at most \(limit) are taken."
        case .tooManyPixels(let width, let height, let limits):
            return "The PNG has \(width)x\(height) pixels; at most \(limits.maximumSide) a side "
                + "and \(limits.maximumPixels) in all are taken."
        case .truncated(let offset):
            return "The PNG ends within the chunk at byte \(offset). A file ends with a chunk IEND."
        case .badChecksum(let chunk, let offset):
            return "The PNG's chunk \(chunk) at byte \(offset) is damaged: its checksum is that of other data."
        case .malformed(let chunk, let offset, let rule):
            return "The PNG's chunk \(chunk) at byte \(offset) is malformed: \(rule)."
        case .malformedPixels(let offset, let rule):
            return "The PNG's pixels, from byte \(offset), are malformed: \(rule)."
        }
    }
}
