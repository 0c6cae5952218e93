import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.commands)) struct CommandRunTests {
    private let registry = CommandRegistry()

    @Test func `detaching a run releases its closures, even if that cancels the run`() async throws {
        @MainActor final class Owner {
            var run: CommandRun?
            isolated deinit { run?.cancel() }
        }
        let gate = Gate()
        try registry.register { _ in
            await gate.passage()
            return nil
        }
        var owner: Owner? = Owner()
        let run = registry.start("work", completion: { [owner] _ in _ = owner }, onProgress: { [owner] _ in _ = owner })
        owner?.run = run
        await gate.arrival()
        weak let left = owner
        owner = nil

        run.detach()

        #expect(left == nil)
        #expect(run.isFinished)
        gate.open()
    }

    @Test func `a run ends with the text that its command returns, and reports its end once`() async throws {
        try registry.register { _ in "done" }
        var told: [String?] = []

        let run = registry.start("work") { told.append(try? $0.get()) }

        #expect(!run.isFinished)
        #expect(told == [])
        #expect(try await run.value == "done")
        #expect(run.isFinished)
        #expect(told == ["done"])
        #expect(registry.runs.isEmpty)
    }

    @Test func `a run's begin, progress, request to end and end are announced, whoever has started it`() async throws {
        let gate = Gate()
        try registry.register { arguments in
            arguments.reportProgress(0.5, "half")
            await gate.passage()
            return "done"
        }
        var seen: [String] = []
        let remove = registry.runObservers.add { [registry] in
            seen.append(registry.runs.map { "\($0.progress?.fraction ?? 0) \($0.isCancelling)" }.joined())
        }

        let run = registry.start("work", [:], for: .plugin("me"))
        await gate.arrival()
        run.requestCancellation()
        run.requestCancellation()
        gate.open()
        #expect(try await run.value == "done")
        remove()

        #expect(seen == ["0.0 false", "0.5 false", "0.5 true", ""])
        #expect(run.starter == .plugin("me"))
        #expect(run.outcome == .finished("done"))
    }

    @Test func `a run is nested as long as the run that has started it goes on`() async throws {
        let gate = Gate()
        try registry.register("inner") { _ in
            await gate.passage()
            return nil
        }
        var inner: CommandRun?
        try registry.register("outer") { [registry] _ in
            inner = registry.start("inner")
            #expect(inner?.isNested == true)
            return nil
        }

        let outer = registry.start("outer")
        await gate.arrival()
        _ = try await outer.value

        #expect(inner?.isNested == false)
        #expect(inner?.isFinished == false)
        gate.open()
    }

    @Test func `a command that runs itself without end fails at the depth limit`() async throws {
        var count = 0
        try registry.register("again") { [registry] _ in
            count += 1
            return try await registry.run("again")
        }

        let chain = Array(repeating: "again", count: CommandRun.depthLimit + 1)
        await #expect(throws: CommandError.nestedTooDeep(chain: chain)) { try await registry.run("again") }

        #expect(count == CommandRun.depthLimit)
        #expect(
            "\(CommandError.nestedTooDeep(chain: chain))"
                == "Command 'again' is not run: it would be nested 64 runs deep. At most 64 runs may wait for one "
                + "another. Chain: again > again > again > again. End the cycle."
        )
    }

    @Test func `a command may start itself again and again, one run after the other`() async throws {
        var count = 0
        try registry.register("again") { [registry] _ in
            count += 1
            if count < 1000 { registry.start("again") }
            return nil
        }

        registry.start("again")
        while !registry.runs.isEmpty { await Task.yield() }

        #expect(count == 1000)
    }

    @Test func `a command's work is part of its run, and of the run that started it`() async throws {
        var runs: [String: CommandRun] = [:]
        var seen: [String] = []
        func see(_ place: String) {
            seen.append("\(place): \(runs.keys.sorted().filter { runs[$0]?.isCurrent ?? false })")
        }
        try registry.register("inner") { _ in
            see("inner")
            return nil
        }
        try registry.register("outer") { [registry] _ in
            see("outer")
            return try await registry.run("inner")
        }
        try registry.register("other") { _ in nil }

        runs["outer"] = registry.start("outer")
        runs["other"] = registry.start("other")
        see("outside")
        _ = try await runs["outer"]?.value

        #expect(seen == ["outside: []", #"outer: ["outer"]"#, #"inner: ["outer"]"#])
    }

    @Test func `a run of a command that is not offered fails like any other`() async {
        let run = registry.start("wrok")

        #expect(!run.isFinished)
        await #expect(throws: CommandError.unknownCommand("wrok", nearest: nil)) { try await run.value }
    }

    @Test func `runs of one command are independent`() async throws {
        let gate = Gate()
        try registry.register { arguments in
            arguments.reportProgress(nil, "waiting")
            await gate.passage()
            return "done"
        }
        let first = registry.start("work")
        let second = registry.start("work")
        await gate.arrival(count: 2)
        #expect(registry.runs.map(\.id) == [first.id, second.id])

        first.cancel()
        gate.open()

        #expect(try await second.value == "done")
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(first.id != second.id)
    }

    @Test func `the caller of a command receives the error of a field`() async throws {
        try registry.register { _ in throw CommandFieldError("password", "is wrong") }
        var outcomes: [CommandOutcome] = []
        registry.onRun = { outcomes.append($2) }

        await #expect(throws: CommandFieldError("password", "is wrong")) { try await registry.run("work") }
        #expect(outcomes == [.failed("'password' is wrong")])
    }
}
