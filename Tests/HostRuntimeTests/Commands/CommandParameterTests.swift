import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite struct CommandParameterTests {
    private let registry = CommandRegistry()

    @Test func `choices are fetched in the name of the command's owner, whoever asks for them`() async throws {
        var owners: [Owner] = []
        let parameter = CommandParameter(
            name: "to",
            title: "To",
            kind: .choice {
                owners.append(RunningCode.owner(isOnMainThread: true))
                await Task.yield()
                owners.append(RunningCode.taskOwner)
                return []
            }
        )
        let command = Command(id: "go", title: "Go", parameters: [parameter]) { _ in nil }
        try registry.register(command, owner: .plugin("culprit"))
        guard case .choice(let fetch)? = registry.all.first?.parameters.first?.kind else {
            Issue.record("there is no choice")
            return
        }

        _ = try await RunningCode.$taskOwner.withValue(.plugin("asker")) { try await fetch() }

        #expect(owners == [.plugin("culprit"), .plugin("culprit")])
    }

    @Test func `cancelling a fetch of choices cancels it in its owner's task`() async throws {
        let gate = Gate()
        var wasCancelled = false
        let parameter = CommandParameter(
            name: "to",
            title: "To",
            kind: .choice {
                await gate.passage()
                wasCancelled = Task.isCancelled
                return []
            }
        )
        let command = Command(id: "go", title: "Go", parameters: [parameter]) { _ in nil }
        try registry.register(command, owner: .plugin("me"))
        guard case .choice(let fetch)? = registry.all.first?.parameters.first?.kind else {
            Issue.record("there is no choice")
            return
        }
        let task = Task { try await fetch() }
        await gate.arrival()

        task.cancel()
        gate.open()
        _ = try await task.value

        #expect(wasCancelled)
    }
}
