import Testing

@testable import HostRuntime

@Suite struct InputLinesTests {
    @Test func `lines come as they are complete, whatever the pieces are`() {
        var lines = InputLines()
        var found: [InputLines.Line] = []

        for byte in "one\ntwo\r\n\n dr\u{E9}i".utf8 {
            lines.append([byte])
            if let line = lines.next() { found.append(line) }
        }
        #expect(lines.next() == nil)
        lines.finish()

        #expect(found == [.text("one"), .text("two"), .text("")])
        #expect(lines.next() == .text(" dr\u{E9}i"))
        #expect(lines.next() == .end)
        #expect(lines.next() == .end)
    }

    @Test func `a line that is too long or no text breaks a rule, and the next one is read`() {
        var lines = InputLines()
        lines.append(Array(repeating: 0x61, count: InputLines.limit + 1) + [0x0A, 0xFF, 0x0A, 0x62, 0x0A])

        #expect(lines.next() == .invalid("is longer than 65536 bytes"))
        #expect(lines.next() == .invalid("is not UTF-8"))
        #expect(lines.next() == .text("b"))
    }

    @Test func `an endless line is refused once, and left out to its end`() {
        var lines = InputLines()
        lines.append(Array(repeating: 0x61, count: InputLines.limit + 1))

        #expect(lines.next() == .invalid("is longer than 65536 bytes"))
        #expect(lines.next() == nil)
        lines.append(Array(repeating: 0x61, count: InputLines.limit + 1))
        #expect(lines.next() == nil)
        lines.append("rest\nquit\n".utf8)
        #expect(lines.next() == .text("quit"))
        lines.finish()
        #expect(lines.next() == .end)
    }
}
