/// The characters of a terminal's locale.
public enum Charset: Hashable, Sendable, CaseIterable {
    /// The letters, digits and signs of a keyboard in the United States; also every charset that isn't known.
    case ascii

    /// ISO-8859-1, for Western Europe before the euro.
    case latin1

    /// ISO-8859-15, which has the euro sign.
    case latin9

    /// Unicode, in UTF-8.
    case unicode

    /// Whether the charset has a character.
    public func contains(_ character: Character) -> Bool {
        self == .unicode || character.unicodeScalars.allSatisfy { byte(of: $0) != nil }
    }

    /// Finds the charset of a locale's name.
    ///
    /// Without a codeset, that's UTF-8, as in today's terminals.
    init(locale: String) {
        let parts = locale.prefix { $0 != "@" }.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            self = ["C", "POSIX"].contains(parts[0]) ? .ascii : .unicode
            return
        }
        switch parts[1].lowercased().filter({ $0.isLetter || $0.isNumber }) {
        case "utf8": self = .unicode
        case "iso88591": self = .latin1
        case "iso885915": self = .latin9
        default: self = .ascii
        }
    }

    /// Returns bytes of UTF-8 in the charset; what it doesn't have is a question mark.
    func encode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { byte(of: $0) ?? UInt8(ascii: "?") }
    }

    /// Returns the byte of a character in a charset with one byte for each.
    private func byte(of scalar: Unicode.Scalar) -> UInt8? {
        switch (self, scalar.value) {
        case (_, 0..<0x80): return UInt8(scalar.value)
        case (.latin9, _):
            if let index = Charset.additions.firstIndex(of: scalar) { return Charset.places[index] }
            let isReplaced = Charset.places.contains { UInt32($0) == scalar.value }
            return isReplaced ? nil : Charset.latin1.byte(of: scalar)
        case (.latin1, 0xA0...0xFF): return UInt8(scalar.value)
        default: return nil
        }
    }

    /// The characters of ISO-8859-15 that aren't in ISO-8859-1, and their places there.
    private static let additions = Array("€ŠšŽžŒœŸ".unicodeScalars)
    private static let places: [UInt8] = [0xA4, 0xA6, 0xA8, 0xB4, 0xB8, 0xBC, 0xBD, 0xBE]
}
