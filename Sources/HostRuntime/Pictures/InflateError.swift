/// The rule that a compressed stream breaks.
enum InflateError: Error, Hashable {
    case badHeader
    case needsDictionary
    case badBlock
    case badCode
    case badDistance
    case badChecksum
    case truncated
    case tooLong(Int)
    case tooShort(Int, expected: Int)
}

extension InflateError: CustomStringConvertible {
    /// The rule, to follow a colon.
    var description: String {
        switch self {
        case .badHeader: "the compressed data does not begin with the header of a zlib stream"
        case .needsDictionary: "the compressed data needs a preset dictionary, which PNG does not have"
        case .badBlock: "a block of the compressed data is of an unknown kind, or its length is damaged"
        case .badCode: "the compressed data uses an incomplete prefix code, or a word that is not in its code"
        case .badDistance: "the compressed data repeats bytes from before its beginning"
        case .badChecksum: "the checksum does not match the decompressed data"
        case .truncated: "the compressed data ends in the middle"
        case .tooLong(let expected): "the compressed data holds more than the \(expected) bytes that the size needs"
        case .tooShort(let count, let expected):
            "the compressed data holds \(count) bytes where the size needs \(expected)"
        }
    }
}
