/// Decodes UTF-8 one byte at a time, so that a scalar may be split across reads.
///
/// This follows the Unicode standard's table of well-formed sequences (3-7):
/// overlong forms, surrogates and values above U+10FFFF are invalid at the first
/// byte that shows it.
struct ScalarDecoder: Hashable, Sendable {
    private var value: UInt32 = 0
    private var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// The result of a byte.
    enum Step: Hashable, Sendable {
        /// The scalar continues in the next byte.
        case more
        /// The byte completed a scalar.
        case scalar(Unicode.Scalar)
        /// The byte can't start a scalar; it is consumed.
        case invalid
        /// The byte interrupts the scalar before it; decode the byte again on its own.
        case broken
    }

    /// Decodes the next byte.
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
