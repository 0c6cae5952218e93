import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct CharsetTests {
    @Test(arguments: [(Charset.ascii, "A~"), (.latin1, "A~é£¤"), (.latin9, "A~é£€Š"), (.unicode, "A~é£¤€Š─")])
    func `a charset has its own characters`(charset: Charset, expected: String) {
        #expect("A~é£¤€Š─".filter(charset.contains) == expected)
    }

    @Test func `text is encoded in the charset`() {
        let bytes = Array("€4 é─".utf8)

        let encoded = bytes.withUnsafeBytes { Charset.latin9.encode($0) }

        #expect(encoded == [0xA4, 0x34, 0x20, 0xE9, 0x3F])
    }

    @Test(arguments: [
        (Charset.unicode, "€4 £3 e -"), (.latin9, "€4 £3 e -"), (.latin1, "E4 £3 e -"), (.ascii, "E4 L3 e -"),
    ])
    func `with ASCII only, a currency sign stays where the locale has it`(charset: Charset, expected: String) {
        let traits = DisplayTraits(size: Size(width: 12, height: 1), isASCII: true, charset: charset)

        #expect(Label("€4 £3 é ─").snapshot(on: traits).text == expected)
    }
}
