import Testing

@testable import HostRuntime

@Suite struct PrintedLinesTests {
    private var lines = PrintedLines()

    private mutating func owners(_ texts: String...) -> [String?] {
        texts.map { lines.takeOwner(of: $0)?.description }
    }

    @Test mutating func `a line is of the plugin that printed it, whatever others write between`() {
        lines.print("one\ntwo\n", by: .plugin("a"))
        lines.print("program\n", by: nil)
        lines.print("three\n", by: .plugin("b"))

        #expect(
            owners("other", "one", "two", "program", "more", "three", "one") == [nil, "a", "a", nil, nil, "b", nil]
        )
    }

    @Test mutating func `a line that one prints in pieces is that one's`() {
        lines.print("a ", by: .plugin("a"))
        lines.print("1 ", by: .plugin("a"))
        lines.print("\n", by: .plugin("a"))
        lines.print("", by: .plugin("b"))
        lines.print("\n", by: .plugin("b"))

        #expect(owners("a 1 ", "") == ["a", "b"])
    }

    @Test mutating func `a line of which two have printed a part is nobody's`() {
        lines.print("mine, ", by: .plugin("a"))
        lines.print("and mine\nmine alone\n", by: .plugin("b"))
        lines.print("program, ", by: nil)
        lines.print("me\n", by: .plugin("a"))

        #expect(owners("mine, and mine", "mine alone", "program, me") == [nil, "b", nil])
    }

    @Test mutating func `a line that was mixed with another is nobody's, and so is the next of the same words`() {
        lines.print("tick\n", by: .plugin("a"))
        lines.print("tock\n", by: .plugin("a"))

        #expect(owners("half a line, and tick", "tick", "tock") == [nil, nil, "a"])
    }

    @Test mutating func `a line that is too long is nobody's, and the next one is somebody's again`() {
        let long = String(repeating: "x", count: CapturedLines.longestLine + 1)
        lines.print(long, by: .plugin("a"))
        lines.print("\nshort\n\(long)\nlast\n", by: .plugin("a"))

        #expect(owners(String(long.dropLast()), "x", "short", long, "last") == [nil, nil, "a", nil, "a"])
    }

    @Test mutating func `what comes too fast takes bounded room, and what was there first is known`() {
        for number in 0..<100_000 { lines.print("\(number)\n", by: .plugin("a")) }

        let known = (0..<100_000).prefix { lines.takeOwner(of: "\($0)") == .plugin("a") }.count
        lines.print("after\n", by: .plugin("b"))

        #expect((10_000..<99_000).contains(known))
        #expect(owners("after") == ["b"])
    }
}
