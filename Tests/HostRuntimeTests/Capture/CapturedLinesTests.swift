import Testing

@testable import HostRuntime

@Suite struct CapturedLinesTests {
    @Test func `a line without an end is no part of the bytes that were removed`() {
        var lines = CapturedLines()
        lines.append("one\ntwo".utf8)

        _ = lines.removeLines()
        #expect(lines.removedBytes == 4)

        lines.append("\n".utf8)
        _ = lines.removeLines()
        #expect(lines.removedBytes == 8)
    }

    @Test func `lines end at line feeds, however the bytes arrive`() {
        var lines = CapturedLines()
        for byte in "one\ntw".utf8 { lines.append([byte]) }
        lines.append("o\n\nthree".utf8)

        #expect(lines.removeLines() == [.line("one", nil), .line("two", nil), .line("", nil)])
        #expect(lines.isEmpty)
        #expect(lines.removeAll() == [.line("three", nil)])
    }

    @Test func `a line belongs to the owner of the bytes that end it`() {
        var lines = CapturedLines()
        lines.append("one\ntw".utf8, owner: .plugin("first"))
        lines.append("o\n".utf8, owner: .plugin("second"))
        lines.append("three".utf8)

        #expect(
            lines.removeAll() == [
                .line("one", .plugin("first")), .line("two", .plugin("second")), .line("three", nil),
            ]
        )
    }

    @Test func `a line without an end is cut when it is too long`() {
        var lines = CapturedLines()

        lines.append(repeatElement(UInt8(ascii: "a"), count: CapturedLines.longestLine + 1))

        #expect(lines.removeLines() == [.line(String(repeating: "a", count: CapturedLines.longestLine), nil)])
        #expect(lines.removeAll() == [.line("a", nil)])
    }

    @Test(arguments: ["é", "水", "🙂"], 0..<4) func `a line is cut between two characters`(character: String, start: Int)
    {
        var lines = CapturedLines()
        let text = String(repeating: "a", count: start) + String(repeating: character, count: 5000)

        lines.append(text.utf8)

        let cut = lines.removeAll().map { output in
            if case .line(let line, _) = output { line } else { "" }
        }
        #expect(cut.count > 1)
        #expect(cut.joined() == text)
    }

    @Test func `bytes that are no text are cut at the limit`() {
        var lines = CapturedLines()

        lines.append(repeatElement(0x80, count: CapturedLines.longestLine + 1))

        #expect(lines.removeLines().count == 1)
        #expect(lines.removedBytes == CapturedLines.longestLine)
    }

    @Test func `a loss is reported where it happened`() {
        var lines = CapturedLines()
        let line = String(repeating: "a", count: 4000) + "\n"
        for _ in 0..<70 { lines.append(line.utf8) }

        lines.append("after the loss\n".utf8)

        let removed = lines.removeLines()
        #expect(removed.count == 66)
        #expect(removed.last == .dropped(6))
    }

    @Test func `lines that arrive too fast are dropped and counted`() {
        var lines = CapturedLines()
        let line = String(repeating: "a", count: 1023) + "\n"

        for _ in 0..<300 { lines.append(line.utf8) }

        let removed = lines.removeLines()
        #expect(removed.count == 257)
        #expect(removed.last == .dropped(44))
    }

    @Test func `new lines are kept after a flood was removed`() {
        var lines = CapturedLines()
        lines.append(repeatElement(UInt8(ascii: "\n"), count: CapturedLines.limit + 10))
        _ = lines.removeLines()

        lines.append("again\n".utf8)

        #expect(lines.removeLines() == [.line("again", nil)])
    }
}
