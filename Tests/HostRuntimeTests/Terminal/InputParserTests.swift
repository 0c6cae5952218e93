import TestSupport
import Testing

@testable import HostRuntime

/// Any bytes on the keyboard are parsed without a trap, and the parser resynchronizes.
@Suite(.tags(.terminal)) struct InputParserTests {
    // MARK: - Typing

    @Test(arguments: [
        ("a", "a"), ("A", "A"), (" ", "space"), ("é", "é"), ("漢", "漢"), ("🎈", "🎈"), ("\r", "enter"),
        ("\t", "tab"), ("\u{7F}", "backspace"), ("\u{8}", "backspace"), ("\0", "ctrl-space"), ("\u{1}", "ctrl-a"),
        ("\n", "ctrl-j"), ("\u{1A}", "ctrl-z"), ("\u{1C}", "ctrl-\\"), ("\u{1F}", "ctrl-_"),
    ])
    func `a typed byte or scalar is a key`(bytes: String, name: String) {
        #expect(InputParser.keys(bytes) == [name])
    }

    @Test func `a two-byte control character is no key`() {
        #expect(InputParser.keys("a\u{85}b") == ["a", "b"])
    }

    @Test(
        arguments: [
            [0x80], [0xFF], [0xC0, 0xAF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xE0, 0x80, 0x80],
            [0xF0, 0x9F], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88],
        ] as [[UInt8]]
    )
    func `the next key after invalid UTF-8 is parsed correctly`(bytes: [UInt8]) {
        var parser = InputParser()

        #expect(
            parser.parse(bytes + Array("ok".utf8)) == [
                .key(KeyEvent(.character("o"))), .key(KeyEvent(.character("k"))),
            ]
        )
    }

    // MARK: - Escape

    @Test(arguments: [
        ("\u{1B}a", ["alt-a"]), ("\u{1B}é", ["alt-é"]), ("\u{1B}\u{1}", ["ctrl-alt-a"]),
        ("\u{1B}\u{7F}", ["alt-backspace"]),
        ("\u{1B}\u{1B}[A", ["alt-up"]), ("\u{1B}\u{1B}OA", ["alt-up"]), ("\u{1B}\u{1B}x", ["escape", "alt-x"]),
        ("\u{1B}\u{1B}\u{1B}[A", ["escape", "alt-up"]),
    ])
    func `an escape before a key means alt`(bytes: String, names: [String]) {
        #expect(InputParser.keys(bytes) == names)
    }

    @Test func `an escape before a byte that is no key is the escape key`() {
        #expect(InputParser.events("\u{1B}\u{1B}[I") == [.key(KeyEvent(.escape)), .focus(true)])
    }

    // MARK: - Key sequences

    @Test(arguments: [
        ("[A", "up"), ("[B", "down"), ("[C", "right"), ("[D", "left"), ("[H", "home"), ("[F", "end"), ("OA", "up"),
        ("OP", "f1"), ("OS", "f4"), ("OM", "enter"), ("Oj", "*"), ("Oy", "9"), ("[1;5A", "ctrl-up"),
        ("O5C", "ctrl-right"),
        ("[1;2P", "shift-f1"), ("[1;2R", "shift-f3"), ("[Z", "shift-tab"), ("[2~", "insert"), ("[3~", "delete"),
        ("[3;6~", "ctrl-shift-delete"), ("[5~", "page-up"), ("[6~", "page-down"), ("[1~", "home"), ("[8~", "end"),
        ("[15~", "f5"), ("[17~", "f6"), ("[24~", "f12"), ("[34~", "f20"), ("[[A", "f1"), ("[[E", "f5"),
        ("[1;1:2B", "down"), ("[27;5;97~", "ctrl-a"), ("[27;2;65~", "A"),
    ])
    func `a key sequence is parsed with its modifiers`(sequence: String, name: String) {
        #expect(InputParser.keys("\u{1B}" + sequence) == [name])
    }

    @Test(arguments: [
        ("97u", "a"), ("97;5u", "ctrl-a"), ("97;6u", "ctrl-A"), ("97:65;6u", "ctrl-A"), ("49:33;2u", "!"),
        ("97;3u", "alt-a"), ("27u", "escape"), ("27;3u", "alt-escape"), ("13;2u", "shift-enter"), ("9;5u", "ctrl-tab"),
        ("127;5u", "ctrl-backspace"), ("32;2u", "shift-space"), ("97;65u", "a"), ("57399u", "0"), ("57414u", "enter"),
        ("57376u", "f13"), ("57424u", "end"), ("233;5u", "ctrl-é"),
    ])
    func `a key of the kitty protocol is parsed with its modifiers`(sequence: String, name: String) {
        #expect(InputParser.keys("\u{1B}[" + sequence) == [name])
    }

    @Test(arguments: [
        ("1089::99;5u", "ctrl-c"), ("1103::122;5u", "ctrl-z"), ("1092:1060:97;6u", "ctrl-A"), ("1089::99;3u", "alt-c"),
        ("1089::99;1u", "с"), ("233::50;5u", "ctrl-é"), ("97::113;5u", "ctrl-a"),
    ])
    func `a key with control or alt is the letter that it has on a Latin keyboard`(sequence: String, name: String) {
        #expect(InputParser.keys("\u{1B}[" + sequence) == [name])
    }

    @Test(arguments: [
        ("[3$", "shift-delete"), ("[3^", "ctrl-delete"), ("[3@", "ctrl-shift-delete"), ("[7$", "shift-home"),
        ("[34^", "ctrl-f20"), ("[a", "shift-up"), ("[d", "shift-left"), ("Oa", "ctrl-up"), ("Oc", "ctrl-right"),
        ("\u{1B}[5$", "alt-shift-page-up"),
    ])
    func `a key of rxvt is parsed with its modifiers, and takes nothing of the next one`(sequence: String, name: String)
    {
        #expect(InputParser.keys("\u{1B}" + sequence + "k") == [name, "k"])
    }

    @Test(arguments: ["[97;1:3u", "[97;9u", "[1;9A", "[57441u", "[55296u", "[1114112u", "[u", "[0u", "[1;1:3A"])
    func `a released key, a key with super and an unknown key are dropped`(sequence: String) {
        #expect(InputParser.keys("\u{1B}" + sequence + "k") == ["k"])
    }

    @Test(arguments: [
        "[99~", "[12;34R", "[?1;2Z", "[>0;95;0c", "[5 q", "[38;5$k", "[1$1x", "[=5~", "[M !!", "OE", "O!", "[[x",
        "]52;c;aGk=\u{7}", "]0;title\u{1B}\\", "P1$r0m\u{1B}\\", "_Gi=1;OK\u{1B}\\", "^x\u{1B}\\", "X\u{1B}\\",
        "[?1u", "]11;rgb:0/0/0\u{1B}\\",
    ])
    func `an unknown sequence is dropped as a whole`(sequence: String) {
        #expect(InputParser.keys("\u{1B}" + sequence + "k") == ["k"])
    }

    @Test(arguments: ["[12", "[<0;1;", "O1", "]11;rgb:", "P1$r", "[[", "[M a"])
    func `a control key ends a malformed sequence and is still a key`(sequence: String) {
        #expect(InputParser.keys("\u{1B}" + sequence + "\u{1A}k") == ["ctrl-z", "k"])
    }

    @Test func `a sequence of any length is dropped without filling memory`() {
        #expect(InputParser.keys("\u{1B}[" + String(repeating: "1;", count: 50_000) + "Ak") == ["k"])
        #expect(InputParser.keys("\u{1B}]11;" + String(repeating: "f", count: 50_000) + "\u{7}k") == ["k"])
    }

    // MARK: - Mouse

    @Test(arguments: [
        ("0;1;1M", PointerEvent(kind: .press, location: .zero)),
        ("0;80;24m", PointerEvent(kind: .release, location: Point(x: 79, y: 23))),
        ("1;3;2M", PointerEvent(kind: .other, location: Point(x: 2, y: 1))),
        ("2;3;2m", PointerEvent(kind: .other, location: Point(x: 2, y: 1))),
        ("33;3;2M", PointerEvent(kind: .other, location: Point(x: 2, y: 1))),
        ("32;3;2M", PointerEvent(kind: .drag, location: Point(x: 2, y: 1))),
        ("64;3;2M", PointerEvent(kind: .wheel(-1), location: Point(x: 2, y: 1))),
        ("65;3;2M", PointerEvent(kind: .wheel(1), location: Point(x: 2, y: 1))),
        ("66;3;2M", PointerEvent(kind: .other, location: Point(x: 2, y: 1))),
        ("67;3;2M", PointerEvent(kind: .other, location: Point(x: 2, y: 1))),
        ("4;1;1M", PointerEvent(kind: .press, location: .zero)),
        ("24;1;1M", PointerEvent(kind: .press, location: .zero)),
    ])
    func `a mouse report has a position counted from 0`(report: String, event: PointerEvent) {
        #expect(InputParser.events("\u{1B}[<" + report) == [.pointer(event)])
    }

    @Test(arguments: [
        ("0;0;0M", Point.zero),
        ("0;9999;3M", Point(x: Size.limit - 1, y: 2)),
        ("0;3;99999999999999999999999M", Point(x: 2, y: Size.limit - 1)),
    ])
    func `a position out of range is clamped`(report: String, location: Point) {
        #expect(InputParser.events("\u{1B}[<" + report) == [.pointer(PointerEvent(kind: .press, location: location))])
    }

    @Test(arguments: ["35;3;2M", "128;3;2M", "65;3;2m", "3;1;1M", "0;1M", "M", "99999;1;1M", ";;M"])
    func `hovering and unknown buttons are dropped`(report: String) {
        #expect(InputParser.keys("\u{1B}[<" + report + "k") == ["k"])
    }

    // MARK: - Paste and focus

    @Test func `a paste is text with its control characters, not keys`() {
        #expect(
            InputParser.events("\u{1B}[200~q\r\u{3}\u{1B}[A\u{1B}[201~k") == [
                .paste("q\r\u{3}\u{1B}[A"), .key(KeyEvent(.character("k"))),
            ]
        )
    }

    @Test func `an end mark after the beginning of another one ends the paste`() {
        #expect(InputParser.events("\u{1B}[200~a\u{1B}[20\u{1B}[201~") == [.paste("a\u{1B}[20")])
    }

    @Test func `invalid bytes of a paste are repaired`() {
        var parser = InputParser()

        let events = parser.parse(Array("\u{1B}[200~a".utf8) + [0xFF] + Array("b\u{1B}[201~".utf8))

        #expect(events == [.paste("a\u{FFFD}b")])
    }

    @Test func `a paste that is too long is cut between two scalars`() {
        var parser = InputParser()
        let text = "a" + String(repeating: "é", count: PasteBuffer.limit)

        let events = parser.parse(Array("\u{1B}[200~".utf8) + Array(text.utf8) + Array("\u{1B}[201~".utf8))

        #expect(events == [.paste("a" + String(repeating: "é", count: PasteBuffer.limit / 2 - 1))])
    }

    @Test func `a paste that is too long is returned at its limit, and its rest is no key`() {
        var parser = InputParser()
        let text = String(repeating: "a", count: PasteBuffer.limit)

        let full = parser.parse(Array("\u{1B}[200~\(text)q".utf8))
        let rest = parser.parse(Array("more\u{1B}[201~k".utf8))

        #expect(full == [.paste(text)])
        #expect(rest == [.key(KeyEvent(.character("k")))])
    }

    @Test(arguments: seeds(of: 1...8))
    func `a paste that is too long is the same however it is split`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let text = String(repeating: "é", count: PasteBuffer.limit / 2 - 2)
        let bytes =
            Array("\u{1B}[200~\(text)".utf8) + InputParser.noise(&generator, count: 400) + Array("\u{1B}[201~k".utf8)
        var whole = InputParser()
        var split = InputParser()

        let expected = whole.parse(bytes)
        var events = split.parse(bytes.prefix(PasteBuffer.limit - 100))
        for byte in bytes.dropFirst(PasteBuffer.limit - 100) { events += split.parse([byte]) }

        #expect(events == expected)
    }

    @Test func `control-C and control-Z after the limit of a paste are keys in the kitty protocol too`() {
        var parser = InputParser()
        let rest = String(repeating: "b", count: 1000)
        _ = parser.parse(Array("\u{1B}[200~\(String(repeating: "a", count: PasteBuffer.limit + 1))".utf8))

        let events = parser.parse(Array("\(rest)\u{1B}[99;5u\(rest)\u{1B}[122;5u".utf8))

        #expect(events == [.key(KeyEvent(.character("c"), .control)), .key(KeyEvent(.character("z"), .control))])
    }

    @Test func `control-C and control-Z after the limit of a paste are keys`() {
        var parser = InputParser()
        _ = parser.parse(Array("\u{1B}[200~\(String(repeating: "a", count: PasteBuffer.limit + 1))".utf8))

        #expect(
            parser.parse([0x61, 0x03, 0x1A]) == [
                .key(KeyEvent(.character("c"), .control)), .key(KeyEvent(.character("z"), .control)),
            ]
        )
    }

    @Test func `focus reports are events`() {
        #expect(InputParser.events("\u{1B}[I\u{1B}[O") == [.focus(true), .focus(false)])
    }

    // MARK: - Answers

    @Test(arguments: [
        ("[?62;22c", TerminalResponse.deviceAttributes),
        ("[?2026;2$y", .mode(2026, state: 2)),
        ("[?2027;0$y", .mode(2027, state: 0)),
    ])
    func `an answer of the terminal is parsed`(answer: String, response: TerminalResponse) {
        #expect(InputParser.events("\u{1B}" + answer) == [.response(response)])
    }

    @Test(arguments: [(1, 1), (1, 2), (24, 80)])
    func `a cursor position is an answer while one is awaited`(row: Int, column: Int) {
        var parser = InputParser()
        parser.isAnswerAwaited = true

        let events = parser.parse(Array("\u{1B}[\(row);\(column)Rk".utf8))

        #expect(events == [.response(.cursor(row: row, column: column)), .key(KeyEvent(.character("k")))])
    }

    @Test func `F3 is a key while an answer is awaited, and F3 with shift otherwise too`() {
        var parser = InputParser()
        parser.isAnswerAwaited = true
        let plain = parser.parse(Array("\u{1B}OR\u{1B}[13~\u{1B}[R".utf8))

        parser.isAnswerAwaited = false
        let shifted = parser.parse(Array("\u{1B}[1;2R".utf8))

        #expect(plain == Array(repeating: .key(KeyEvent(.function(3))), count: 3))
        #expect(shifted == [.key(KeyEvent(.function(3), .shift))])
    }

    // MARK: - Any bytes

    @Test(arguments: seeds(of: 1...40))
    func `the events do not depend on how the bytes are split`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = InputParser.noise(&generator, count: 400)
        var whole = InputParser()
        var split = InputParser()

        let expected = whole.parse(bytes)
        var events: [InputEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...5, using: &generator)
            events += split.parse(rest.prefix(count))
            rest = rest.dropFirst(count)
        }

        #expect(events == expected)
        #expect((split.silence == nil) == (whole.silence == nil))
    }
}
