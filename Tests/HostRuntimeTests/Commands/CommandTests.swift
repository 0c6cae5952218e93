import Testing

@testable import HostRuntime

@MainActor @Suite struct CommandTests {
    private func icon(_ text: String?) -> Character? {
        Command(id: "x", title: "X", icon: text) { _ in nil }.icon
    }

    @Test(arguments: [("⚡", "⚡"), ("👩‍👩‍👧 and more", "👩‍👩‍👧"), ("ab", "a"), ("é", "é")])
    func `an icon is one grapheme, and more is cut`(text: String, kept: Character) {
        #expect(icon(text) == kept)
    }

    @Test(arguments: [nil, "", "\u{1B}[31m", "\r\n", " ", "\u{301}", "\u{202E}x", "\u{200B}"])
    func `an icon that cannot be seen is none`(text: String?) {
        #expect(icon(text) == nil)
    }
}
