import Testing

@testable import HostRuntime

@Suite struct LogFilterTests {
    private static let log = [
        "2026-11-22T01:00:00.000Z [7] ---- shop 1.0 starts ----",
        "2026-11-22T01:00:00.001Z [7] info  splash-ad  active",
        "2026-11-22T01:00:00.002Z [7] warning  host  the screen did not answer",
        "2026-11-22T02:00:00.000Z [8] ---- shop 1.0 starts ----",
        "2026-11-22T02:00:00.001Z [8] info  output  hello",
        "2026-11-22T02:00:00.002Z [7] error  splash-ad  a task threw Oops()",
    ]

    private func read(_ filter: LogFilter) -> [String] {
        var filter = filter
        return LogFilterTests.log.flatMap { filter.read($0) }
    }

    @Test func `without a wish every line is printed, with an empty line before each run`() {
        let log = LogFilterTests.log

        #expect(read(LogFilter()) == Array(log[..<3]) + [""] + Array(log[3...]))
    }

    @Test func `a level prints what is as bad or worse, under the mark of its run`() {
        let log = LogFilterTests.log

        #expect(read(LogFilter(level: .warning)) == [log[0], log[2], log[5]])
        #expect(read(LogFilter(level: .error)) == [log[0], log[5]])
    }

    @Test func `a plugin prints its lines and no other`() {
        let log = LogFilterTests.log

        #expect(read(LogFilter(sources: ["splash-ad"])) == [log[0], log[1], log[5]])
        #expect(read(LogFilter(sources: ["output"])) == [log[3], log[4]])
        #expect(read(LogFilter(level: .error, sources: ["host"])).isEmpty)
    }

    @Test func `a source without a line is named, with the nearest one that has lines`() {
        var filter = LogFilter(level: .error, sources: ["splash-add", "host", "nobody"])
        for line in LogFilterTests.log { _ = filter.read(line) }

        #expect(
            filter.missingSources == [
                "the log has no line of 'nobody'",
                "the log has no line of 'splash-add'; did you mean 'splash-ad'?",
            ]
        )
    }

    @Test(arguments: [LogFilter(), LogFilter(level: .warning), LogFilter(sources: ["host"])])
    func `a run that continues in another file is marked once, even if its first file is gone`(filter: LogFilter) {
        let lines = [
            "2026-11-22T01:00:00.000Z [7] ---- shop 1.0 starts ----",
            "2026-11-22T01:00:00.002Z [7] warning  host  one",
            "2026-11-22T01:00:00.003Z [7] ---- shop 1.0 goes on ----",
            "2026-11-22T01:00:00.004Z [7] warning  host  two",
        ]
        var (whole, rest) = (filter, filter)

        #expect(lines.flatMap { whole.read($0) } == [lines[0], lines[1], lines[3]])
        #expect(lines[2...].flatMap { rest.read($0) } == [lines[2], lines[3]])
    }

    @Test func `a line that is no entry is printed as it is`() {
        var filter = LogFilter(level: .error)

        #expect(filter.read("something else") == ["something else"])
    }
}
