import HostRuntime
import Testing

@testable import demo_host

@MainActor @Suite struct AddressBarTests {
    private func shown(_ address: String, _ width: Int) throws -> String {
        AddressBar.spans(try WebAddress(address), width: width).map(\.text).joined()
    }

    @Test func `an address that fits is whole, after a sign for the connection's security`() throws {
        #expect(try shown("https://tea.example/cup", 40) == "● https://tea.example/cup")
        #expect(try shown("http://tea.example/cup", 40) == "○ http://tea.example/cup")
    }

    @Test func `a long address is cut in the middle, after its host`() throws {
        #expect(try shown("https://tea.example/first/harvest/of/spring", 32) == "● https://tea.example/firs…pring")
    }

    @Test(arguments: [
        (23, "● https://tea.example/…"), (21, "● tea.example/…"), (15, "● tea.example/…"), (13, "● tea.example"),
        (8, "● tea…le"), (3, "● t"), (2, "● "), (0, "● "),
    ])
    func `the host is cut last`(width: Int, text: String) throws {
        #expect(try shown("https://tea.example/first/harvest", width) == text)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 10, 11])
    func `a text cut in the middle has as many characters as the limit`(room: Int) {
        #expect("abcdefghijkl".truncatedInTheMiddle(to: room).count == room)
    }
}
