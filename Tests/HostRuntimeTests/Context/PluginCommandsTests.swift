import HostTestKit
import Testing

@testable import HostRuntime

// One after the other: a plugin is found through a static of its type.
@MainActor @Suite(.serialized) struct PluginCommandsTests {
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
                arguments.reportProgress(0, "begun")
                try await clock.sleep(for: .seconds(10))
                arguments.reportProgress(1, "over")
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

    @Test func `a run continues after the plugin that started it has ended, without reporting to it`() async throws {
        let (host, context) = try await hostWithRunner()
        var told = 0
        let run = context.commands.start("slow", completion: { _ in told += 1 }, onProgress: { _ in told += 1 })
        await host.advance(by: .seconds(1))

        try host.app.plugins.disable("runner")
        await host.advance(by: .seconds(20))

        #expect(told == 1)
        #expect(try await run.value == "done")
    }

    @Test func `a plugin that an observer of its run's end disables doesn't receive the result`() async throws {
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

    @MainActor private final class Worker: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "worker", name: "Worker", version: "1.0.0")

        func activate(_ context: PluginContext) throws {
            try context.commands.offer(
                Command(id: "work", title: "Work") { _ in
                    defer {
                        context.commands.availabilityDidChange()
                        context.bus.post(named: "work.over")
                    }
                    try await context.time.sleep(for: .seconds(60))
                    return nil
                }
            )
            try context.commands.offer(
                Command(id: "ignore", title: "Ignore") { _ in
                    // A task of its own isn't cancelled with the command's.
                    await Task { try? await context.time.sleep(for: .seconds(60)) }.value
                    return nil
                }
            )
        }
    }

    @Test func `what a command does when the program's end cancels it still reaches the program`() async throws {
        var over = 0
        let host = TestHost(plugins: [Worker.self]) { host in
            host.bus.observe(named: "work.over") { _ in over += 1 }
        }
        await host.launch()
        host.app.commands.start("work")
        host.app.commands.start("ignore")
        await host.advance(by: .seconds(1))

        await host.terminate()

        #expect(over == 1)
        #expect(host.events.contains("command cancelled  work"))
        let held = "warning  worker  held the program for longer than 0.25 s: ignore doesn't end"
        #expect(host.events.contains { $0.hasPrefix(held) })
        #expect(host.events.filter { $0.hasPrefix("error") } == [])
    }
}
