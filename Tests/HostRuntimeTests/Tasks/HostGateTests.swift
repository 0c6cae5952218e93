import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct HostGateTests {
    /// Tasks that wait at gates, and the order in which they pass.
    @MainActor private final class Passage {
        var passed: [String] = []

        func start(_ name: String, at gate: HostGate) -> Task<Void, any Error> {
            Task { @MainActor [self] in
                try await gate.wait()
                passed.append(name)
            }
        }
    }

    private let work = WorkTracker()
    private let gate = HostGate()
    private let passage = Passage()

    @Test func `tasks pass when the gate opens, and not before`() async throws {
        let tasks = ["one", "two", "three"].map { passage.start($0, at: gate) }
        await work.activity.waitUntilIdle(within: 1000)
        #expect(passage.passed == [])

        gate.open()
        for task in tasks { try await task.value }

        #expect(passage.passed.sorted() == ["one", "three", "two"])
    }

    @Test func `an open gate stays open`() async throws {
        gate.open()
        gate.open()

        try await gate.wait()

        #expect(gate.isOpen)
    }

    @Test func `a wait that is cancelled throws, and the gate stays closed for others`() async throws {
        let first = passage.start("first", at: gate)
        let second = passage.start("second", at: gate)
        await work.activity.waitUntilIdle(within: 1000)

        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        gate.open()
        try await second.value

        #expect(passage.passed == ["second"])
    }

    @Test func `a task that is cancelled before it waits does not wait`() async {
        let task = passage.start("late", at: gate)

        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `time advances in a test while a command waits at a gate`() async throws {
        let host = TestHost()
        await host.launch()
        try host.app.commands.offer(
            Command(id: "test.ask", title: "Ask") { [gate] _ in
                try await gate.wait()
                return "answered"
            }
        )
        host.app.commands.start("test.ask")

        await host.advance(by: .seconds(1))
        #expect(!host.events.contains { $0.contains("test.ask") })
        gate.open()
        await host.advance(by: .zero)

        #expect(host.events.contains { $0.hasPrefix("command finished  test.ask") })
    }
}
