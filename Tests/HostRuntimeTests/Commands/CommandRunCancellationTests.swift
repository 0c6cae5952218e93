import TestSupport
import Testing

@testable import HostRuntime

/// A run can be cancelled until its end.
@MainActor @Suite(.tags(.commands)) struct CommandRunCancellationTests {
    private let work = WorkTracker()
    private let registry: CommandRegistry

    init() {
        registry = CommandRegistry(work: work)
    }

    /// Waits until the task of each run has ended, which may be long after the run was cancelled.
    private func endOfTasks() async {
        await work.waitForInputTurn()
    }

    // MARK: - Cancelling

    @Test func `a cancelled run ends even if its command ignores the cancellation`() async throws {
        let gate = Gate()
        var isOver = false
        try registry.register { arguments in
            await gate.passage()
            arguments.reportProgress(1, "late")
            isOver = true
            return "late"
        }
        var results: [Result<String?, any Error>] = []
        var outcomes: [CommandOutcome] = []
        registry.onRun = { outcomes.append($2) }
        let run = registry.start("work") { results.append($0) }
        await gate.arrival()
        #expect(gate.arrivals == 1)

        run.cancel()
        #expect(run.isFinished)
        #expect(registry.runs.isEmpty)
        gate.open()
        await endOfTasks()

        #expect(isOver)
        #expect(results.count == 1)
        #expect(throws: CancellationError.self) { try results[0].get() }
        #expect(outcomes == [.cancelled])
        #expect(run.progress == nil)
    }

    @Test func `cancelling a run that has ended changes nothing`() async throws {
        try registry.register { _ in "done" }
        let run = registry.start("work")
        _ = try await run.value

        run.cancel()

        #expect(try await run.value == "done")
    }

    @Test func `a run that is cancelled before its turn never calls the command`() async throws {
        var calls = 0
        try registry.register { _ in
            calls += 1
            return nil
        }

        registry.start("work").cancel()
        await endOfTasks()

        #expect(calls == 0)
    }

    @Test func `a run that is cancelled while choices are fetched never calls the command`() async throws {
        let gate = Gate()
        var calls = 0
        let choice = CommandParameter(
            name: "c",
            title: "C",
            kind: .choice {
                await gate.passage()
                return [CommandChoice(value: "a", title: "A")]
            }
        )
        let command = Command(id: "work", title: "Work", parameters: [choice]) { _ in
            calls += 1
            return nil
        }
        try registry.register(command, owner: .plugin("me"))
        let run = registry.start("work", ["c": "a"])
        await gate.arrival()
        #expect(gate.arrivals == 1)

        run.cancel()
        gate.open()
        await endOfTasks()

        #expect(calls == 0)
    }

    @Test func `cancelling a task that waits for a run leaves the run running`() async throws {
        let gate = Gate()
        try registry.register { _ in
            await gate.passage()
            return "done"
        }
        let run = registry.start("work")
        let waiter = Task { try await run.value }
        await gate.arrival()

        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        #expect(!run.isFinished)
        gate.open()

        #expect(try await run.value == "done")
    }

    @Test func `cancelling a task that runs a command ends the run`() async throws {
        let gate = Gate()
        try registry.register { _ in
            await gate.passage()
            return nil
        }
        let waiter = Task { try await registry.run("work") }
        await gate.arrival()
        let run = try #require(registry.runs.first)

        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        await #expect(throws: CancellationError.self) { try await run.value }

        #expect(registry.runs.isEmpty)
        gate.open()
    }

    // MARK: - Withdrawing

    @Test func `withdrawing a command ends its run, whether or not the command responds`() async throws {
        let gate = Gate()
        try registry.register { _ in
            await gate.passage()
            return nil
        }
        let run = registry.start("work")
        await gate.arrival()

        registry.remove("work")

        #expect(run.isFinished)
        await #expect(throws: CancellationError.self) { try await run.value }
        gate.open()
    }

    @Test func `a command that withdraws itself still gives its answer`() async throws {
        try registry.register { [registry] _ in
            registry.remove("work")
            return "gone"
        }

        #expect(try await registry.run("work") == "gone")
    }

    @Test func `a command that is withdrawn by one that it runs still gives its answer`() async throws {
        try registry.register("inner") { [registry] _ in
            registry.remove("work")
            return "inner"
        }
        try registry.register { [registry] _ in "outer, " + (try await registry.run("inner") ?? "") }

        #expect(try await registry.run("work") == "outer, inner")
    }
}
