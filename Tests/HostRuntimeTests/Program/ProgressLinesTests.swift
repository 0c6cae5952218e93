import Testing

@testable import HostRuntime

@Suite struct ProgressLinesTests {
    private static let clear = "\r\u{1B}[K"

    @Test func `without a terminal each new text is a line, and a fraction alone is none`() {
        var lines = ProgressLines(columns: nil)

        var written: [ProgressLines.Step] = []
        for (second, progress) in [
            CommandProgress(fraction: 0, text: ""), CommandProgress(fraction: 0, text: "reading"),
            CommandProgress(fraction: 0.5, text: "reading"), CommandProgress(fraction: 1, text: "writing"),
        ].enumerated() {
            lines.report(progress)
            written.append(lines.step(at: .seconds(second)))
        }

        #expect(written == [.nothing, .write("reading\n"), .nothing, .write("writing\n")])
    }

    @Test func `a terminal has one line, cut to its width, which makes room for messages and goes at the end`() {
        var lines = ProgressLines(columns: 10)

        lines.report(CommandProgress(fraction: 0.256, text: "abc"))
        #expect(lines.step(at: .zero) == .write("\(ProgressLinesTests.clear)abc  25 %"))
        #expect(lines.makeRoom() == ProgressLinesTests.clear)
        #expect(lines.makeRoom() == "")
        #expect(lines.step(at: .zero) == .write("\(ProgressLinesTests.clear)abc  25 %"))
        lines.report(CommandProgress(fraction: nil, text: "abcdefghijk"))
        #expect(lines.step(at: .seconds(1)) == .write("\(ProgressLinesTests.clear)abcdef..."))
        #expect(lines.end() == ProgressLinesTests.clear)
        #expect(lines.step(at: .seconds(2)) == .nothing)
    }

    @Test(arguments: [nil, 80])
    func `a thousand reports in a second are at most eleven writes, the newest last`(columns: Int?) {
        var lines = ProgressLines(columns: columns)
        var writes: [String] = []

        for millisecond in 0..<1000 {
            lines.report(CommandProgress(fraction: nil, text: "step \(millisecond)"))
            if case .write(let text) = lines.step(at: .milliseconds(millisecond)) { writes.append(text) }
        }
        #expect(lines.step(at: .milliseconds(999)) == .wait(until: .milliseconds(1000)))
        let last = lines.end()

        #expect(writes.count == 10)
        #expect(columns == nil ? last == "step 999\n" : last == ProgressLinesTests.clear)
    }
}
