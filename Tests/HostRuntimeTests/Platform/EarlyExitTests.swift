import Glibc
import Testing

@testable import HostRuntime

@Suite struct EarlyExitTests {
    @Test func `an exit in the middle of a run is a failure that says what was not done`() async {
        let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
            EarlyExit.shared.complaint = "line 2 was not done"
            exit(0)
        }

        #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } == "line 2 was not done\n")
    }

    @Test func `a quick exit in the middle of a run is a failure too`() async {
        await #expect(processExitsWith: .exitCode(1)) {
            EarlyExit.shared.complaint = "line 2 was not done"
            quick_exit(0)
        }
    }

    @Test func `an exit after the run keeps its status`() async {
        await #expect(processExitsWith: .exitCode(3)) {
            EarlyExit.shared.complaint = "line 2 was not done"
            EarlyExit.shared.complaint = nil
            exit(3)
        }
    }
}
