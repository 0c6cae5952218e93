import HostRuntime
import HostTestKit
import Testing

@testable import FloatingAssistantPlugin

@MainActor @Suite struct FormHintTests {
    private func opened(_ parameters: [CommandParameter]) async throws -> Stage {
        let configuration = HostConfiguration(["floating-assistant": ["routes": ["one-tap": "tea.pour"]]])
        let stage = try await Stage.launched(configuration: configuration) { host in
            try host.commands.offer(Command(id: "tea.pour", title: "Pour", parameters: parameters) { _ in nil })
        }
        await stage.host.key("f2")
        return stage
    }

    @Test func `a field says what may be entered, as its parameter does`() async throws {
        let stage = try await opened([
            CommandParameter(name: "kind", title: "Kind", hint: "green or black"),
            CommandParameter(name: "code", title: "Code", kind: .secret, hint: "4 digits"),
            CommandParameter(name: "hot", title: "Hot", kind: .toggle, hint: "careful"),
            CommandParameter(name: "cups", title: "Cups", kind: .number(1...9), hint: "for all of you"),
            CommandParameter(name: "sugar", title: "Sugar", kind: .number(0...3)),
        ])

        for hint in ["green or black", "4 digits", "[ ] no  careful", "for all of you", "0 to 3"] {
            #expect(stage.host.frame.contains(hint), "\(hint)")
        }
    }

    @Test func `typed text replaces the placeholder`() async throws {
        let stage = try await opened([CommandParameter(name: "kind", title: "Kind", hint: "green or black")])

        await stage.host.type("white")

        #expect(stage.host.frame.contains("white"))
        #expect(!stage.host.frame.contains("green or black"))
    }
}
