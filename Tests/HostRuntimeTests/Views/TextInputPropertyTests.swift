import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.views)) struct TextInputPropertyTests {
    /// A model of a field: characters, an anchor and a head.
    private struct Model {
        var characters: [Character] = []
        var anchor = 0
        var head = 0

        mutating func put(_ text: [Character]) {
            let low = min(anchor, head)
            characters.replaceSubrange(low..<max(anchor, head), with: text)
            (anchor, head) = (low + text.count, low + text.count)
        }

        mutating func cut(_ from: Int, _ to: Int) {
            if anchor == head { (anchor, head) = (max(0, from), min(characters.count, to)) }
            put([])
        }

        mutating func go(_ to: Int, _ extending: Bool) {
            head = min(max(0, to), characters.count)
            if !extending { anchor = head }
        }

        private func kind(_ index: Int) -> Int {
            let character = characters[index]
            if character.isWhitespace { return 0 }
            return character.isLetter || character.isNumber || character == "_" ? 1 : 2
        }

        var wordLeft: Int {
            var index = head
            while index > 0, kind(index - 1) == 0 { index -= 1 }
            let end = index
            while index > 0, kind(index - 1) == kind(end - 1) { index -= 1 }
            return index
        }

        var wordRight: Int {
            var index = head
            while index < characters.count, kind(index) == 0 { index += 1 }
            let start = index
            while index < characters.count, kind(index) == kind(start) { index += 1 }
            return index
        }

        mutating func press(_ name: String) {
            let leaves = anchor != head
            switch name {
            case "left": go(leaves ? min(anchor, head) : head - 1, false)
            case "right": go(leaves ? max(anchor, head) : head + 1, false)
            case "shift-left": go(head - 1, true)
            case "shift-right": go(head + 1, true)
            case "home": go(0, false)
            case "end", "ctrl-e": go(characters.count, false)
            case "shift-home": go(0, true)
            case "shift-end": go(characters.count, true)
            case "ctrl-left", "alt-left", "alt-b": go(wordLeft, false)
            case "ctrl-right", "alt-right", "alt-f": go(wordRight, false)
            case "ctrl-shift-left": go(wordLeft, true)
            case "alt-shift-right": go(wordRight, true)
            case "ctrl-a": (anchor, head) = (0, characters.count)
            case "backspace": cut(head - 1, head)
            case "delete", "ctrl-d": cut(head, head + 1)
            case "ctrl-w", "alt-backspace", "ctrl-backspace": cut(wordLeft, head)
            case "alt-d", "ctrl-delete": cut(head, wordRight)
            case "ctrl-u": cut(0, head)
            case "ctrl-k": cut(head, characters.count)
            default: Issue.record("the model knows no '\(name)'")
            }
        }
    }

    private static let keys = [
        "left", "right", "shift-left", "shift-right", "home", "end", "ctrl-e", "shift-home", "shift-end", "ctrl-left",
        "alt-left", "alt-b", "ctrl-right", "alt-right", "alt-f", "ctrl-shift-left", "alt-shift-right", "ctrl-a",
        "backspace", "delete", "ctrl-d", "ctrl-w", "alt-backspace", "ctrl-backspace", "alt-d", "ctrl-delete", "ctrl-u",
        "ctrl-k",
    ]

    /// None of these joins another one, so an array of characters is a complete model.
    private static let typed: [[Character]] = [
        ["a"], ["B"], ["7"], ["_"], [" "], ["."], ["界"], ["한"], ["é"], ["e\u{301}"], ["👩‍👩‍👧"], ["👍🏽"], ["😀", "x"],
        ["a", " ", "b"], ["。", "字", "字"],
    ]

    @Test(arguments: seeds(of: 0..<10))
    func `any edits agree with a model of characters, an anchor and a head`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var input = TextInput()
        var model = Model()
        for step in 0..<1000 {
            // More is typed than removed, so that there is something to remove.
            if Int.random(in: 0..<3, using: &random) > 0 {
                let text = try #require(Self.typed.randomElement(using: &random))
                input.insert(String(text))
                model.put(text)
            } else {
                let key = try #require(Self.keys.randomElement(using: &random))
                let event = try #require(KeyEvent(name: key))
                let isUsed = input.edit(event)
                #expect(isUsed, "\(key)")
                model.press(key)
            }
            try #require(input.characters == model.characters, "step \(step)")
            try #require(input.cursor == model.head && input.anchor == model.anchor, "step \(step)")
        }
    }

    @Test(arguments: seeds(of: 0..<10))
    func `any bytes leave a line equal to its text and a visible cursor`(seed: UInt64) throws {
        let parts = [
            "a", "界", "\u{301}", "\u{200D}", "\u{FE0F}", "🇩", "🇪", "🇩🇪", "👩", "👍🏽", "\u{1F3FD}", "\r", "\n", "\r\n",
            "\t", "\u{1B}[31m", "\u{0}", "\u{85}", "\u{202E}", "\u{200B}", "\u{1100}", "\u{1161}", "\u{11A8}", "क", "्",
            " ",
        ]
        var random = SeededGenerator(seed: seed + 100)
        var input = TextInput(isSecret: seed % 4 == 3)
        for _ in 0..<1000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: _ = try KeyEvent(name: #require(Self.keys.randomElement(using: &random))).map { input.edit($0) }
            case 1: input.resize(width: Int.random(in: 0..<7, using: &random))
            case 2:
                let column = Int.random(in: -2..<9, using: &random)
                input.move(toColumn: column, extending: Bool.random(using: &random))
            default: input.insert(try #require(parts.randomElement(using: &random)))
            }
            try #require(input.characters == Array(input.text))
            try #require((0...input.characters.count).contains(input.cursor))
            try #require((0...input.characters.count).contains(input.anchor))
            try #require(!input.characters.contains { $0.isControl || $0.isNewline })
            try #require(TextWidth.width(of: input.shown(input.visible)) <= input.width)
            try #require(input.width == 0 || (0..<input.width).contains(input.cursorColumn))
        }
    }
}
