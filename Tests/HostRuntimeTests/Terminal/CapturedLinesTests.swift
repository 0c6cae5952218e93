import Testing

@testable import HostRuntime

@Suite struct CapturedLinesTests {
    @Test func `lines are cut at line feeds, however the bytes come`() {
        var lines = CapturedLines()
        for byte in "one\ntw".utf8 { lines.append([byte]) }
        lines.append("o\n\nthree".utf8)

        #expect(lines.take() == [.line("one"), .line("two"), .line("")])
        #expect(lines.isEmpty)
        #expect(lines.finish() == [.line("three")])
    }

    @Test func `a line without an end is cut when it is too long`() {
        var lines = CapturedLines()

        lines.append(repeatElement(UInt8(ascii: "a"), count: CapturedLines.longestLine + 1))

        #expect(lines.take() == [.line(String(repeating: "a", count: CapturedLines.longestLine))])
        #expect(lines.finish() == [.line("a")])
    }

    @Test func `what comes too fast is dropped, and told`() {
        var lines = CapturedLines()
        let line = String(repeating: "a", count: 1023) + "\n"

        for _ in 0..<300 { lines.append(line.utf8) }

        let taken = lines.take()
        #expect(taken.count == 257)
        #expect(taken.last == .dropped(44))
    }

    @Test func `after a flood was taken there is room again`() {
        var lines = CapturedLines()
        lines.append(repeatElement(UInt8(ascii: "\n"), count: CapturedLines.limit + 10))
        _ = lines.take()

        lines.append("again\n".utf8)

        #expect(lines.take() == [.line("again")])
    }
}
