import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import InspectorPlugin

/// What the inspector says to a person who doesn't see it, and where the terminal's cursor stands.
@MainActor @Suite(.tags(.accessibility)) struct InspectorFocusTests {
    /// The text of the row from the cursor on.
    private func text(_ host: TestHost) -> String? {
        host.frame.cursor.map { place in
            (place.x..<host.frame.size.width).map { host.frame.cell(at: Point(x: $0, y: place.y))?.character ?? "" }
                .joined()
        }
    }

    /// The element at the focus.
    private func focus(_ host: TestHost) -> String? {
        host.spokenPage.split(separator: "\n").first { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
    }

    @Test(arguments: ["windows", "views", "plugins", "topics", "bus", "commands", "services", "store", "log"])
    func `on each page the cursor stands at the first letter of the selected row, which is said`(
        page: String
    ) async throws {
        let host = try await Neighbor.host(page: page)
        await host.advance(by: .seconds(1))
        await host.key("down")

        // A row says the title of each column before its text.
        let (row, words) = (try #require(focus(host)), try #require(text(host)?.split(separator: " ")))
        #expect(row.hasSuffix("selected"))
        #expect(row.contains(words[0].prefix { $0 != "…" }), "\(host.spokenPage)\(host.frame)")
        #expect(host.frame.cursor.map { host.frame.cell(at: $0 + Point(x: -1, y: 0))?.character } == " ")
    }

    @Test func `the selected tab is said`() async throws {
        let host = try await Neighbor.host(page: "plugins")
        let lines = host.spokenPage.split(separator: "\n").map(String.init)

        #expect(lines.first == "Inspector: Plugins")
        #expect(lines.contains { $0.hasSuffix("Plugins, tab, selected") })
    }

    @Test func `in the list of actions the cursor stands at the selected one`() async throws {
        let host = try await Neighbor.host(page: "plugins")
        await host.key("g down")

        let label = try #require(focus(host)?.split(separator: ",").first)
        #expect(text(host)?.hasPrefix(label) == true)
        #expect(focus(host)?.hasSuffix("selected") == true)
    }

    @Test func `a filter has it in its field, and the picker at the cell that is pointed at`() async throws {
        let host = try await Neighbor.host(page: "windows")
        await host.key("/")
        await host.type("ab")
        #expect(focus(host) == "filter, ab, field")

        let picker = try await Neighbor.host(page: "point")
        await picker.key("p")
        let start = picker.frame.cursor
        await picker.key("right")
        #expect(picker.frame.cursor == start.map { $0 + Point(x: 1, y: 0) })
    }
}
