import HostTestKit
import Testing

@testable import HostRuntime
@testable import MessageBus

@MainActor @Suite struct PluginInspectionBusTests {
    private let host = TestHost(plugins: [Watcher.self])

    private func context() async throws -> PluginContext {
        await host.launch()
        return try Watcher.context(in: host)
    }

    @Test func `the topics are listed with their counters`() async throws {
        let context = try await context()
        let subscription = host.app.bus.observe(named: "shop.changed") { _ in }

        host.app.bus.post(named: "shop.changed")

        let topic = try #require(context.inspection.topics.last)
        #expect(topic.messageName == "shop.changed")
        #expect(topic.isNamed)
        #expect(topic.posts == 1)
        #expect(topic.observers == 1)
        #expect(topic.topic == context.inspection.topics.count - 1)
        #expect(!context.inspection.topics.filter(\.isSticky).isEmpty)
        withExtendedLifetime(subscription) {}
    }

    @Test func `observers are listed with the file and line that added them`() async throws {
        let context = try await context()
        let line = #line + 1
        context.bus.observe(DidResize.self) { _ in }

        let observer = try #require(context.inspection.observers.first { $0.messageName == "DidResize" })

        #expect(observer.owner == .plugin("watcher"))
        #expect(observer.place == "\(#fileID):\(line)")
        #expect(observer.delivery == .mainActor)
        #expect(context.inspection.topics[observer.topic].messageName == "DidResize")
    }

    @Test func `a post of a plugin tells the line of the timer that it was made in`() async throws {
        let context = try await context()
        var events: [BusEvent] = []
        let watch = context.inspection.watchTraffic { events += $0.events }
        defer { watch.cancel() }
        let line = #line + 1
        context.time.schedule(after: .seconds(1)) { context.bus.post(named: "tick") }

        await host.advance(by: .seconds(1))

        let event = try #require(events.first { $0.messageName == "tick" })
        #expect(event.owner == .plugin("watcher"))
        #expect(event.time == .seconds(1))
        #expect(event.place == "\(#fileID):\(line)")
    }

    @Test func `an event keeps the beginning of a long text`() async throws {
        let context = try await context()
        var events: [BusEvent] = []
        let watch = context.inspection.watchTraffic { events += $0.events }
        defer { watch.cancel() }

        context.bus.post(named: "letter", ["text": .string(String(repeating: "ä", count: 100_000))])
        await host.advance(by: .zero)

        let text = try #require(events.first { $0.messageName == "letter" }?.text)
        #expect(text.utf8.count < 4096 + 40)
        #expect(text.hasSuffix("bytes more)"))
    }

    @Test func `a message tells the party that it is about`() async throws {
        let context = try await context()
        var events: [BusEvent] = []
        let watch = context.inspection.watchTraffic { events += $0.events }
        defer { watch.cancel() }

        context.windows.make(title: "shelf", level: .normal, root: View()).show()
        try context.commands.offer(Command(id: "watcher.look", title: "Look") { _ in nil })
        try await host.run("watcher.look")
        try context.services.provide(1, for: ServiceKey<Int>("watcher.count"))
        await host.advance(by: .zero)

        let subjects = Dictionary(events.map { ($0.messageName, $0.subject) }, uniquingKeysWith: { first, _ in first })
        #expect(subjects["WindowDidChange"] == .plugin("watcher"))
        #expect(subjects["CommandDidRun"] == .plugin("watcher"))
        #expect(subjects["ServiceDidChange"] == .plugin("watcher"))
        #expect(subjects["CommandsDidChange"] == .some(nil))
    }

    @Test func `a watch on the traffic ends when it is cancelled, and with the plugin`() async throws {
        let context = try await context()
        var count = 0
        let first = context.inspection.watchTraffic { _ in count += 1 }
        let second = context.inspection.watchTraffic { _ in count += 1 }
        let resources = context.inspection.resources(of: "watcher").map(\.kind)
        #expect(resources == [.service, .watch, .watch])

        first.cancel()
        #expect(context.inspection.resources(of: "watcher").map(\.kind) == [.service, .watch])
        try host.app.plugins.disable("watcher")
        host.app.bus.post(named: "shop.changed")
        await host.advance(by: .zero)

        #expect(count == 0)
        #expect(context.inspection.topics.isEmpty)
        #expect(context.inspection.observers.isEmpty)
        #expect(context.inspection.leakWarnings.isEmpty)
        #expect(second.isCancelled)
        #expect(context.inspection.watchTraffic { _ in }.isCancelled)
    }

    @Test func `a flood does not grow the memory`() async throws {
        let context = try await context()
        var last: BusTraffic?
        let watch = context.inspection.watchTraffic(limit: 10) { last = $0 }
        defer { watch.cancel() }

        for _ in 0..<1000 { host.app.bus.post(named: "flood") }
        await host.advance(by: .zero)

        #expect(last?.events.count == 10)
        #expect(last?.dropped == 990)
    }
}
