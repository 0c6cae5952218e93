import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct DisplayTraitsTests {
    @Test(arguments: [(true, "€4 £3 e -"), (false, "E4 L3 e -")])
    func `with ASCII only, a currency sign stays where the terminal has Unicode`(hasUnicode: Bool, expected: String) {
        let traits = DisplayTraits(size: Size(width: 12, height: 1), isASCII: true, hasUnicode: hasUnicode)

        #expect(Label("€4 £3 é ─").snapshot(on: traits).text == expected)
    }
}
