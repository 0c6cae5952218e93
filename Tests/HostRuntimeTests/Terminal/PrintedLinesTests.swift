import Testing

@testable import HostRuntime

@Suite struct PrintedLinesTests {
    private var lines = PrintedLines()

    private mutating func owners(_ texts: String...) -> [String?] {
        texts.map { lines.resolveOwner(of: $0)?.description }
    }

    @Test mutating func `a line belongs to the plugin that printed it, whatever is written in between`() {
        lines.record("one\ntwo\n", by: .plugin("a"))
        lines.record("program\n", by: nil)
        lines.record("three\n", by: .plugin("b"))

        #expect(
            owners("other", "one", "two", "program", "more", "three", "one") == [nil, "a", "a", nil, nil, "b", nil]
        )
    }

    @Test mutating func `a line printed in pieces belongs to its plugin`() {
        lines.record("a ", by: .plugin("a"))
        lines.record("1 ", by: .plugin("a"))
        lines.record("\n", by: .plugin("a"))
        lines.record("", by: .plugin("b"))
        lines.record("\n", by: .plugin("b"))

        #expect(owners("a 1 ", "") == ["a", "b"])
    }

    @Test mutating func `a line printed by two plugins has no owner`() {
        lines.record("mine, ", by: .plugin("a"))
        lines.record("and mine\nmine alone\n", by: .plugin("b"))
        lines.record("program, ", by: nil)
        lines.record("me\n", by: .plugin("a"))

        #expect(owners("mine, and mine", "mine alone", "program, me") == [nil, "b", nil])
    }

    @Test mutating func `a line mixed with other output has no owner, and neither has the next line with its text`() {
        lines.record("tick\n", by: .plugin("a"))
        lines.record("tock\n", by: .plugin("a"))

        #expect(owners("half a line, and tick", "tick", "tock") == [nil, nil, "a"])
    }

    @Test mutating func `a line that is too long has no owner, and the next line has one`() {
        let long = String(repeating: "x", count: CapturedLines.longestLine + 1)
        lines.record(long, by: .plugin("a"))
        lines.record("\nshort\n\(long)\nlast\n", by: .plugin("a"))

        #expect(owners(String(long.dropLast()), "x", "short", long, "last") == [nil, nil, "a", nil, "a"])
    }

    @Test mutating func `lines that are printed too fast take bounded memory, and the first ones keep their owner`() {
        for number in 0..<100_000 { lines.record("\(number)\n", by: .plugin("a")) }

        let known = (0..<100_000).prefix { lines.resolveOwner(of: "\($0)") == .plugin("a") }.count
        lines.record("after\n", by: .plugin("b"))

        #expect((10_000..<99_000).contains(known))
        #expect(owners("after") == ["b"])
    }

    @Test mutating func `lines that are captured before they are recorded cost no later line its owner`() {
        for number in 0..<100 {
            #expect(owners("\(number)") == [nil])
            lines.record("\(number)\n", by: .plugin("a"))
        }
        lines.record("after\n", by: .plugin("b"))

        #expect(owners("after") == ["b"])
    }

    @Test mutating func `a line that was captured before it was recorded gives no owner to another with its text`() {
        #expect(owners("tick") == [nil])
        lines.record("tick\n", by: .plugin("a"))
        lines.record("tick\n", by: .plugin("b"))

        #expect(owners("tick", "tick") == ["b", nil])
    }

    @Test mutating func `lines that are never captured, however many, cost no later line its owner`() {
        for number in 0..<100 { lines.record("\(number)\n", by: .plugin("a")) }
        lines.record("after\n", by: .plugin("b"))

        #expect(owners("before", "after") == [nil, "b"])
    }
}
