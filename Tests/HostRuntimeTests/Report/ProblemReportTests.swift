import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.program)) struct ProblemReportTests {
    private func report(limit: Int = 100) -> ProblemReport {
        var report = ProblemReport(name: "shop-report", secrets: ["hunter2", "abc"])
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

    @Test(arguments: [
        ("logged in with hunter2", "logged in with •••"),
        ("abc is too short to be looked for", "abc is too short to be looked for"),
        ("password: x\nin /home/alice/x and /home/alice", "password: •••\nin ~/x and ~"),
        ("/home/alicedale/x", "/home/alicedale/x"),
        ("alice@example.org, malice", "USER@example.org, malice"),
    ])
    func `a text loses secrets and the name of the home directory`(text: String, shown: String) {
        let report = ProblemReport(name: "a", secrets: ["hunter2", "abc"], home: "/home/alice/")
        #expect(report.redacted(text) == shown)
    }

    @Test(arguments: [nil, "", "/", "/root"])
    func `a home that says nothing of a person's name hides no words`(home: String?) {
        let text = "the root of a program"
        #expect(ProblemReport(name: "a", home: home).redacted(text) == text)
    }
}
