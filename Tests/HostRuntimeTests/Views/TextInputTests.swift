import Testing

@testable import HostRuntime

@Suite struct TextInputTests {
    private func edited(_ text: String, _ keys: String...) -> TextInput {
        var input = TextInput(text)
        for key in keys.compactMap(KeyEvent.init(name:)) { _ = input.edit(key) }
        return input
    }

    @Test func `typing goes to the cursor`() {
        #expect(edited("ac", "left", "b").text == "abc")
    }

    @Test func `backspace removes a whole grapheme before the cursor`() {
        #expect(edited("a👩‍👩‍👧é", "backspace", "backspace").text == "a")
        #expect(edited("", "backspace").text == "")
    }

    @Test func `delete removes the grapheme at the cursor`() {
        #expect(edited("abc", "home", "delete").text == "bc")
        #expect(edited("abc", "delete").text == "abc")
    }

    @Test func `the cursor stays inside the line`() {
        #expect(edited("ab", "right", "right").cursor == 2)
        #expect(edited("ab", "left", "left", "left").cursor == 0)
    }

    @Test func `control keys cut the line at the cursor`() {
        #expect(edited("abcd", "left", "ctrl-u").text == "d")
        #expect(edited("abcd", "home", "right", "ctrl-k").text == "a")
    }

    @Test func `pasted text becomes one line without control characters`() {
        #expect(TextInput("one\ntwo\u{1B}[31m\u{7}").text == "one two[31m")
    }

    @Test func `a line takes a bounded number of graphemes`() {
        #expect(TextInput(String(repeating: "x", count: 5000)).characters.count == TextInput.limit)
    }

    @Test(arguments: ["f1", "ctrl-x", "alt-a", "up", "tab"])
    func `a key that edits nothing is passed on`(key: String) throws {
        var input = TextInput("abc")

        let isUsed = input.edit(try #require(KeyEvent(name: key)))

        #expect(!isUsed)
        #expect(input.text == "abc")
    }
}
