import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.terminal)) struct GlyphTests {
    @Test(arguments: ["a", "é", "中", "👍", "\u{10FFFD}"]) func `a scalar is packed and unpacked`(text: String) throws {
        let scalar = try #require(text.unicodeScalars.first)

        #expect(Glyph.unpack(Glyph.pack(scalar)) == text)
    }

    @Test(arguments: ["\u{0}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{80}"] as [Character])
    func `a control character is replaced by U+FFFD`(character: Character) {
        #expect(Glyph(character).content == .packed(Glyph.pack("\u{FFFD}")))
        #expect(Glyph(character).width == 1)
    }

    @Test(arguments: ["\n", "\t", "\r", "\r\n", "\u{B}", "\u{85}", "\u{2028}", "\u{2029}"] as [Character])
    func `a line break or a tab becomes a space`(character: Character) {
        #expect(Glyph(character).content == .packed(0x20))
        #expect(Glyph(character).width == 1)
    }

    @Test(
        arguments: [
            ("a", false), ("中", false), ("─", false), ("©", false), ("👍", true), ("☎", true), ("e\u{301}", true),
        ] as [(Character, Bool)]
    )
    func `the width of emoji and of combined characters is unsure`(character: Character, isUnsure: Bool) {
        #expect(Glyph(character).isUnsure == isUnsure)
    }

    @Test func `a cluster that is too long loses its last scalars`() {
        let tower = Character("o" + String(repeating: "\u{301}", count: 500))

        guard case .long(let kept) = Glyph(tower).content else {
            Issue.record("not kept as a cluster")
            return
        }

        #expect(kept.utf8.count <= Glyph.maxBytes)
        #expect(Glyph(tower).width == 1)
    }

    @Test func `a cluster that is cut ends with no joiner`() {
        let hearts = Character(Array(repeating: "❤", count: 9).joined(separator: "\u{200D}"))

        #expect(Glyph(hearts).content == .long(Array(repeating: "❤", count: 8).joined(separator: "\u{200D}")))
    }

    @Test(arguments: ["👩\u{301}\u{200D}👩", "👩\u{200C}\u{200D}👩\u{200C}\u{200D}👩"] as [Character])
    func `a cluster that only a hidden joiner holds together is cut before it`(character: Character) {
        guard case .long(let kept) = Glyph(character).content else {
            #expect(Glyph(character).content == Glyph("👩").content)
            return
        }
        #expect(kept == "👩\u{301}")
    }

    @Test(arguments: ["👩🏽‍❤️‍💋‍👨🏿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"] as [Character]) func `the longest emoji are kept whole`(character: Character) {
        #expect(Glyph(character).content == .long(String(character)))
    }
}
