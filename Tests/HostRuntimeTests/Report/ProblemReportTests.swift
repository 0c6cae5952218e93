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

    @Test func `a recording in a report has no secrets and can be performed`() throws {
        let values: [String: PlainValue] = [
            "note": "see token: •••", "size": 1234, "7": [true, .null, 0.5, "as \"hunter2\""], "seen": "/home/alice/x",
            "long": .string(String(repeating: "hunter2 \\ token: \"x\" ", count: 1000)), "alice": "password: \"•••",
        ]
        let stored = try #require(ScriptStep.stored("shop", values).text)
        let settings = try #require(ScriptStep.configuration(["shop": .dictionary(values)]).text)
        let report = ProblemReport(name: "a", secrets: ["hunter2", "1234"], home: "/home/alice")

        let text = report.redacted(recording: "\(Script.recordingMark)shop\n\(settings)\n\(stored)\nkey f1\nke")

        let steps = try Script(Array(text.utf8), size: Size(width: 80, height: 24)).lines.map(\.step)
        #expect(steps.count == 4 && !text.contains("hunter2") && !text.contains("alice"))
        guard case .stored("shop", let shown) = steps[1] else { return #expect(Bool(false), "\(steps[1])") }
        #expect(steps[0] == .configuration(["shop": .dictionary(shown)]))
        #expect(shown["note"] == "see token: •••" && shown["size"] == "•••" && shown["seen"] == "~/x")
        #expect(shown["7"] == [true, .null, 0.5, "as \"•••\""])
        #expect(steps[2] == .key(KeyEvent(.function(1))))
    }

    @Test(arguments: ["stored shop {\"a\":\\", "stored shop {\"a\":\\\n", "stored shop {\"a\":\\\n\"hunter2"])
    func `a recording that was cut off stays so`(rest: String) throws {
        let text = report().redacted(recording: "\(Script.recordingMark)shop\noption --seed 1\n\(rest)")

        #expect(try Script(Array(text.utf8), size: Size(width: 80, height: 24)).lines.count == 2)
        #expect(!text.contains("hunter2"))
    }

    @Test(arguments: [nil, "", "/", "/root"])
    func `a home that says nothing of a person's name hides no words`(home: String?) {
        let text = "the root of a program"
        #expect(ProblemReport(name: "a", home: home).redacted(text) == text)
    }
}
