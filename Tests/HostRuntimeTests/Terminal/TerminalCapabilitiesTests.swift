import Testing

@testable import HostRuntime

@Suite struct TerminalCapabilitiesTests {
    @Test(arguments: [(0, false), (1, true), (2, true), (3, true), (4, false)])
    func `synchronized output is supported if its mode is known and can be set`(state: Int, isThere: Bool) {
        var capabilities = TerminalCapabilities()

        capabilities.record(.mode(2026, state: state))

        #expect(capabilities.synchronizedOutput == isThere)
    }

    @Test(arguments: [(2, 2, false), (2, 3, true), (1, 3, false), (3, 3, false)])
    func `a terminal draws ambiguous characters in two cells if the cursor is there after one`(
        row: Int,
        column: Int,
        isWide: Bool
    ) {
        var capabilities = TerminalCapabilities()

        capabilities.record(.cursor(row: row, column: column))

        #expect(capabilities.widensAmbiguous == isWide)
    }

    @Test func `a terminal that answers only the last query has no capabilities`() {
        var capabilities = TerminalCapabilities()
        #expect(!capabilities.isComplete)

        capabilities.record(.deviceAttributes)

        #expect(capabilities.isComplete)
        #expect(!capabilities.synchronizedOutput && !capabilities.widensAmbiguous)
    }

    @Test(arguments: [true, false])
    func `device attributes are the last query, and those that a terminal misreads are left out`(modes: Bool) {
        let queries = String(decoding: TerminalCapabilities.queries(modes: modes), as: UTF8.self)

        #expect(queries == (modes ? "\u{1B}[?2026$p" : "") + "\u{1B}[2;1H─\u{1B}[6n\r\u{1B}[K\u{1B}[c")
        #expect(TerminalCapabilities.queries(modes: false, unicode: false) == Array("\u{1B}[c".utf8))
    }
}
