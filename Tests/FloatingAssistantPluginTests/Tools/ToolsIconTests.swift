import HostRuntime
import HostTestKit
import Testing

@testable import FloatingAssistantPlugin

/// The icons and keys of commands in the tools.
@MainActor @Suite struct ToolsIconTests {
    private func opened(isASCII: Bool = false, width: Int = 80) async throws -> Stage {
        let stage = try await Stage.launched(size: Size(width: width, height: 60), isASCII: isASCII) { host in
            try host.commands.offer(Command(id: "wide", title: "Wide", icon: "🙂") { _ in nil })
            try host.commands.offer(Command(id: "plain", title: "Plain") { _ in nil })
            try host.commands.offer(
                Command(id: "late", title: "Late one", key: KeyEvent(.function(6), .shift)) { _ in nil }
            )
        }
        await stage.host.key("f2")
        return stage
    }

    private func line(_ text: String, _ stage: Stage) throws -> String {
        try #require((0..<60).map { stage.host.frame.line($0) }.first { $0.contains(text) })
    }

    private func column(_ text: String, _ stage: Stage) throws -> Int {
        let line = try line(text, stage)
        return TextWidth.width(of: String(line[..<(try #require(line.firstRange(of: text))).lowerBound]))
    }

    @Test func `icons stand before the titles, which line up`() async throws {
        let stage = try await opened()

        #expect(try line("Wide", stage).contains("🙂 Wide"))
        #expect(try column("Wide", stage) == column("Plain", stage))
    }

    @Test func `icons are left out in ASCII and in narrow cards`() async throws {
        let ascii = try await opened(isASCII: true)
        let narrow = try await opened(width: 26)

        #expect(try line("Wide", ascii).contains("|  Wide"))
        #expect(try line("Wide", narrow).contains("│  Wide"))
    }

    @Test func `a key that another command has is reported as taken, and is not shown on the row`()
        async throws
    {
        let stage = try await opened()

        #expect(try line("Late one", stage).contains("shift-f6"))
        #expect(try !line("Hide the ball", stage).contains("f6"))
        let lines = (0..<60).map { stage.host.frame.line($0) }
        let index = try #require(lines.firstIndex { $0.contains("Hide the ball") })
        #expect(lines[index + 1].contains("shift-f6 is taken by 'Late one'"))
    }

    @Test func `a command without a key shows the key that opens it, unless another command has that key`() {
        let key = KeyEvent(.function(3))
        let login = Command(id: "login", title: "Log in") { _ in nil }
        let opener = Command(id: "open", title: "Open the login", key: key) { _ in nil }
        let other = Command(id: "other", title: "Other", key: key) { _ in nil }

        let first = CommandSummary.all(of: [login, opener], openers: ["login": "open"])
        let second = CommandSummary.all(of: [login, other, opener], openers: ["login": "open"])

        #expect(first.map(\.key) == [key, key])
        #expect(second.map(\.key) == [nil, key, key])
    }

    @Test func `the first command that wants a key has it`() {
        let commands = ["a", "b", "c"].map {
            Command(id: $0, title: "Title \($0)", key: KeyEvent(.function(3))) { _ in nil }
        }

        #expect(CommandSummary.all(of: commands).map(\.keyHolder) == [nil, "Title a", "Title a"])
    }
}
