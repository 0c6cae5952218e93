/// Decodes UTF-8 one byte at a time, so that a scalar may be split across reads.
struct ScalarDecoder: Hashable, Sendable {
    private var value: UInt32 = 0
    private var missing = 0
    /// The smallest value that needs as many bytes; a smaller one is an overlong form.
    private var least: UInt32 = 0

    /// The result of a byte.
    enum Step: Hashable, Sendable {
        /// The scalar continues in the next byte.
        case more
        /// The byte completed a scalar.
        case scalar(Unicode.Scalar)
        /// The byte can't start a scalar, or completed an invalid one; it is consumed.
        case invalid
        /// The byte interrupts the scalar before it; decode the byte again on its own.
        case broken
    }

    /// Decodes the next byte.
    mutating func feed(_ byte: UInt8) -> Step {
        guard missing > 0 else { return lead(byte) }
        guard UTF8.isContinuation(byte) else {
            missing = 0
            return .broken
        }
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        guard missing == 0 else { return .more }
        return value < least ? .invalid : Unicode.Scalar(value).map(Step.scalar) ?? .invalid
    }

    private mutating func lead(_ byte: UInt8) -> Step {
        switch byte {
        case 0x00...0x7F: return .scalar(Unicode.Scalar(byte))
        case 0xC2...0xDF: (missing, least, value) = (1, 0x80, UInt32(byte & 0x1F))
        case 0xE0...0xEF: (missing, least, value) = (2, 0x800, UInt32(byte & 0x0F))
        case 0xF0...0xF4: (missing, least, value) = (3, 0x10000, UInt32(byte & 0x07))
        default: return .invalid
        }
        return .more
    }
}
