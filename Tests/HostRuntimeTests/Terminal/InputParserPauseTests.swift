import TestSupport
import Testing

@testable import HostRuntime

/// Input with a pause in it, or whose rest comes late or never.
@Suite(.tags(.terminal)) struct InputParserPauseTests {
    // MARK: - Escape

    @Test func `a lone escape waits until it is flushed`() {
        var parser = InputParser()

        #expect(parser.parse([0x1B]) == [])
        #expect(parser.silence != nil)
        #expect(parser.flush() == [.key(KeyEvent(.escape))])
        #expect(parser.silence == nil)
    }

    @Test(arguments: [
        ("\u{1B}[", ["alt-["]), ("\u{1B}O", ["alt-O"]), ("\u{1B}]", ["alt-]"]), ("\u{1B}P", ["alt-P"]),
        ("\u{1B}\u{1B}", ["escape", "escape"]), ("\u{1B}\u{1B}[", ["escape", "alt-["]),
    ])
    func `a flush turns an incomplete sequence into its first key`(bytes: String, names: [String]) {
        var parser = InputParser()
        _ = parser.parse(Array(bytes.utf8))

        let flushed = parser.flush()

        #expect(flushed.map { if case .key(let key) = $0 { "\(key)" } else { "\($0)" } } == names)
        #expect(parser.silence == nil)
    }

    // MARK: - Sequences

    @Test func `the rest of a sequence on a slow line is not typed text`() {
        var parser = InputParser()

        var events = parser.parse(Array("\u{1B}[<0;1".utf8)) + parser.flush()
        events += parser.parse(Array("0;5M".utf8))

        #expect(events == [.pointer(PointerEvent(kind: .press, location: Point(x: 9, y: 4)))])
    }

    @Test func `a sequence whose rest never comes is dropped`() {
        var parser = InputParser()
        _ = parser.parse(Array("\u{1B}[<0;1".utf8))

        for _ in 0..<InputParser.flushLimit { #expect(parser.flush() == []) }

        #expect(parser.silence == nil)
        #expect(parser.parse([0x61]) == [.key(KeyEvent(.character("a")))])
    }

    @Test func `the rest of a key, of an answer or of a report after a pause is not typed text`() {
        #expect(InputParser.events("\u{1B}[1;5", pause: "C") == [.key(KeyEvent(.right, .control))])
        #expect(InputParser.events("\u{1B}[?62;2", pause: "2c") == [.response(.deviceAttributes)])
        #expect(
            InputParser.events("\u{1B}[<0;1", pause: "0;5M")
                == [.pointer(PointerEvent(kind: .press, location: Point(x: 9, y: 4)))]
        )
    }

    @Test(arguments: ["5", "[", "q", "[q", "55", "é", "\r", "\u{1B}[A"])
    func `keys after a sequence whose rest never comes are typed`(keys: String) {
        #expect(InputParser.events("\u{1B}[20", pause: keys) == InputParser.events(keys))
        #expect(InputParser.events("\u{1B}", pause: keys) == [.key(KeyEvent(.escape))] + InputParser.events(keys))
    }

    @Test(arguments: seeds(of: 1...40))
    func `keys work again after any bytes and a pause`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var parser = InputParser()
        _ = parser.parse(InputParser.noise(&generator, count: 200))
        for _ in 0..<InputParser.flushLimit { _ = parser.flush() }

        #expect(parser.parse([0x6B]) == [.key(KeyEvent(.character("k")))])
    }

    // MARK: - Pastes

    @Test(arguments: 3...5)
    func `the start of a paste with a pause in it begins the paste`(count: Int) {
        let start = "\u{1B}[200~"

        #expect(
            InputParser.events("\(start.prefix(count))", pause: "\(start.dropFirst(count))abc\u{1B}[201~k")
                == [.paste("abc"), .key(KeyEvent(.character("k")))]
        )
    }

    @Test(arguments: [("\u{1B}", KeyEvent(.escape)), ("\u{1B}[", KeyEvent(.character("["), .alt))])
    func `the start of a paste that began as a key begins the paste`(start: String, key: KeyEvent) {
        #expect(
            InputParser.events(start, pause: "\("\u{1B}[200~".dropFirst(start.count))abc\u{1B}[201~") == [
                .key(key), .paste("abc"),
            ]
        )
    }

    @Test func `a paste whose end never comes ends after a pause, and keys work again`() {
        var parser = InputParser()
        _ = parser.parse(Array("\u{1B}[200~abc\u{1B}[20".utf8))

        #expect(parser.silence == 2000)
        #expect(parser.flush() == [.paste("abc\u{1B}[20")])
        #expect(parser.silence == nil)
        #expect(parser.parse([0x6B]) == [.key(KeyEvent(.character("k")))])
    }

    @Test func `an empty paste whose end never comes is no event`() {
        var parser = InputParser()
        _ = parser.parse(Array("\u{1B}[200~".utf8))

        #expect(parser.flush() == [])
        #expect(parser.silence == nil)
    }

    @Test(arguments: [("\u{3}", "c"), ("\u{1A}", "z"), ("\u{1B}[99;5u", "c"), ("\u{1B}[122;5u", "z")])
    func `control-C and control-Z are keys in a paste whose end never comes`(bytes: String, name: String) {
        var parser = InputParser()
        let key = InputEvent.key(KeyEvent(.character(Character(name)), .control))

        _ = parser.parse(Array("\u{1B}[200~ab\(bytes)".utf8))
        // Shorter than the repeat time of a held key, or the flush would never come.
        #expect(parser.silence == 20)
        _ = parser.parse(Array("d".utf8))

        #expect(parser.silence == 2000)
        #expect(parser.flush() == [.paste("ab"), key, .paste("d")])
    }

    @Test func `an end mark after the end of a paste is ignored`() {
        var parser = InputParser()
        _ = parser.parse(Array("\u{1B}[200~a".utf8))
        _ = parser.flush()

        #expect(parser.parse(Array("\u{1B}[201~".utf8)) == [])
        #expect(parser.silence == nil)
    }
}
