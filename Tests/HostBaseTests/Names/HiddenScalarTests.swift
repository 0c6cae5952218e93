import TestSupport
import Testing

@testable import HostBase

@Suite(.tags(.terminal)) struct HiddenScalarTests {
    @Test(
        arguments: [
            ("line feed", "\n", .space), ("tab", "\t", .space), ("carriage return", "\r", .space),
            ("NEL", "\u{85}", .space),
            ("vertical tab", "\u{B}", .space), ("form feed", "\u{C}", .space), ("line separator", "\u{2028}", .space),
            ("paragraph separator", "\u{2029}", .space),
            ("NUL", "\0", .control), ("bell", "\u{7}", .control), ("escape", "\u{1B}", .control),
            ("delete", "\u{7F}", .control), ("CSI of one byte", "\u{9B}", .control),
            ("override", "\u{202E}", .invisible), ("embedding", "\u{202A}", .invisible),
            ("isolate", "\u{2066}", .invisible),
            ("directional mark", "\u{200F}", .invisible), ("zero width space", "\u{200B}", .invisible),
            ("word joiner", "\u{2060}", .invisible), ("byte order mark", "\u{FEFF}", .invisible),
            ("soft hyphen", "\u{AD}", .invisible), ("Hangul filler", "\u{3164}", .invisible),
            ("grapheme joiner", "\u{34F}", .invisible), ("language tag", "\u{E0001}", .invisible),
            ("annotation mark", "\u{FFF9}", .invisible),
            ("joiner", "\u{200D}", .shaping), ("non-joiner", "\u{200C}", .shaping),
            ("emoji variation", "\u{FE0F}", .shaping), ("ideographic variation", "\u{E0100}", .shaping),
            ("Mongolian variation", "\u{180B}", .shaping), ("tag", "\u{E0067}", .shaping),
            ("letter", "a", nil), ("space", " ", nil), ("no-break space", "\u{A0}", nil), ("ideograph", "中", nil),
            ("emoji", "👍", nil), ("combining mark", "\u{301}", nil), ("Arabic letter", "م", nil),
            ("Arabic number sign", "\u{600}", nil), ("regional indicator", "🇨", nil), ("private use", "\u{E000}", nil),
        ] as [(String, Unicode.Scalar, HiddenScalar?)]
    )
    func `each kind of scalar is one thing`(name: String, scalar: Unicode.Scalar, kind: HiddenScalar?) {
        #expect(HiddenScalar(scalar) == kind)
    }

    @Test func `the controls and the line breaks are those of Unicode`() {
        let scalars = (UInt32(0)...0x2_FFFF).lazy.compactMap(Unicode.Scalar.init)

        let controls = scalars.filter { $0.isControl || $0.breaksLine }
        let expected = scalars.filter {
            [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }

        #expect(Array(controls) == Array(expected))
    }

    @Test(
        arguments: [
            ("\n", " "), ("\r\n", " "), ("\t", " "), ("\u{1B}", nil), ("\u{202E}", nil), ("\u{200B}", nil), ("a", "a"),
            ("\u{200D}", "\u{200D}"), ("e\u{301}", "e\u{301}"), ("\u{115F}", nil),
            ("\u{115F}\u{1161}", "\u{115F}\u{1161}"),
        ] as [(Character, Character?)]
    )
    func `a character of a line is kept, a space, or left out`(character: Character, onLine: Character?) {
        #expect(character.onLine == onLine)
    }

    @Test(arguments: [
        ("plain é 👩‍💻", false), ("two\nlines", true), ("a\u{200B}", true), ("a\u{200D}b", true), ("", false),
    ])
    func `a text has hidden scalars if some would be spelled out`(text: String, isHidden: Bool) {
        #expect(text.hasHiddenScalars == isHidden)
    }
}
