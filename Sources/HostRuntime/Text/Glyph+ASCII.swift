extension Glyph {
    /// Creates the replacement for a character on a display that has only ASCII, of the same width.
    ///
    /// Nothing is left of an emoji but its width; other characters that nothing resembles become `?`.
    init(asASCII character: Character) {
        let glyph = Glyph(character)
        guard case .packed(let packed) = glyph.content, packed < 0x80 else {
            let ascii = Glyph.ascii(for: character.unicodeScalars)
            self = glyph.with(ascii: ascii ?? UInt8(ascii: character.isEmojiOnly ? " " : "?"))
            return
        }
        self = glyph
    }

    /// The same glyph, one column wide.
    var narrowed: Glyph { Glyph(ascii: asciiByte) }

    private var asciiByte: UInt8 {
        guard case .packed(let packed) = content, packed < 0x80 else { return UInt8(ascii: "?") }
        return UInt8(packed)
    }

    /// Returns what resembles a character; nil if nothing does.
    static func ascii(for scalars: Character.UnicodeScalarView) -> UInt8? {
        let scalar = scalars[scalars.startIndex]
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
        (0xA0...0xBF, #" !cL$Y|S"ca<-?r-o+23'uP-,1o>123?"#),
        (0xC0...0xDF, "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTs"),
        (0xE0...0xFF, "aaaaaaaceeeeiiiidnooooo/ouuuuyty"),
        (0x100...0x117, "AaAaAaCcCcCcCcDdDdEeEeEe"),
        (0x118...0x137, "EeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKk"),
        (0x138...0x157, "kLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRr"),
        (0x158...0x17F, "RrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"),
        (0x2010...0x2015, "-"),
        (0x2018...0x201B, "'"),
        (0x201C...0x201F, "\""),
        (0x2020...0x2021, "+"),
        (0x2022...0x2023, "*"),
        (0x2024...0x2025, "."),
        // A full stop would look like the end of a sentence.
        (0x2026...0x2026, "~"),
        (0x2039...0x203A, "<>"),
        (0x20AC...0x20AC, "E"),
        (0x2190...0x2193, "<^>v"),
        (0x2194...0x2195, "-|"),
        (0x21D0...0x21D3, "<^>v"),
        (0x2212...0x2212, "-"),
        (0x2215...0x2215, "/"),
        (0x2219...0x221A, "*v"),
        (0x2500...0x2501, "-"),
        (0x2502...0x2503, "|"),
        (0x2504...0x2505, "-"),
        (0x2506...0x2507, "|"),
        (0x2508...0x2509, "-"),
        (0x250A...0x250B, "|"),
        (0x250C...0x254B, "+"),
        (0x254C...0x254F, "--||"),
        (0x2550...0x2551, "-|"),
        (0x2552...0x2570, "+"),
        (0x2571...0x2573, "/\\X"),
        (0x2574...0x257F, "-|-|-|-|-|-|"),
        (0x2580...0x2580, "#"),
        (0x2581...0x2581, "_"),
        (0x2582...0x2590, "#"),
        (0x2591...0x2593, ".:#"),
        (0x2594...0x259F, "#"),
        (0x25A0...0x25A1, "#o"),
        (0x25A2...0x25B1, "#"),
        (0x25B2...0x25B5, "^"),
        (0x25B6...0x25BB, ">"),
        (0x25BC...0x25BF, "v"),
        (0x25C0...0x25C5, "<"),
        (0x25C6...0x25C9, "*"),
        (0x25CA...0x25CE, "o"),
        (0x25CF...0x25CF, "*"),
        (0x25D0...0x25D3, "%"),
        (0x25D4...0x25E5, "o"),
        (0x25E6...0x25E6, "o"),
        (0x2605...0x2606, "*"),
        (0x2610...0x2612, "oxx"),
        (0x2660...0x2667, "*"),
        (0x2713...0x2714, "+"),
        (0x2715...0x2718, "x"),
        (0x2756...0x2756, "*"),
        (0x276E...0x276F, "<>"),
        (0x2794...0x27BE, ">"),
        (0x2800...0x2800, " "),
        (0x2801...0x28FF, "*"),
        (0x2B05...0x2B07, "<^v"),
    ]

    private func with(ascii byte: UInt8) -> Glyph {
        var glyph = Glyph(ascii: byte)
        glyph.width = width
        return glyph
    }
}
