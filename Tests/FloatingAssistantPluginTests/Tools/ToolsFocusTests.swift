import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

/// Where the terminal's cursor stands while a command is chosen, and what is said.
@MainActor @Suite(.tags(.accessibility)) struct ToolsFocusTests {
    private func focus(_ host: TestHost) -> String? {
        host.spokenPage.split(separator: "\n").first { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
    }

    @Test func `the arrows take the cursor to the selected command, and letters back to the search field`() async {
        let host = TestHost(plugins: [FloatingAssistant.self])
        await host.launch()
        await host.key("f2")
        #expect(focus(host) == "type to search, field")

        await host.key("down")
        let (selected, place) = (focus(host), host.frame.cursor)
        await host.key("down")
        #expect(selected?.hasSuffix("selected") == true)
        #expect(host.frame.cursor == place.map { $0 + Point(x: 0, y: 1) })

        await host.type("ba")
        #expect(focus(host) == "type to search, ba, field")
        await host.key("down backspace")
        #expect(focus(host) == "type to search, b, field")
    }

    @Test func `the ball is a button, and its introduction says nothing`() async {
        let host = TestHost(plugins: [FloatingAssistant.self])
        await host.launch()

        #expect(host.spokenPage.contains("Assistant, button"))
        #expect(host.frame.contains("Tap me"))
        #expect(!host.spokenPage.contains("Tap me"))
    }
}
