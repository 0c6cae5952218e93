import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.program)) struct ProblemReportTests {
    private func report(limit: Int = 100) -> ProblemReport {
        var report = ProblemReport(name: "shop-report", redaction: ReportRedaction(secrets: ["hunter2"]))
        report.add("log.txt", (1...50).map { "line \($0)\n" }.joined() + "hunter2", "the log", limit: limit)
        return report
    }

    private func text(_ report: ProblemReport) -> String {
        String(decoding: report.archive(time: 0), as: UTF8.self)
    }

    @Test func `of a long part, the newest whole lines are kept, and it says how much is left out`() {
        let text = text(report())

        #expect(text.contains("(The first 303 bytes are left out.)\nline 40\n"))
        #expect(text.contains("line 50\n•••\n") && !text.contains("line 39\n"))
    }

    @Test func `no part has a secret`() {
        #expect(!text(report(limit: 10_000)).contains("hunter2"))
    }

    @Test func `the first part says what is in it, with sizes`() {
        let report = report()

        #expect(report.contents.hasPrefix("  log.txt  1"))
        #expect(text(report).contains(report.contents))
        #expect(text(report).hasPrefix("shop-report/README.txt\0"))
    }
}
