import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.terminal)) struct TextWidthTests {
    @Test(
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("中", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("한", 2), ("ไ", 1), ("─", 1),
            ("█", 1),
            ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇨🇳", 2), ("🇨", 1), ("☎", 1), ("☎\u{FE0F}", 2), ("❤️", 2), ("1️⃣", 2), ("©", 1),
            ("⌚", 2),
            ("\u{200B}", 0), ("\u{202E}", 0), ("\u{301}", 0), ("\u{AD}", 0), ("\u{FEFF}", 0), ("\u{1B}", 1), ("\n", 1),
            ("\r\n", 1),
        ] as [(Character, Int)]
    )
    func `a character has the width that terminals give it`(character: Character, columns: Int) {
        #expect(TextWidth.width(of: character) == columns)
    }

    /// The columns after which xterm and tmux put what follows.
    @Test(arguments: [
        ("น้ำ", 2), ("น้ำดื่ม", 4), ("ทำเอง", 5), ("ນ້ຳ", 2), ("ﾊﾞｽ", 3), ("ﾊﾟﾝ", 3), ("की", 2), ("नमस्ते", 4),
        ("हिन्दी", 5), ("क्\u{200D}ष", 2), ("বাংলা", 5), ("தமிழ்", 4), ("ខ្មែរ", 4), ("မြန်မာ", 5), ("ᄀ가", 4),
        ("\u{600}1", 2), ("a🏽", 3), ("xำำ", 3), ("中ำ", 3),
    ])
    func `a character takes as many columns as its scalars that aren't marks, unless it's an emoji`(
        text: String,
        columns: Int
    ) {
        #expect(TextWidth.width(of: text) == columns)
    }

    @Test(arguments: ["\u{3099}", "\u{309A}", "\u{302A}", "\u{302D}", "\u{16FE4}"])
    func `a mark of Chinese or Japanese takes no column, and none beside its letter`(mark: String) {
        #expect(TextWidth.width(of: mark) == 0)
        #expect(TextWidth.width(of: "ｶ" + mark) == 1)
        #expect(TextWidth.width(of: "か" + mark) == 2)
    }

    @Test func `the width of a text is the sum of its characters`() {
        #expect(TextWidth.width(of: "") == 0)
        #expect(TextWidth.width(of: "plain text") == 10)
        #expect(TextWidth.width(of: "中文 and 👨‍👩‍👧‍👦!") == 12)
    }

    @Test(arguments: [
        ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""), ("hello", -3, ""),
        ("hello", .min, ""), ("", .min, ""), ("hello", .max, "hello"),
        ("中文字", 5, "中文…"), ("中文字", 4, "中…"), ("中文字", 6, "中文字"), ("", 0, ""),
    ])
    func `a text that does not fit ends with an ellipsis`(text: String, columns: Int, expected: String) {
        #expect(TextWidth.truncate(text, to: columns) == expected)
    }

    @Test(arguments: [
        ("the quick brown fox", 9, ["the quick", "brown fox"]), ("the quick", 3, ["the", "qui", "ck"]),
        ("a\nb", 5, ["a", "b"]), ("a\n\nb", 5, ["a", "", "b"]), ("", 5, [""]), ("  indented", 20, ["  indented"]),
        ("a   b", 3, ["a", "b"]), ("中文字符", 5, ["中文", "字符"]), ("中文", 1, ["中", "文"]), ("ab中文", 4, ["ab中", "文"]),
        ("x", 0, ["x"]), ("trailing   ", 8, ["trailing"]), ("a कीकी", 5, ["a", "कीकी"]), ("กำกำ", 3, ["กำ", "กำ"]),
    ])
    func `a text is wrapped at spaces and next to wide glyphs`(text: String, columns: Int, expected: [String]) {
        #expect(TextWidth.wrap(text, to: columns) == expected)
    }

    @Test(arguments: [2, 3, 7, 20])
    func `no wrapped line is too long`(columns: Int) {
        let text = "Some 中文 text with 👨‍👩‍👧‍👦 and averyveryverylongword,\tand tabs"

        let lines = TextWidth.wrap(text, to: columns)

        #expect(lines.allSatisfy { TextWidth.width(of: $0) <= columns })
        #expect(lines.joined().filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
    }

    @Test(arguments: ["", "a", "word", "漢字", "ä漢é", "\u{200B}\u{200B}a", "👩‍👩‍👧", "a\nb", "🇩🇪x", "e\u{301}\u{301}"])
    func `a text fits in as many columns as it takes, and in no fewer`(text: String) {
        let width = TextWidth.width(of: text)

        for columns in 0...12 { #expect(TextWidth.fits(text, in: columns) == (width <= columns)) }
    }
}
