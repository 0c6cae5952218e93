/// Reads UTF-8 a byte at a time, so that a scalar may be split across reads.
///
/// Follows the table of well-formed sequences of the Unicode standard (3-7):
/// overlong forms, surrogates and what lies past U+10FFFF are invalid at the
/// first byte that shows it.
struct ScalarDecoder: Hashable, Sendable {
    private var value: UInt32 = 0
    private var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// What a byte led to.
    enum Step: Hashable, Sendable {
        /// The scalar goes on in the next byte.
        case more
        /// The byte completed a scalar.
        case scalar(Unicode.Scalar)
        /// The byte can start no scalar; it is used up.
        case invalid
        /// The byte breaks the scalar before it and has to be read again on its own.
        case broken
    }

    /// Takes the next byte.
    mutating func feed(_ byte: UInt8) -> Step {
        missing == 0 ? lead(byte) : continuation(byte)
    }

    private mutating func lead(_ byte: UInt8) -> Step {
        allowed = 0x80...0xBF
        switch byte {
        case 0x00...0x7F:
            return .scalar(Unicode.Scalar(byte))
        case 0xC2...0xDF:
            missing = 1
            value = UInt32(byte & 0x1F)
        case 0xE0...0xEF:
            missing = 2
            value = UInt32(byte & 0x0F)
            if byte == 0xE0 { allowed = 0xA0...0xBF }
            if byte == 0xED { allowed = 0x80...0x9F }
        case 0xF0...0xF4:
            missing = 3
            value = UInt32(byte & 0x07)
            if byte == 0xF0 { allowed = 0x90...0xBF }
            if byte == 0xF4 { allowed = 0x80...0x8F }
        default:
            return .invalid
        }
        return .more
    }

    private mutating func continuation(_ byte: UInt8) -> Step {
        guard allowed.contains(byte) else {
            missing = 0
            return .broken
        }
        allowed = 0x80...0xBF
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        guard missing == 0 else { return .more }
        return Unicode.Scalar(value).map(Step.scalar) ?? .invalid
    }
}
