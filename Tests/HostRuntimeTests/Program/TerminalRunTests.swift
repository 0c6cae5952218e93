import Testing

@testable import HostRuntime

@MainActor @Suite struct TerminalRunTests {
    @Test func `where to go on is said once, at the end of the first run that has something to say`() {
        let store = KeyValueStore()

        let said = [nil, "next", "next"].map { TerminalRun.unsaidNextSteps($0, in: store) }

        #expect(said == [nil, "next", nil])
    }
}
