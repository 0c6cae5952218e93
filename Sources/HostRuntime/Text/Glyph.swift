/// The drawable form of a character: a grapheme cluster that is safe to send to a terminal, and its width.
struct Glyph {
    /// The text, as it fits into a cell.
    enum Content: Equatable {
        /// At most four bytes of UTF-8, the first one lowest.
        case packed(UInt32)
        case long(String)
    }

    /// The largest number of UTF-8 bytes in a cluster: enough for every emoji sequence of Unicode.
    ///
    /// A longer cluster, such as a letter with a hundred accents, loses its
    /// last scalars.
    static let maxBytes = 48

    private static var joiner: Unicode.Scalar { "\u{200D}" }

    private(set) var content: Content

    /// The number of columns: 0 if nothing is drawn.
    var width: Int

    /// Whether terminals disagree about the width.
    private(set) var isUnsure = false

    /// Creates the glyph of a character.
    ///
    /// Control characters are replaced: white space by a space, others by U+FFFD.
    init(_ character: Character) {
        let scalars = character.unicodeScalars
        let first = scalars[scalars.startIndex]
        if scalars.index(after: scalars.startIndex) == scalars.endIndex {
            self.init(single: first)
        } else {
            self.init(cluster: scalars)
        }
    }

    private init(single scalar: Unicode.Scalar) {
        if let replacement = Glyph.replacement(for: scalar) {
            self.init(content: .packed(Glyph.pack(replacement)), width: 1)
            return
        }
        if scalar.isASCII {
            self.init(content: .packed(scalar.value), width: 1)
            return
        }
        let kind = TextWidth.scalarClass(of: scalar)
        let content = Content.packed(Glyph.pack(scalar))
        switch kind {
        case .zero: self.init(content: content, width: 0)
        case .narrow: self.init(content: content, width: 1)
        case .wide: self.init(content: content, width: 2)
        // © and ® were plain characters long before they were emoji.
        case .textEmoji: self.init(content: content, width: 1, isUnsure: scalar.value > 0xFF)
        case .emoji: self.init(content: content, width: 2, isUnsure: true)
        }
    }

    private init(cluster scalars: Character.UnicodeScalarView) {
        var bytes = 0
        var kept = String.UnicodeScalarView()
        var width = 0
        var indicators = 0
        var previous = TextWidth.ScalarClass.zero
        let all = Array(scalars)
        for (index, scalar) in all.enumerated() {
            if let replacement = Glyph.replacement(for: scalar) {
                self.init(content: .packed(Glyph.pack(replacement)), width: 1)
                return
            }
            // Invisible scalars that shape nothing would reach the terminal unseen.
            if HiddenScalar.isAt(index, of: all) {
                // Without the joiner, terminals would draw the rest of the cluster beside this part.
                if scalar == Glyph.joiner, !kept.isEmpty { break }
                continue
            }
            bytes += UTF8.width(scalar)
            guard bytes <= Glyph.maxBytes else { break }
            kept.append(scalar)
            let kind =
                scalar.isASCII ? (scalar.properties.isEmoji ? .textEmoji : .narrow) : TextWidth.scalarClass(of: scalar)
            switch kind {
            case .wide, .emoji: width = 2
            case .narrow, .textEmoji: width = max(width, 1)
            case .zero: if scalar.value == 0xFE0F && previous == .textEmoji { width = 2 }
            }
            if 0x1F1E6...0x1F1FF ~= scalar.value { indicators += 1 }
            if indicators == 2 { width = 2 }
            previous = kind
        }
        // A joiner whose second half didn't fit would join the next cell.
        while kept.last == Glyph.joiner { kept.removeLast() }
        let string = String(kept)
        let utf8 = string.utf8
        if utf8.count <= 4 {
            var packed: UInt32 = 0
            for (index, byte) in utf8.enumerated() { packed |= UInt32(byte) << UInt32(8 * index) }
            self.init(content: .packed(packed), width: width, isUnsure: true)
        } else {
            self.init(content: .long(string), width: width, isUnsure: true)
        }
    }

    private init(content: Content, width: Int, isUnsure: Bool = false) {
        self.content = content
        self.width = width
        self.isUnsure = isUnsure
    }

    /// Creates the glyph of an ASCII character, 0x20 to 0x7E.
    init(ascii byte: UInt8) {
        self.init(content: .packed(UInt32(byte)), width: 1)
    }

    /// Returns the replacement for a scalar that must not reach a terminal.
    private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if 0x20...0x7E ~= scalar.value { return nil }
        return scalar.breaksLine ? " " : scalar.isControl ? "\u{FFFD}" : nil
    }

    /// Returns the most columns that a terminal may take: some draw each scalar of a cluster by itself.
    static func mostColumns(of glyph: String) -> Int {
        glyph.unicodeScalars.reduce(0) {
            $0 + ($1.isASCII || TextWidth.scalarClass(of: $1) == .zero ? 1 : 2)
        }
    }

    /// Packs the UTF-8 bytes of a scalar, the first one lowest.
    static func pack(_ scalar: Unicode.Scalar) -> UInt32 {
        let value = scalar.value
        switch value {
        case 0..<0x80:
            return value
        case 0x80..<0x800:
            let first: UInt32 = 0xC0 | value >> 6
            return first | (0x80 | value & 0x3F) << 8
        case 0x800..<0x10000:
            let first: UInt32 = 0xE0 | value >> 12
            let second: UInt32 = 0x80 | (value >> 6) & 0x3F
            return first | second << 8 | (0x80 | value & 0x3F) << 16
        default:
            let first: UInt32 = 0xF0 | value >> 18
            let second: UInt32 = 0x80 | (value >> 12) & 0x3F
            let third: UInt32 = 0x80 | (value >> 6) & 0x3F
            return first | second << 8 | third << 16 | (0x80 | value & 0x3F) << 24
        }
    }

    static func unpack(_ packed: UInt32) -> String {
        var bytes: [UInt8] = []
        var rest = packed
        repeat {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        } while rest != 0
        return String(decoding: bytes, as: UTF8.self)
    }
}
