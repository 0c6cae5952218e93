/// A drawable part of a text that is safe to send to a terminal, and its width: most characters are one glyph.
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

    /// The number of columns: 0 if nothing is drawn, 2 at most.
    var width: Int

    /// Whether terminals disagree about the width.
    private(set) var isUnsure = false

    /// Calls a closure with each glyph of a character.
    ///
    /// Each scalar that takes cells begins a glyph, as in terminals, and has the marks after it; an emoji is one glyph.
    /// Control characters are replaced: white space by a space, others by U+FFFD.
    static func forEach(in character: Character, _ body: (Glyph) -> Void) {
        let scalars = character.unicodeScalars
        let first = scalars[scalars.startIndex]
        if scalars.index(after: scalars.startIndex) == scalars.endIndex || replacement(for: first) != nil {
            return body(Glyph(single: first))
        }
        let all = Array(scalars)
        var (start, base) = (0, TextWidth.ScalarClass.zero)
        for (index, scalar) in all.enumerated() {
            let kind = Glyph.kind(of: scalar)
            guard kind != .zero, base == .zero || !(base.isEmoji && kind.isEmoji) else { continue }
            if base != .zero { body(Glyph(part: start..<index, of: all)) }
            (start, base) = (base == .zero ? 0 : index, kind)
        }
        body(Glyph(part: start..<all.count, of: all))
    }

    /// Creates the first glyph of a character that has a width, or else the last one.
    init(_ character: Character) {
        self.init(ascii: 0x20)
        width = 0
        Glyph.forEach(in: character) { if width == 0 { self = $0 } }
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
        // © and ® were plain characters long before they were emoji.
        let isUnsure = kind.isEmoji && scalar.value > 0xFF
        self.init(content: .packed(Glyph.pack(scalar)), width: kind.columns, isUnsure: isUnsure)
    }

    private init(part: Range<Int>, of all: [Unicode.Scalar]) {
        var bytes = 0
        var kept = String.UnicodeScalarView()
        var width = 0
        var indicators = 0
        var previous = TextWidth.ScalarClass.zero
        for index in part {
            let scalar = all[index]
            // Invisible scalars that shape nothing would reach the terminal unseen.
            if HiddenScalar.isAt(index, of: all) {
                // Without the joiner, terminals would draw the rest of the cluster beside this part.
                if scalar == Glyph.joiner, !kept.isEmpty { break }
                continue
            }
            bytes += UTF8.width(scalar)
            guard bytes <= Glyph.maxBytes else { break }
            kept.append(scalar)
            let kind = Glyph.kind(of: scalar)
            width = max(width, kind.columns)
            if 0x1F1E6...0x1F1FF ~= scalar.value { indicators += 1 }
            if indicators == 2 || scalar.value == 0xFE0F && previous == .textEmoji { width = 2 }
            previous = kind
        }
        // A joiner whose second half didn't fit would join the next cell.
        while kept.last == Glyph.joiner { kept.removeLast() }
        let text = String(kept)
        let content = text.utf8.count <= 4 ? Content.packed(Glyph.pack(text.utf8)) : .long(text)
        self.init(content: content, width: width, isUnsure: true)
    }

    private init(content: Content, width: Int, isUnsure: Bool = false) {
        self.content = content
        self.width = width
        self.isUnsure = isUnsure
    }

    /// Returns the class of a scalar of a cluster, in which a digit may be a keycap.
    private static func kind(of scalar: Unicode.Scalar) -> TextWidth.ScalarClass {
        scalar.isASCII ? (scalar.properties.isEmoji ? .textEmoji : .narrow) : TextWidth.scalarClass(of: scalar)
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

    static func pack(_ scalar: Unicode.Scalar) -> UInt32 { pack(scalar.utf8) }

    /// Packs at most four bytes of UTF-8, the first one lowest.
    private static func pack(_ utf8: some BidirectionalCollection<UInt8>) -> UInt32 {
        utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    static func unpack(_ packed: UInt32) -> String {
        withUnsafeBytes(of: packed.littleEndian) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
