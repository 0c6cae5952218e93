import Testing

@testable import HostRuntime

@Suite struct TerminalCapabilitiesTests {
    @Test(arguments: [(0, false), (1, true), (2, true), (3, true), (4, false)])
    func `synchronized output is supported if its mode is known and can be set`(state: Int, isThere: Bool) {
        var capabilities = TerminalCapabilities()

        capabilities.record(.mode(2026, state: state))

        #expect(capabilities.synchronizedOutput == isThere)
    }

    @Test func `a terminal that answers only the last query has no capabilities`() {
        var capabilities = TerminalCapabilities()
        #expect(!capabilities.isComplete)

        capabilities.record(.deviceAttributes)

        #expect(capabilities.isComplete)
        #expect(!capabilities.synchronizedOutput)
    }

    @Test func `device attributes are the last query`() {
        #expect(TerminalCapabilities.queries(modes: true) == Array("\u{1B}[?2026$p\u{1B}[c".utf8))
    }

    @Test func `queries that a terminal misreads are left out`() {
        #expect(TerminalCapabilities.queries(modes: false) == Array("\u{1B}[c".utf8))
    }
}
