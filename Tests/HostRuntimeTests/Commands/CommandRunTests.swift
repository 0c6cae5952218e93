import HostTestKit
import Testing

@testable import HostRuntime

// One after the other: a plugin is found through a static of its type.
@MainActor @Suite(.serialized) struct CommandRunTests {
    private let registry = CommandRegistry()

    /// Waits until it is opened, and takes no notice of a cancellation.
    @MainActor private final class Gate {
        private var waiting: [CheckedContinuation<Void, Never>] = []

        var isReached: Bool { !waiting.isEmpty }

        func pass() async {
            await withCheckedContinuation { waiting.append($0) }
        }

        func open() {
            let passing = waiting
            waiting = []
            for continuation in passing { continuation.resume() }
        }
    }

    private func register(_ id: String = "work", action: @escaping Command.Action) throws {
        try registry.register(Command(id: id, title: id, action: action), owner: .plugin("me"))
    }

    private func turns() async {
        for _ in 0..<50 { await Task.yield() }
    }

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
                await gate.pass()
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
        while !gate.isReached { await Task.yield() }

        task.cancel()
        gate.open()
        _ = try await task.value

        #expect(wasCancelled)
    }

    @Test func `a run lets go of closures whose owner cancels it`() async throws {
        @MainActor final class Owner {
            var run: CommandRun?
            isolated deinit { run?.cancel() }
        }
        let gate = Gate()
        try register { _ in
            await gate.pass()
            return nil
        }
        var owner: Owner? = Owner()
        let run = registry.start("work", completion: { [owner] _ in _ = owner }, onProgress: { [owner] _ in _ = owner })
        owner?.run = run
        await turns()
        weak let left = owner
        owner = nil

        run.detach()

        #expect(left == nil)
        #expect(run.isFinished)
        gate.open()
    }

    // MARK: - The handle

    @Test func `a run ends with the text that its command returns, and reports its end once`() async throws {
        try register { _ in "done" }
        var told: [String?] = []

        let run = registry.start("work") { told.append(try? $0.get()) }

        #expect(!run.isFinished)
        #expect(told == [])
        #expect(try await run.value == "done")
        #expect(run.isFinished)
        #expect(told == ["done"])
        #expect(registry.runs.isEmpty)
    }

    @Test func `a command that runs itself without end fails at the depth limit`() async throws {
        var count = 0
        try register("again") { [registry] _ in
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
        try register("again") { [registry] _ in
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
        try register("inner") { _ in
            see("inner")
            return nil
        }
        try register("outer") { [registry] _ in
            see("outer")
            return try await registry.run("inner")
        }
        try register("other") { _ in nil }

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
        try register { arguments in
            arguments.progress(nil, "waiting")
            await gate.pass()
            return "done"
        }
        let first = registry.start("work")
        let second = registry.start("work")
        await turns()
        #expect(registry.runs.map(\.id) == [first.id, second.id])

        first.cancel()
        gate.open()

        #expect(try await second.value == "done")
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(first.id != second.id)
    }

    @Test func `the caller of a command receives the error of a field`() async throws {
        try register { _ in throw CommandFieldError("password", "is wrong") }
        var outcomes: [CommandOutcome] = []
        registry.onRun = { outcomes.append($2) }

        await #expect(throws: CommandFieldError("password", "is wrong")) { try await registry.run("work") }
        #expect(outcomes == [.failed("'password' is wrong")])
    }

    // MARK: - Progress

    @Test func `progress is clamped and cleaned, and reported when it changes`() async throws {
        try register { arguments in
            arguments.progress(-1, "a\nb\u{7}")
            arguments.progress(0, "a b")
            arguments.progress(.infinity)
            arguments.progress(.nan, "last")
            arguments.progress(nil, "at the end")
            return nil
        }
        var told: [CommandProgress] = []

        let run = registry.start("work", onProgress: { told.append($0) })
        _ = try await run.value

        #expect(
            told == [
                CommandProgress(fraction: 0, text: "a b"), CommandProgress(fraction: 1),
                CommandProgress(fraction: 1, text: "last"), CommandProgress(fraction: nil, text: "at the end"),
            ]
        )
        #expect(run.progress == told.last)
    }

    @Test func `a progress that is no number has no fraction, and its text is bounded`() {
        let progress = CommandProgress(fraction: .nan, text: String(repeating: "x", count: 1000))

        #expect(progress.fraction == nil)
        #expect(progress.text.count == 200)
    }

    @Test func `progress that a command reports after its end is ignored`() async throws {
        var kept: CommandArguments?
        try register { arguments in
            kept = arguments
            return nil
        }
        var told = 0
        let run = registry.start("work", onProgress: { _ in told += 1 })
        _ = try await run.value

        kept?.progress(0.5, "late")

        #expect(told == 0)
        #expect(run.progress == nil)
    }

    // MARK: - Cancelling

    @Test func `a cancelled run ends even if its command ignores the cancellation`() async throws {
        let gate = Gate()
        var isOver = false
        try register { arguments in
            await gate.pass()
            arguments.progress(1, "late")
            isOver = true
            return "late"
        }
        var results: [Result<String?, any Error>] = []
        var outcomes: [CommandOutcome] = []
        registry.onRun = { outcomes.append($2) }
        let run = registry.start("work") { results.append($0) }
        await turns()
        #expect(gate.isReached)

        run.cancel()
        #expect(run.isFinished)
        #expect(registry.runs.isEmpty)
        gate.open()
        await turns()

        #expect(isOver)
        #expect(results.count == 1)
        #expect(throws: CancellationError.self) { try results[0].get() }
        #expect(outcomes == [.cancelled])
        #expect(run.progress == nil)
    }

    @Test func `cancelling a run that has ended changes nothing`() async throws {
        try register { _ in "done" }
        let run = registry.start("work")
        _ = try await run.value

        run.cancel()

        #expect(try await run.value == "done")
    }

    @Test func `a run that is cancelled before its turn never calls the command`() async throws {
        var calls = 0
        try register { _ in
            calls += 1
            return nil
        }

        registry.start("work").cancel()
        await turns()

        #expect(calls == 0)
    }

    @Test func `a run that is cancelled while choices are fetched never calls the command`() async throws {
        let gate = Gate()
        var calls = 0
        let choice = CommandParameter(
            name: "c",
            title: "C",
            kind: .choice {
                await gate.pass()
                return [CommandChoice(value: "a", title: "A")]
            }
        )
        let command = Command(id: "work", title: "Work", parameters: [choice]) { _ in
            calls += 1
            return nil
        }
        try registry.register(command, owner: .plugin("me"))
        let run = registry.start("work", ["c": "a"])
        await turns()

        run.cancel()
        gate.open()
        await turns()

        #expect(calls == 0)
    }

    @Test func `cancelling a task that waits for a run leaves the run running`() async throws {
        let gate = Gate()
        try register { _ in
            await gate.pass()
            return "done"
        }
        let run = registry.start("work")
        let waiter = Task { try await run.value }
        await turns()

        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        #expect(!run.isFinished)
        gate.open()

        #expect(try await run.value == "done")
    }

    @Test func `cancelling a task that runs a command ends the run`() async throws {
        let gate = Gate()
        try register { _ in
            await gate.pass()
            return nil
        }
        let waiter = Task { try await registry.run("work") }
        await turns()

        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        await turns()

        #expect(registry.runs.isEmpty)
        gate.open()
    }

    // MARK: - Withdrawing

    @Test func `withdrawing a command ends its run, whether or not the command responds`() async throws {
        let gate = Gate()
        try register { _ in
            await gate.pass()
            return nil
        }
        let run = registry.start("work")
        await turns()

        registry.remove("work")

        #expect(run.isFinished)
        await #expect(throws: CancellationError.self) { try await run.value }
        gate.open()
    }

    @Test func `a command that withdraws itself still gives its answer`() async throws {
        try register { [registry] _ in
            registry.remove("work")
            return "gone"
        }

        #expect(try await registry.run("work") == "gone")
    }

    @Test func `a command that is withdrawn by one that it runs still gives its answer`() async throws {
        try register("inner") { [registry] _ in
            registry.remove("work")
            return "inner"
        }
        try register { [registry] _ in "outer, " + (try await registry.run("inner") ?? "") }

        #expect(try await registry.run("work") == "outer, inner")
    }

    // MARK: - In a host

    @MainActor private final class Runner: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "runner", name: "Runner", version: "1.0.0")
        static weak var latest: Runner?
        var context: PluginContext?

        func activate(_ context: PluginContext) throws {
            self.context = context
            Runner.latest = self
        }
    }

    private func hostWithRunner() async throws -> (TestHost, PluginContext) {
        let host = TestHost(plugins: [Runner.self])
        try host.app.commands.offer(
            Command(id: "slow", title: "Slow") { [clock = host.app.clock] arguments in
                arguments.progress(0, "begun")
                try await clock.sleep(for: .seconds(10))
                arguments.progress(1, "over")
                return "done"
            }
        )
        await host.launch()
        return (host, try #require(Runner.latest?.context))
    }

    @Test func `a plugin watches a run to its end`() async throws {
        let (host, context) = try await hostWithRunner()
        var told: [String] = []

        let run = context.commands.start(
            "slow",
            completion: { told.append((try? $0.get()) ?? "failed") },
            onProgress: { told.append($0.text) }
        )
        await host.advance(by: .seconds(1))
        #expect(told == ["begun"])
        await host.advance(by: .seconds(10))

        #expect(told == ["begun", "over", "done"])
        #expect(run.isFinished)
        #expect(host.events.last == "command finished  slow  done")
    }

    @Test func `a plugin cancels a run, and the end is on the bus`() async throws {
        let (host, context) = try await hostWithRunner()
        let run = context.commands.start("slow")
        await host.advance(by: .seconds(1))

        run.cancel()

        #expect(host.events.last == "command cancelled  slow")
    }

    @Test func `a run goes on after the plugin that started it has ended, without reporting to it`() async throws {
        let (host, context) = try await hostWithRunner()
        var told = 0
        let run = context.commands.start("slow", completion: { _ in told += 1 }, onProgress: { _ in told += 1 })
        await host.advance(by: .seconds(1))

        try host.app.plugins.disable("runner")
        await host.advance(by: .seconds(20))

        #expect(told == 1)
        #expect(try await run.value == "done")
    }

    @Test func `a plugin that is ended by the news of a run's end is not told its result`() async throws {
        let (host, context) = try await hostWithRunner()
        let ending = host.app.bus.observe(CommandDidRun.self) { _ in try host.app.plugins.disable("runner") }
        let run = context.commands.start("slow") { _ in Issue.record("the closure of an ended plugin was called") }

        await host.advance(by: .seconds(20))

        #expect(run.isFinished)
        #expect(host.app.plugins.state(of: "runner") != .active)
        ending.cancel()
    }

    @Test func `a context that has ended gives a run that has failed`() async throws {
        let (host, context) = try await hostWithRunner()
        try host.app.plugins.disable("runner")

        let run = context.commands.start("slow") { _ in Issue.record("it was run") }
        await host.advance(by: .seconds(20))

        #expect(run.isFinished)
        await #expect(throws: PluginContextError.self) { try await run.value }
    }
}
