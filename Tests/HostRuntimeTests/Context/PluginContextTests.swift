import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.plugins)) struct PluginContextTests {
    private func endedContext() async throws -> (TestHost, PluginContext) {
        let (host, context) = try await Watcher.launched()
        try host.app.plugins.disable("watcher")
        _ = host.drainEvents()
        return (host, context)
    }

    @Test func `after the plugin's end every member that can throw throws`() async throws {
        let (_, context) = try await endedContext()
        func refusal(_ call: String) -> PluginContextError { PluginContextError(plugin: "watcher", call: call) }

        #expect(throws: refusal("commands.offer(late)")) {
            try context.commands.offer(Command(id: "late", title: "Late") { _ in nil })
        }
        await #expect(throws: refusal("commands.run(host.quit)")) { try await context.commands.run("host.quit") }
        #expect(throws: refusal("services.provide(late)")) {
            try context.services.provide(1, for: ServiceKey("late"))
        }
        await #expect(throws: refusal("time.sleep")) { try await context.time.sleep(for: .zero) }
        await #expect(throws: refusal("network.fetch")) { try await context.network.fetch("http://a.example/") }
        await #expect(throws: refusal("tasks.perform")) {
            try await context.tasks.perform { Issue.record("work of an ended plugin was performed") }
        }
    }

    @Test func `after the plugin's end every other member does nothing and logs the refusal`() async throws {
        let (host, context) = try await endedContext()
        let key = ServiceKey<Int>("number")
        try host.app.services.provide(7, for: key)
        host.app.store("watcher").update { $0["kept"] = 1 }
        let fail: @Sendable (Any) -> Void = { _ in Issue.record("an ended plugin was called") }

        let subscriptions: [Subscription] = [
            context.bus.observe(DidBecomeActive.self) { fail($0) },
            context.bus.observe(named: "late") { fail($0) },
            context.bus.bridge(
                DidBecomeActive.self,
                to: "late",
                encode: { ["late": .string("\($0)")] },
                decode: { _ in nil }
            ),
        ]
        context.bus.post(DidBecomeActive())
        context.bus.post(named: "late")
        var typed = context.bus.messages(of: DidFinishLaunching.self).makeAsyncIterator()
        var named = context.bus.messages(named: "late").makeAsyncIterator()
        let announced = WillTerminate()
        let hold = context.bus.hold(announced, "late", for: .seconds(1))
        let window = context.windows.make(title: "late", level: .normal, root: View())
        window.show()
        context.windows.afterNextFrame { fail(0) }
        context.windows.onTextEntryChange { _ in fail(0) }
        let timers: [HostTimer] = [
            context.time.schedule(after: .zero) { fail(0) },
            context.time.animate(Animation(duration: .zero), change: { _ in fail(0) }, completion: { fail(0) }),
        ]
        context.tasks.start { fail(0) }
        _ = context.network.makeSession()
        let run = context.commands.start("host.quit")
        context.commands.availabilityDidChange()
        context.log.info("late")
        await host.advance(by: .seconds(1))

        #expect(subscriptions.map(\.isCancelled) == [true, true, true])
        #expect(await typed.next() == nil)
        #expect(await named.next() == nil)
        #expect(context.bus.lastValue(of: DidFinishLaunching.self) == nil)
        #expect(!hold.isPending)
        #expect(window.isClosed)
        #expect(context.windows.visible.isEmpty)
        #expect(context.windows.traits == host.app.traits)
        #expect(context.windows.textEntry == nil)
        #expect(!context.windows.hasText(in: Rect(origin: .zero, size: host.app.traits.size)))
        #expect(timers.map(\.isSpent) == [true, true])
        #expect(context.time.now == .zero)
        #expect(context.time.date < host.app.clock.date)
        #expect(context.time.timeZone == host.app.clock.timeZone)
        #expect(throws: PluginContextError(plugin: "watcher", call: "commands.start(host.quit)")) {
            try run.result?.get()
        }
        #expect(context.commands.all.isEmpty)
        #expect(context.commands["host.quit"] == nil)
        #expect(!context.commands.isRunning("host.quit"))
        #expect(context.services.reference(to: key).value == nil)
        #expect(context.storage.store.all.isEmpty)
        #expect(context.storage.store(named: "other").all.isEmpty)
        #expect(context.storage.secretStore.all.isEmpty)
        #expect(context.storage.cache.totalBytes == 0)
        #expect(context.settings(section: "other") == SettingValues())
        #expect(context.lifecycleState == .terminated)
        #expect(host.visibleWindows == ["page"])
        let refused = host.events.filter { $0.hasPrefix("error  watcher  Plugin 'watcher' called ") }
            .map { $0.split(separator: " ")[5] }
        #expect(
            Set(refused) == [
                "bus.observe(DidBecomeActive)", "bus.observe(named:", "bus.bridge(DidBecomeActive)", "bus.post",
                "bus.messages(of:", "bus.messages(named:", "bus.hold", "bus.lastValue(of:", "windows.make",
                "windows.afterNextFrame", "windows.onTextEntryChange", "windows.visible", "windows.traits",
                "windows.textEntry", "windows.hasText",
                "time.schedule", "time.animate", "time.now", "time.date", "time.timeZone",
                "tasks.start", "network.makeSession", "commands.start(host.quit)", "commands.availabilityDidChange",
                "commands.all",
                "commands[host.quit]", "commands.isRunning(host.quit)",
                "services.reference(number)", "storage.store", "storage.store(named:)",
                "storage.secretStore", "storage.cache", "log.info",
                "settings(section:)", "lifecycleState",
            ]
        )
    }

    @Test func `a refusal is logged once for each member`() async throws {
        let (host, context) = try await endedContext()

        for _ in 0..<1000 { context.bus.post(DidBecomeActive()) }

        #expect(host.events.count { $0.contains("after it had ended") } == 1)
    }

    @Test func `a refusal is logged once for each member, whatever the arguments are`() async throws {
        let (host, context) = try await endedContext()

        for number in 0..<100 {
            context.commands.start("late.\(number)")
            context.bus.observe(named: NotificationName("late: \(number)")) { _ in }
            _ = context.services.reference(to: ServiceKey<Int>("late(\(number))"))
        }

        let refused = host.events.filter { $0.contains("after it had ended") }
        #expect(refused.count == 3)
        #expect(refused.first?.contains("commands.start(late.0)") == true)
    }

    @Test func `a plugin iterates messages until it ends`() async throws {
        let (host, context) = try await Watcher.launched()
        var iterator = context.bus.messages(of: DidFinishLaunching.self).makeAsyncIterator()
        var named = context.bus.messages(named: "party").makeAsyncIterator()
        host.app.bus.post(named: "party", ["guests": 3])

        #expect(await iterator.next() != nil)
        #expect(await named.next()?["guests"] == 3)
        try host.app.plugins.disable("watcher")
        #expect(await iterator.next() == nil)
        #expect(await named.next() == nil)
    }

    @Test func `a plugin reads the last value of a sticky message type`() async throws {
        let (_, context) = try await Watcher.launched()

        #expect(context.bus.lastValue(of: DidFinishLaunching.self) != nil)
    }

    @Test func `the bus keeps a plugin's sticky message until the plugin ends`() async throws {
        struct Greeting: BusMessage {
            static var isSticky: Bool { true }
            let forecast: Forecast
        }
        let (host, context) = try await Watcher.launched()
        weak var forecast: Forecast?
        do {
            let instance = Forecast()
            forecast = instance
            context.bus.post(Greeting(forecast: instance))
        }
        #expect(forecast != nil)

        try host.app.plugins.disable("watcher")

        #expect(host.app.bus.lastValue(of: Greeting.self) == nil)
        #expect(forecast == nil)
    }

    @Test func `a plugin's bridge between a type and a name ends with the plugin`() async throws {
        struct Party: BusMessage, Equatable { let guests: Int }
        let (host, context) = try await Watcher.launched()
        context.bus.bridge(
            Party.self,
            to: "party",
            encode: { ["guests": .int($0.guests)] },
            decode: { $0["guests"]?.intValue.map(Party.init) }
        )
        var heard: [Int] = []
        let parties = host.app.bus.observe(Party.self) { heard.append($0.guests) }
        let names = host.app.bus.observe(named: "party") { heard.append(($0["guests"]?.intValue ?? 0) * 10) }

        host.app.bus.post(Party(guests: 2))
        host.app.bus.post(named: "party", ["guests": 3])
        try host.app.plugins.disable("watcher")
        host.app.bus.post(Party(guests: 4))

        #expect(heard.sorted() == [2, 3, 4, 20, 30])
        withExtendedLifetime((parties, names)) {}
    }

    @Test func `a test waits for what a task performs when it moves the time`() async throws {
        let (host, context) = try await Watcher.launched()
        var answer: (text: String, moment: Duration)?

        context.tasks.start {
            let text = try await context.tasks.perform { "an answer" }
            answer = (text, context.time.now)
        }
        await host.advance(by: .seconds(60))

        #expect(answer?.text == "an answer")
        #expect(answer?.moment == .zero)
    }

    @Test func `the plugin's end cancels what its task performs`() async throws {
        let (host, context) = try await Watcher.launched()
        let gate = Gate()
        let ended = Gate()
        context.tasks.start {
            try await context.tasks.perform {
                await gate.passage()
                if Task.isCancelled { await ended.passage() }
            }
        }
        await gate.arrival()

        try host.app.plugins.disable("watcher")
        gate.open()

        await ended.arrival()
        ended.open()
    }

    @Test func `a timer's calls are recorded with the line that scheduled it`() async throws {
        let (host, context) = try await Watcher.launched()
        var places: [String] = []

        context.time.schedule(after: .zero) { places.append(RunningCode.mainStack.innermost?.entry.place ?? "") }
        context.windows.afterNextFrame { places.append(RunningCode.mainStack.innermost?.entry.place ?? "") }
        let line = #line - 2
        await host.advance(by: .seconds(1))

        let file = "HostRuntimeTests/PluginContextTests.swift"
        #expect(places.sorted() == ["after a frame, \(file):\(line + 1)", "in a timer, \(file):\(line)"])
    }

    @Test func `the sleep of a task is not that of the command that began it`() async throws {
        let (host, context) = try await Watcher.launched()
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
    }

    @Test func `a task that has not begun when the plugin ends never begins`() async throws {
        let (host, context) = try await Watcher.launched()

        context.tasks.start { Issue.record("a task of an ended plugin ran") }
        try host.app.plugins.disable("watcher")
        await host.advance(by: .seconds(1))
    }

    @Test func `spent resources are not kept`() async throws {
        let (_, context) = try await Watcher.launched()

        let before = context.resources.count

        for _ in 0..<1000 {
            context.bus.observe(DidBecomeActive.self) { _ in }.cancel()
            context.time.schedule(after: .zero) {}.cancel()
        }

        #expect(context.resources.count == before)
    }

    @Test func `a plugin reads its own section of the configuration`() async throws {
        let configuration = HostConfiguration(["watcher": ["seconds": 3], "other": ["seconds": 4]])

        let (_, context) = try await Watcher.launched(configuration: configuration)

        #expect(context.settings == ["seconds": 3])
        #expect(context.settings(section: "other") == ["seconds": 4])
    }

    @Test func `after next frame comes after what is shown now was brought`() async throws {
        let (host, context) = try await Watcher.launched()
        var seen: Bool?
        let window = context.windows.make(title: "hello", level: .alert, root: Label("hello there"))
        window.show()

        context.windows.afterNextFrame { seen = host.frame.contains("hello there") }
        #expect(seen == nil)
        await host.advance(by: .zero)

        #expect(seen == true)
    }

    @Test func `a plugin finds text of others below its own, and none where nothing is drawn`() async throws {
        let (host, context) = try await Watcher.launched()
        let cover = context.windows.make(title: "cover", level: .alert, root: Label("covers all of it"))
        let label = Label("here", frame: Rect(x: 2, y: 1, width: 6, height: 1))
        let frame = Rect(x: 10, y: 3, width: 20, height: 5)
        let window = host.app.makeWindow(title: "text", level: .statusBar, frame: frame, root: View())
        window.rootView?.addSubview(label)
        window.show()
        cover.show()
        await host.advance(by: .zero)

        let found = [
            Rect(x: 0, y: 4, width: 12, height: 1), Rect(x: 0, y: 4, width: 13, height: 1),
            Rect(x: 16, y: 0, width: 64, height: 24), Rect(x: -9, y: -9, width: 200, height: 200),
        ]
        .map { context.windows.hasText(in: $0) }
        window.close()
        await host.advance(by: .zero)

        #expect(found == [false, true, false, true])
        #expect(!context.windows.hasText(in: Rect(x: -9, y: -9, width: 200, height: 200)))
    }

    @Test func `an object that goes with a spent resource may use the context`() async throws {
        let (host, context) = try await Watcher.launched()
        var uses = 0
        let command = Command(id: "boom", title: "Boom") { _ in
            throw Parting(
                Farewell {
                    uses += 1
                    context.time.schedule(after: .seconds(5)) {}
                }
            )
        }
        try context.commands.offer(command)
        context.commands.start("boom")
        await host.advance(by: .seconds(1))

        for _ in 0..<200 { context.time.schedule(after: .seconds(1000)) {} }

        #expect(uses == 1)
    }

    @Test func `an animation completes even if its last step acquires many resources`() async throws {
        let (host, context) = try await Watcher.launched()
        var completions = 0
        context.time.animate(Animation(duration: .seconds(1), steps: 4)) { progress in
            guard progress == 1 else { return }
            for _ in 0..<200 { context.time.schedule(after: .seconds(1000)) {} }
        } completion: {
            completions += 1
        }

        await host.advance(by: .seconds(2))

        #expect(completions == 1)
    }

    @Test func `an error of a task is reported under the plugin's name`() async throws {
        let (host, context) = try await Watcher.launched()

        context.tasks.start { throw CommandError.unknownCommand("x", nearest: nil) }
        await host.advance(by: .zero)

        #expect(host.events.contains("error  watcher  a task threw There is no command 'x'."))
    }
}

/// Calls a closure when it's released.
@MainActor private final class Farewell: Sendable {
    private let act: @MainActor () -> Void

    init(_ act: @escaping @MainActor () -> Void) {
        self.act = act
    }

    isolated deinit {
        act()
    }
}

/// An error that holds something.
private struct Parting: Error {
    let farewell: Farewell

    init(_ farewell: Farewell) {
        self.farewell = farewell
    }
}
