import TestSupport
import Testing

@testable import HostBase

/// Text from outside can't carry control sequences, nor hide anything.
@Suite(.tags(.terminal)) struct StringEscapingTests {
    @Test(arguments: [
        ("a\u{1B}[2Jb", "a\\u{1B}[2Jb"), ("one\ntwo", "one\\ntwo"), ("a\u{202E}b", "a\\u{202E}b"),
        ("a\u{2066}b\u{2069}", "a\\u{2066}b\\u{2069}"), ("a\u{200E}b", "a\\u{200E}b"), ("a\u{200B}b", "a\\u{200B}b"),
        ("a\u{200D}b", "a\\u{200D}b"), ("a\u{200C}b", "a\\u{200C}b"), ("\u{FEFF}a", "\\u{FEFF}a"),
        ("so\u{AD}ft", "so\\u{00AD}ft"), ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
        ("a\u{E0041}\u{E0042}", "a\\u{000E0041}\\u{000E0042}"), ("a\u{2060}b\u{3164}", "a\\u{2060}b\\u{3164}"),
        ("a\u{FE0F}b\u{FE01}", "a\\u{FE0F}b\\u{FE01}"), ("a\u{E0101}", "a\\u{000E0101}"), ("a\u{FFF9}b", "a\\u{FFF9}b"),
        ("👩\u{200D}\u{200D}💻", "👩\\u{200D}\\u{200D}💻"), ("👩\u{200D}", "👩\\u{200D}"), ("\u{200D}💻", "\\u{200D}💻"),
        ("🏴\u{E0067}\u{E0062}", "🏴\\u{000E0067}\\u{000E0062}"), ("中\u{E0101}\u{E0102}", "中\u{E0101}\\u{000E0102}"),
    ])
    func `hidden scalars are spelled out`(text: String, expected: String) {
        #expect(text.escapingControls.unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test(arguments: [
        "plain", "中文 é e\u{301}", "👩‍💻", "👩🏽‍❤️‍💋‍👨🏿", "🏳️‍🌈", "☎️ 1️⃣ ❤︎", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇨🇳", "क्‍ष क्‌ष", "র‍্য", "ශ්‍රී",
        "می‌خواهم", "葛󠄀", "مَرحبا שלום", "\u{600}123", "ᠠ᠋",
    ])
    func `scalars that shape visible ones stay`(text: String) {
        #expect(text.escapingControls.unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(text.line().unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func `a line leaves out hidden scalars`() {
        #expect("one\ntwo\t\u{202E}x\u{200B}y\u{1B}".line() == "one two xy")
    }

    @Test(arguments: seeds(of: 1...20))
    func `escaping a text twice is the same as escaping it once`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let signs: [Unicode.Scalar] = [
            "a", "1", "中", "👩", "💻", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{202E}", "\u{E0067}", "\u{E007F}", "🏴",
            "\u{94D}", "क", "\u{20E3}", "\n", "ی", "\u{1F3FB}",
        ]
        for _ in 0..<200 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                scalars.append(signs.randomElement(using: &random) ?? "a")
            }
            let once = String(scalars).escapingControls

            #expect(once.escapingControls.unicodeScalars.elementsEqual(once.unicodeScalars))
        }
    }

    @Test func `a text that is too long is cut between two characters, and says how much is missing`() {
        #expect("12345".cut(toBytes: 5) == "12345")
        #expect("中中中".cut(toBytes: 4) == "中… (6 bytes more)")
    }

    @Test func `line breaks of either kind stay when lines are escaped`() {
        #expect("a\r\nb\nc".escapingControlsOfLines == "a\\r\nb\nc")
    }

    @Test func `each of many hidden scalars is replaced`() {
        let text = String(repeating: "\u{7}x", count: 20_000)

        #expect(text.droppingHidden == String(repeating: "x", count: 20_000))
    }
}
