import HostRuntime
import HostTestKit
import Testing

@testable import FloatingAssistantPlugin

/// The signs and the keys of the commands in the tools.
@MainActor @Suite struct ToolsIconTests {
    private func opened(isASCII: Bool = false, width: Int = 80) async throws -> Stage {
        let stage = try await Stage.launched(size: Size(width: width, height: 60), isASCII: isASCII) { host in
            try host.offer(Command(id: "wide", title: "Wide", icon: "🙂") { _ in nil })
            try host.offer(Command(id: "plain", title: "Plain") { _ in nil })
            try host.offer(Command(id: "late", title: "Late one", key: KeyEvent(.function(3))) { _ in nil })
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

    @Test func `the signs stand before the titles, which stand below one another`() async throws {
        let stage = try await opened()

        #expect(try line("Wide", stage).contains("🙂 Wide"))
        #expect(try column("Wide", stage) == column("Plain", stage))
    }

    @Test func `there are no signs where letters are all there is, or where titles need the room`() async throws {
        let ascii = try await opened(isASCII: true)
        let narrow = try await opened(width: 26)

        #expect(try line("Wide", ascii).contains("|  Wide"))
        #expect(try line("Wide", narrow).contains("│  Wide"))
    }

    @Test func `a key that another command has is said to be taken, and is not shown as the command's own`()
        async throws
    {
        let stage = try await opened()

        #expect(try line("Late one", stage).contains("f3"))
        #expect(try !line("Open the login", stage).contains("f3"))
        let lines = (0..<60).map { stage.host.frame.line($0) }
        let index = try #require(lines.firstIndex { $0.contains("Open the login") })
        #expect(lines[index + 1].contains("f3 is taken by 'Late one'"))
    }

    @Test func `the first command that wants a key has it`() {
        let commands = ["a", "b", "c"].map {
            Command(id: $0, title: "Title \($0)", key: KeyEvent(.function(3))) { _ in nil }
        }

        #expect(Tool.all(of: commands).map(\.keyHolder) == [nil, "Title a", "Title a"])
    }
}
