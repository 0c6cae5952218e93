import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.views)) struct TextInputTests {
    private func edited(_ text: String, _ keys: String...) -> TextInput {
        var input = TextInput(text)
        for key in keys.compactMap(KeyEvent.init(name:)) { _ = input.edit(key) }
        return input
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

    // MARK: - Selecting

    @Test(arguments: [
        (["shift-left", "shift-left"], 1..<3), (["shift-home"], 0..<3), (["home", "shift-right"], 0..<1),
        (["home", "shift-end"], 0..<3), (["ctrl-a"], 0..<3), (["shift-left", "right"], 3..<3),
        (["shift-left", "left"], 2..<2), (["shift-left", "shift-right"], 3..<3), (["ctrl-a", "home"], 0..<0),
    ])
    func `shift selects, and an arrow without it leaves the selection at its end`(keys: [String], range: Range<Int>) {
        var input = TextInput("abc")

        for key in keys.compactMap(KeyEvent.init(name:)) { _ = input.edit(key) }

        #expect(input.selection == range)
    }

    @Test func `invisible text leaves the selection`() {
        var input = edited("abc", "ctrl-a")

        input.insert("\u{1B}\u{7}\u{202E}")

        #expect(input.text == "abc")
        #expect(input.selection == 0..<3)
    }

    // MARK: - Words

    @Test func `control or alt with an arrow moves by words and runs of symbols`() {
        var input = TextInput("let x_1 = ”界字“, 42")
        var left: [Int] = []
        while input.cursor > 0 {
            _ = input.edit(KeyEvent(.left, .control))
            left.append(input.cursor)
        }
        var right: [Int] = []
        while input.cursor < input.characters.count {
            _ = input.edit(KeyEvent(.right, .alt))
            right.append(input.cursor)
        }

        #expect(left == [16, 13, 11, 10, 8, 4, 0])
        #expect(right == [3, 7, 9, 11, 13, 15, 18])
    }

    @Test(arguments: ["ctrl-left", "alt-b", "ctrl-w", "alt-backspace"])
    func `a secret hides its words`(key: String) throws {
        var input = TextInput("open sesame", isSecret: true)

        _ = input.edit(try #require(KeyEvent(name: key)))

        #expect(input.cursor == 0)
        #expect(input.shown(0..<input.characters.count) == String(repeating: "•", count: input.characters.count))
    }

    // MARK: - Graphemes

    @Test func `a grapheme that a terminal sends in pieces joins`() {
        #expect(edited("e", "\u{301}").characters == ["é"])
        #expect(edited("👩", "\u{200D}", "👧").characters == ["👩‍👧"])
        #expect(edited("🇩", "🇪").characters == ["🇩🇪"])
    }

    @Test func `text that joins across the cursor is one grapheme, and the cursor moves to its end`() {
        let input = edited("🇪", "home", "🇩")

        #expect(input.characters == ["🇩🇪"])
        #expect(input.cursor == 1)
    }

    @Test func `graphemes join when the text between them is removed`() {
        let input = edited("🇩x🇪", "left", "backspace")

        #expect(input.characters == ["🇩🇪"])
        #expect(input.cursor == 1)
    }

    // MARK: - Pasting

    @Test(arguments: [
        ("a\r\nb", "a b"), ("a\tb", "a b"), ("a\u{2028}b", "a b"), ("\u{0}a\u{9B}1mb", "a1mb"),
        ("a\u{202E}b\u{200B}c\u{FEFF}", "abc"), ("👩‍👧\u{200D}", "👩‍👧\u{200D}"),
    ])
    func `line breaks and tabs become spaces, and invisible characters are left out`(pasted: String, text: String) {
        #expect(TextInput(pasted).text == text)
    }

    @Test func `a full line accepts a replacement of the same length, and no more`() {
        var input = TextInput(String(repeating: "x", count: TextInput.limit))
        input.insert("y")
        #expect(!input.text.contains("y"))

        input.move(to: 2, extending: false)
        input.move(to: 0, extending: true)
        input.insert("abc")

        #expect(input.text.hasPrefix("abxxx"))
        #expect(input.characters.count == TextInput.limit)
    }

    @Test func `a grapheme without an end is not inserted`() {
        let endless = "a" + String(repeating: "\u{301}", count: TextInput.byteLimit)

        #expect(TextInput("b" + endless).text == "b")
    }

    // MARK: - Appearance

    private func seen(_ text: String, width: Int, _ keys: String...) -> String {
        var input = TextInput(text)
        input.resize(width: width)
        for key in keys.compactMap(KeyEvent.init(name:)) { _ = input.edit(key) }
        return input.shown(input.visible) + " \(input.cursorColumn)"
    }

    @Test func `a line scrolls no further than it takes to see the cursor`() {
        #expect(seen("abcdefgh", width: 5) == "efgh 4")
        #expect(seen("abcdefgh", width: 5, "left", "left") == "efgh 2")
        #expect(seen("abcdefgh", width: 5, "left", "left", "left", "left", "left") == "defgh 0")
        #expect(seen("abcdefgh", width: 5, "home") == "abcde 0")
    }

    @Test func `a character of several cells is drawn whole or not at all`() {
        #expect(seen("世界人", width: 4) == "人 2")
        #expect(seen("世界人", width: 5) == "界人 4")
        #expect(seen("世界人", width: 3, "left") == "人 0")
        #expect(seen("a世界", width: 4, "home") == "a世 0")
        #expect(seen("世界", width: 1) == " 0")
        #expect(seen("น้ำกำ", width: 4) == "กำ 2")
    }

    @Test func `a line that became shorter fills its room again`() {
        #expect(seen("abcdefgh", width: 5, "backspace", "backspace", "backspace", "backspace") == "abcd 4")
    }

    @Test func `a line that gets more room shows more of what is before the cursor`() {
        var input = TextInput("abcdefgh")
        input.resize(width: 3)

        input.resize(width: 7)

        #expect(input.shown(input.visible) == "cdefgh")
        #expect(input.cursorColumn == 6)
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (99, 4), (-1, 0)])
    func `a tap on a wide glyph puts the cursor at its nearer edge`(column: Int, cursor: Int) {
        var input = TextInput("a世bc")
        input.resize(width: 10)

        input.move(toColumn: column, extending: false)

        #expect(input.cursor == cursor)
    }

    @Test func `a column outside the visible part scrolls by a grapheme`() {
        var input = TextInput("abcdefgh")
        input.resize(width: 4)

        input.move(toColumn: -1, extending: false)
        #expect(input.shown(input.visible) == "efgh")
        input.move(toColumn: 50, extending: true)
        #expect(input.selection == 4..<8)
    }
}
