import Foundation
import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite struct HostLogTests {
    /// A quarter past noon in GMT, on the first of November 2025, and a little more.
    private let date = Date(timeIntervalSinceReferenceDate: 783_692_100.016)

    @Test func `an entry has a date and is one line without invisible characters`() async {
        let host = TestHost(date: date)

        host.app.log.add(.warning, "one\n\u{202E}two", owner: .plugin("so\u{200B}rce"))

        let entry = host.app.log.entries.last
        #expect(entry?.text == "one\\n\\u{202E}two")
        #expect(entry?.source == "so\\u{200B}rce")
        #expect(entry?.date == date)
    }

    @Test func `an entry has nothing that its text says is secret`() {
        let host = TestHost()

        host.app.log.info("GET https://a.test/?key=K1 with password: two words")

        #expect(host.app.log.entries.last?.text == "GET https://a.test/?key=••• with password: •••")
    }

    @Test func `a very long text is cut`() {
        let host = TestHost()

        for sign in ["a", "\u{202E}", "中"] {
            host.app.log.add(.info, String(repeating: sign, count: 1 << 20), owner: .plugin("flood"))
        }

        #expect(host.app.log.entries.map { $0.text.utf8.count <= HostLog.longestText + 100 } == [true, true, true])
        #expect(host.app.log.entries[0].text.hasSuffix("… (1044480 bytes more)"))
    }

    @Test func `the file has the date, the process and a mark for each run`() throws {
        let folder = TemporaryFolder()
        for _ in 0..<2 {
            let host = TestHost(date: date) { _ in () }.app
            try LogFile(folder: folder.path).record(host.log, of: "\(host.name) \(host.version)")
            host.log.add(.info, "party", owner: .plugin("confetti"))
        }

        let process = ProcessInfo.processInfo.processIdentifier
        let run = """
            2025-11-01T12:15:00.016Z [\(process)] ---- test-host 1.0.0 starts ----
            2025-11-01T12:15:00.016Z [\(process)] info  confetti  party

            """
        #expect(folder.text("log") == run + run)
    }

    @Test(arguments: [
        (-978_307_200.001, "1969-12-31T23:59:59.999Z"), (-978_307_200, "1970-01-01T00:00:00.000Z"),
        (783_647_999.9996, "2025-11-01T00:00:00.000Z"), (.nan, "-"), (.infinity, "-"), (-1e300, "-"),
    ])
    func `a date is written in UTC, to the millisecond`(seconds: Double, text: String) {
        #expect(Date(timeIntervalSinceReferenceDate: seconds).stamp == text)
    }
}
