import HostRuntime
import HostTestKit
import Testing

@testable import FloatingAssistantPlugin

/// Results and errors that need more room than most.
@MainActor @Suite struct NoticeBodyTests {
    private func opened(_ text: String, isError: Bool = false, width: Int = 80, height: Int = 24) async throws -> Stage
    {
        let configuration = HostConfiguration(["floating-assistant": ["routes": ["one-tap": "say"]]])
        let stage = try await Stage.launched(
            size: Size(width: width, height: height),
            configuration: configuration,
            prepare: { host in
                try host.commands.offer(
                    Command(id: "say", title: "Say") { _ in if isError { throw Refused(text: text) } else { text } }
                )
            }
        )
        await stage.host.key("f2")
        return stage
    }

    private static let row = (1...9).map { "column \($0)" }.joined(separator: "  ")

    @Test(arguments: ["\n", "\r\n"])
    func `a table gets the width that the screen has, and prose no more than it needs`(lineBreak: String) async throws {
        let end = "\(lineBreak)\(lineBreak)That is all."
        let wide = try await opened(NoticeBodyTests.row + end, width: 120)
        let prose = try await opened(String(repeating: "word ", count: 60), width: 120)

        let rows = (0..<24).map { wide.host.frame.line($0) }
        #expect(rows.contains { $0.contains("\(NoticeBodyTests.row) ") && !$0.contains("That is all.") })
        #expect(!wide.host.frame.contains("scroll"))
        #expect(prose.host.frame.contains("╭─ Say " + String(repeating: "─", count: 50) + "╮"))
    }

    @Test func `a table that is wider than the screen scrolls sideways`() async throws {
        let stage = try await opened("\(NoticeBodyTests.row)\n\(NoticeBodyTests.row)")
        #expect(stage.host.frame.contains("column 1  "))
        #expect(!stage.host.frame.contains("column 9"))
        #expect(stage.host.frame.contains("←→ scroll"))

        for _ in 0..<4 { await stage.host.key("right") }

        #expect(stage.isPanelOpen)
        #expect(stage.host.frame.contains("column 9"))
        #expect(!stage.host.frame.contains("column 1  "))
    }

    @Test func `a drawing is cut at the edge and scrolls sideways, and none of its rows wraps`() async throws {
        let rows = (0..<4).map { "\($0)" + String(repeating: "▀", count: 78) + "│" }
        let stage = try await opened(rows.joined(separator: "\n"), width: 40, height: 12)
        let shown = (0..<12).map { stage.host.frame.line($0) }.filter { $0.contains("▀▀▀▀▀▀") }

        #expect(shown.count == 4)
        #expect(zip(0..., shown).allSatisfy { $1.contains("\($0)▀▀▀") })
        #expect(stage.host.frame.contains("←→ scroll"))
    }

    @Test func `two spaces after a sentence make no table`() async throws {
        let stage = try await opened(String(repeating: "It is so.  ", count: 20))

        #expect(!stage.host.frame.contains("scroll"))
        #expect(stage.host.frame.contains("It is so.  It is so."))
    }

    @Test(arguments: [(80, 24), (40, 12)])
    func `a long error of a tool can be read to its end`(width: Int, height: Int) async throws {
        let text = (1...100).map { "reason \($0)," }.joined(separator: " ") + " theend"
        let stage = try await opened(text, isError: true, width: width, height: height)
        #expect(stage.host.frame.contains("✕ reason 1,"))

        await stage.host.key("end")

        #expect(stage.host.frame.contains("theend"))
    }

    @Test(arguments: [(80, 24), (40, 12)])
    func `a long error of a form scrolls by the page keys and the wheel`(width: Int, height: Int) async throws {
        let configuration = HostConfiguration(["floating-assistant": ["routes": ["one-tap": "say"]]])
        let name = CommandParameter(name: "name", title: "Name")
        let text = (1...100).map { "reason \($0)," }.joined(separator: " ") + " theend"
        let stage = try await Stage.launched(
            size: Size(width: width, height: height),
            configuration: configuration,
            prepare: { host in
                try host.commands.offer(
                    Command(id: "say", title: "Say", parameters: [name]) { _ in throw Refused(text: text) }
                )
            }
        )
        await stage.host.key("f2")
        await stage.host.type("Ann")
        await stage.host.key("enter")
        #expect(stage.host.frame.contains("✕ reason 1,"))
        #expect(stage.host.frame.contains("Ann"))
        #expect(!stage.host.frame.contains("theend"))

        for _ in 0..<60 { await stage.host.key("page-down") }
        #expect(stage.host.frame.contains("theend"))
        for _ in 0..<100 { await stage.host.key("page-up") }
        #expect(stage.host.frame.contains("✕ reason 1,"))
        for _ in 0..<60 { await stage.host.wheel(1, at: Point(x: width / 2, y: height - 4)) }
        await stage.host.advance(by: .zero)

        #expect(stage.host.frame.contains("theend"))
    }
}
