/// The reason for which a PNG file is refused: what is wrong, where, and by which rule.
///
/// Offsets count the bytes of the file up to the chunk.
enum PNGError: Error, Hashable, Sendable {
    /// The bytes don't begin with the signature of a PNG; with what they are instead, such as "a JPEG file", if known.
    case notPNG(String?)
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
        case .notPNG(let kind?):
            return "Not a PNG: it is \(kind)."
        case .notPNG(nil):
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

extension PNGError {
    /// Names what often comes in place of a PNG file, by its first bytes; nil for anything else.
    static func kind(of bytes: [UInt8]) -> String? {
        if bytes.isEmpty { return "an empty file" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "a JPEG file" }
        if bytes.starts(with: Array("GIF8".utf8)) { return "a GIF file" }
        if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            return "a WebP file"
        }
        let text = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html") ? "an HTML page" : nil
    }
}
