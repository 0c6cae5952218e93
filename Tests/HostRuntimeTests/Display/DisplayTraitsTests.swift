import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct DisplayTraitsTests {
    @Test func `with ASCII only, nothing else is shown, also no currency sign`() {
        let traits = DisplayTraits(size: Size(width: 12, height: 1), isASCII: true)

        #expect(Label("€4 £3 é ─").snapshot(on: traits).text == "?4 ?3 e -")
    }
}
