import HostRuntime
import Testing

@Suite struct StringEmojiTests {
    @Test(arguments: [
        ("Coffee ☕ now", "Coffee now"), ("🎉 Sale 🎉🎉", "Sale"), ("Hi👋🏽!", "Hi!"), ("שלום ❤️", "שלום"),
        ("👩‍🚀\nup", "\nup"),
    ])
    func `an emoji beside words goes, with the space beside it`(text: String, expected: String) {
        #expect(text.withoutEmoji == expected)
    }

    @Test(arguments: [
        ("☕", "hot beverage"), (" 🎉🎉 ☕ ", "party popper, hot beverage"), ("🇫🇷", "FR"), ("👍🏽", "thumbs up sign"),
    ])
    func `emoji without words become their names, each once`(text: String, expected: String) {
        #expect(text.withoutEmoji == expected)
    }

    @Test(arguments: ["", "  a   b ", "1️⃣ ➡️ ✔️ ★ ©", "中文 שלום"])
    func `text that ASCII has something for, or that has no emoji, stays`(text: String) {
        #expect(text.withoutEmoji == text)
    }
}
