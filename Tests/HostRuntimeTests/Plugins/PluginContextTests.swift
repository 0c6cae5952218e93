import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite(.serialized) struct PluginContextTests {
    private func endedContext() async throws -> (TestHost, PluginContext) {
        let host = TestHost(plugins: [Keeper.self])
        await host.launch()
        let context = try #require(Keeper.context)
        try host.app.plugins.disable("keeper")
        Keeper.context = nil
        _ = host.takeEvents()
        return (host, context)
    }

    @Test func `after deactivation what can throw refuses with an error`() async throws {
        let (_, context) = try await endedContext()

        #expect(throws: PluginContextError(plugin: "keeper", call: "offer(late)")) {
            try context.commands.offer(Command(id: "late", title: "Late") { _ in nil })
        }
        #expect(throws: PluginContextError(plugin: "keeper", call: "provide(late)")) {
            try context.services.provide(1, for: ServiceKey("late"))
        }
        await #expect(throws: PluginContextError(plugin: "keeper", call: "run(host.quit)")) {
            try await context.commands.run("host.quit")
        }
    }

    @Test func `after deactivation what cannot throw does nothing and says so in the log`() async throws {
        let (host, context) = try await endedContext()

        let subscription = context.bus.observe(DidBecomeActive.self) { _ in }
        let window = context.windows.make(title: "late", level: .normal, root: View())
        window.show()
        let timer = context.time.schedule(after: .zero) { Issue.record("a timer of an ended plugin fired") }
        context.bus.post(DidBecomeActive())
        context.windows.afterNextFrame { Issue.record("a frame of an ended plugin") }
        context.tasks.start { Issue.record("a task of an ended plugin ran") }
        await host.advance(by: .seconds(1))

        #expect(subscription.isCancelled)
        #expect(window.isClosed)
        #expect(timer.isSpent)
        #expect(host.visibleWindows == ["page"])
        #expect(host.events.count { $0.contains("after it had ended") } == 6)
    }

    @Test func `after deactivation nothing is animated and nothing sleeps`() async throws {
        let (host, context) = try await endedContext()

        let timer = context.time.animate(
            Animation(duration: .zero),
            change: { _ in Issue.record("an animation of an ended plugin moved") },
            completion: { Issue.record("an animation of an ended plugin was completed") }
        )
        await #expect(throws: PluginContextError(plugin: "keeper", call: "sleep")) {
            try await context.time.sleep(for: .zero)
        }

        #expect(timer.isSpent)
        #expect(host.events.count { $0.contains("after it had ended") } == 1)
    }

    @Test func `after deactivation nothing is performed`() async throws {
        let (_, context) = try await endedContext()

        await #expect(throws: PluginContextError(plugin: "keeper", call: "perform")) {
            try await context.tasks.perform { Issue.record("work of an ended plugin was performed") }
        }
    }

    @Test func `a test waits for what a task performs when it moves the time`() async throws {
        let host = TestHost(plugins: [Keeper.self])
        await host.launch()
        let context = try #require(Keeper.context)
        var answer: (text: String, moment: Duration)?

        context.tasks.start {
            let text = try await context.tasks.perform { "an answer" }
            answer = (text, context.time.now)
        }
        await host.advance(by: .seconds(60))

        #expect(answer?.text == "an answer")
        #expect(answer?.moment == .zero)
        Keeper.context = nil
    }

    @Test func `the plugin's end cancels what its task performs`() async throws {
        let host = TestHost(plugins: [Keeper.self])
        await host.launch()
        let context = try #require(Keeper.context)
        let gate = Gate()
        let ended = Gate()
        context.tasks.start {
            try await context.tasks.perform {
                await gate.passage()
                if Task.isCancelled { await ended.passage() }
            }
        }
        await gate.arrival()

        try host.app.plugins.disable("keeper")
        gate.open()

        await ended.arrival()
        ended.open()
        Keeper.context = nil
    }

    @Test func `the sleep of a task is not that of the command that began it`() async throws {
        let host = TestHost(plugins: [Keeper.self])
        await host.launch()
        let context = try #require(Keeper.context)
        var turns = 0
        try context.commands.offer(
            Command(id: "begin", title: "Begin") { _ in
                context.tasks.start { try await context.time.sleep(for: .seconds(1)) }
                for _ in 0..<100 {
                    await Task.yield()
                    turns += 1
                }
                return nil
            }
        )

        context.commands.start("begin")
        await host.advance(by: .zero)

        #expect(turns == 100)
        Keeper.context = nil
    }

    @Test func `a task that has not begun when the plugin ends never begins`() async throws {
        let host = TestHost(plugins: [Keeper.self])
        await host.launch()
        let context = try #require(Keeper.context)

        context.tasks.start { Issue.record("a task of an ended plugin ran") }
        try host.app.plugins.disable("keeper")
        await host.advance(by: .seconds(1))
        Keeper.context = nil
    }

    @Test func `spent resources are not kept`() async throws {
        let host = TestHost(plugins: [Keeper.self])
        await host.launch()
        let context = try #require(Keeper.context)

        for _ in 0..<1000 {
            context.bus.observe(DidBecomeActive.self) { _ in }.cancel()
            context.time.schedule(after: .zero) {}.cancel()
        }

        #expect(context.resourceCount == 0)
        Keeper.context = nil
    }

    @Test func `a plugin reads its own section of the configuration`() async throws {
        let configuration = HostConfiguration(["keeper": ["seconds": 3], "other": ["seconds": 4]])
        let host = TestHost(plugins: [Keeper.self], configuration: configuration)
        await host.launch()

        let context = try #require(Keeper.context)
        #expect(context.configuration == ["seconds": 3])
        #expect(context.configuration(section: "other") == ["seconds": 4])
        Keeper.context = nil
    }

    @Test func `after next frame comes after what is shown now was brought`() async throws {
        let host = TestHost(plugins: [Keeper.self])
        await host.launch()
        let context = try #require(Keeper.context)
        var seen: Bool?
        let window = context.windows.make(title: "hello", level: .alert, root: Label("hello there"))
        window.show()

        context.windows.afterNextFrame { seen = host.frame.contains("hello there") }
        #expect(seen == nil)
        await host.advance(by: .zero)

        #expect(seen == true)
        Keeper.context = nil
    }

    @Test func `an error of a task is reported under the plugin's name`() async throws {
        let host = TestHost(plugins: [Keeper.self])
        await host.launch()
        let context = try #require(Keeper.context)

        context.tasks.start { throw CommandError.unknownCommand("x", nearest: nil) }
        await host.advance(by: .zero)

        #expect(host.events.contains("error  keeper  a task ended with Nobody offers a command 'x'."))
        Keeper.context = nil
    }
}

/// Keeps its context for longer than it may.
private final class Keeper: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "keeper", name: "Keeper", version: "1")
    static var context: PluginContext?

    func activate(_ context: PluginContext) {
        Keeper.context = context
    }
}
