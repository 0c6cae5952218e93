import Testing

@testable import FloatingAssistantPlugin

@Suite struct BadgeTests {
    @Test(arguments: [
        ("3", "3"), ("42", "42"), ("100", "9+"), ("12345678901234567890", "9+"), ("new", "ne"), ("!", "!"),
        ("世界", "世"), ("a世", "a"), (" 7 ", "7"), ("\u{1B}[31m5", "[3"), ("\u{202E}ab", "ab"), ("e\u{301}x", "e\u{301}x"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
    ])
    func `a badge is one or two columns of the visible text`(text: String, shown: String) {
        #expect(Badge(text)?.text == shown)
    }

    @Test(arguments: ["", "   ", "\n", "\u{7}", "\u{200B}", "\u{202E}"])
    func `an invisible text is no badge`(text: String) {
        #expect(Badge(text) == nil)
    }
}
