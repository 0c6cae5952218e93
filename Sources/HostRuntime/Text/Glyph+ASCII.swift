extension Glyph {
    /// The replacement on a display that has only ASCII, of the same width; `?` for what nothing resembles.
    var inASCII: Glyph {
        let text: String
        switch content {
        case .packed(..<0x80): return self
        case .packed(let packed): text = Glyph.unpack(packed)
        case .long(let string): text = string
        }
        var glyph = Glyph(ascii: text.first.flatMap(Glyph.ascii(for:)) ?? UInt8(ascii: "?"))
        glyph.width = width
        return glyph
    }

    /// Returns what resembles a character; nil if nothing does.
    static func ascii(for character: Character) -> UInt8? {
        let scalar = character.unicodeScalars[character.unicodeScalars.startIndex]
        if scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F { return UInt8(scalar.value) }
        let value = scalar.value
        for (range, replacements) in ranges where range.contains(value) {
            let bytes = replacements.utf8
            // One replacement for each character of the range, or one for all.
            let offset = bytes.count == 1 ? 0 : Int(value - range.lowerBound)
            return bytes[bytes.index(bytes.startIndex, offsetBy: offset)]
        }
        return nil
    }

    /// The replacements for ranges of characters.
    private static let ranges: [(ClosedRange<UInt32>, String)] = [
        (0xA0...0xA1, " !"),
        (0xA6...0xBF, #"|S"ca<-?r-o+23'uP-,1o>123?"#),
        (0xC0...0xDF, "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTs"),
        (0xE0...0xFF, "aaaaaaaceeeeiiiidnooooo/ouuuuyty"),
        (0x100...0x117, "AaAaAaCcCcCcCcDdDdEeEeEe"),
        (0x118...0x137, "EeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKk"),
        (0x138...0x157, "kLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRr"),
        (0x158...0x17F, "RrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"),
        (0x2010...0x2015, "-"),
        // For `…` a full stop would look like the end of a sentence.
        (0x2018...0x2026, #"''''""""++**..~"#),
        (0x2039...0x203A, "<>"),
        (0x2190...0x2195, "<^>v-|"),
        (0x21D0...0x21D3, "<^>v"),
        (0x2212...0x2212, "-"),
        (0x2215...0x2215, "/"),
        (0x2219...0x221A, "*v"),
        (0x2500...0x250B, "--||--||--||"),
        (0x250C...0x254B, "+"),
        (0x254C...0x2551, "--||-|"),
        (0x2552...0x2570, "+"),
        (0x2571...0x257F, #"/\X-|-|-|-|-|-|"#),
        (0x2581...0x2581, "_"),
        (0x2591...0x2593, ".:#"),
        (0x25A1...0x25A1, "o"),
        (0x2580...0x25B1, "#"),
        (0x25B2...0x25BF, "^^^^>>>>>>vvvv"),
        (0x25C0...0x25CF, "<<<<<<****ooooo*"),
        (0x25D0...0x25D3, "%"),
        (0x25D4...0x25E6, "o"),
        (0x2605...0x2606, "*"),
        (0x2610...0x2612, "oxx"),
        (0x2660...0x2667, "*"),
        (0x2713...0x2718, "++xxxx"),
        (0x2731...0x274B, "*"),
        (0x2756...0x2756, "*"),
        (0x276E...0x276F, "<>"),
        (0x2794...0x27BE, ">"),
        (0x2800...0x2800, " "),
        (0x2801...0x28FF, "*"),
        (0x2B05...0x2B07, "<^v"),
    ]
}

extension String {
    /// The text for where there is only ASCII, with `?` in place of characters that nothing resembles.
    var inASCII: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        let bytes = flatMap { $0.isASCII ? Array($0.utf8) : [Glyph.ascii(for: $0) ?? UInt8(ascii: "?")] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
