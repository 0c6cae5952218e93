import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.commands)) struct CommandParameterTests {
    private let registry = CommandRegistry()

    /// Registers a plugin's command with a choice, and returns what fetches the choices for others.
    private func offer(
        _ choices: @escaping @MainActor @Sendable () async throws -> [CommandChoice]
    ) throws -> @MainActor @Sendable () async throws -> [CommandChoice] {
        let parameter = CommandParameter(name: "to", title: "To", kind: .choice(choices))
        try registry.register(
            Command(id: "go", title: "Go", parameters: [parameter]) { _ in nil },
            owner: .plugin("culprit")
        )
        guard case .choice(let fetch)? = registry.all.first?.parameters.first?.kind else { return choices }
        return fetch
    }

    @Test func `choices are fetched in the name of the command's owner, whoever asks for them`() async throws {
        var owners: [Owner] = []
        let fetch = try offer {
            owners.append(RunningCode.owner(isOnMainThread: true))
            await Task.yield()
            owners.append(RunningCode.taskOwner)
            return []
        }

        _ = try await RunningCode.$taskOwner.withValue(.plugin("asker")) { try await fetch() }

        #expect(owners == [.plugin("culprit"), .plugin("culprit")])
    }

    @Test func `cancelling a fetch of choices cancels it in its owner's task`() async throws {
        let gate = Gate()
        var wasCancelled = false
        let fetch = try offer {
            await gate.passage()
            wasCancelled = Task.isCancelled
            return []
        }
        let task = Task { try await fetch() }
        await gate.arrival()

        task.cancel()
        gate.open()
        _ = try await task.value

        #expect(wasCancelled)
    }
}
