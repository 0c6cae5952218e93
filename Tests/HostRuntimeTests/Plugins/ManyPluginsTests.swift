import HostTestKit
import TestSupport
import Testing

@testable import HostBase
@testable import HostRuntime

/// The cost of many plugins, and of one that is enabled and disabled again and again: counted, not timed.
@MainActor @Suite(.serialized, .tags(.faults)) struct ManyPluginsTests {
    @Test func `two hundred plugins are activated after one plan, and their end leaves nothing behind`() async throws {
        Living.isFailing = { _ in false }
        let host = TestHost(plugins: numbered(200))
        let before = host.app.counts
        await host.launch()
        let launched = host.app.counts
        #expect(host.app.plugins.activeIDs.count == 200)
        #expect(Living.count == 200)
        #expect(host.app.plugins.planCount == 1)
        #expect(launched.windows == before.windows + 200)
        #expect(launched.services == before.services + 200)

        for id in host.app.plugins.activeIDs.reversed() { try host.app.plugins.disable(id) }

        #expect(Living.count == 0)
        #expect(host.app.counts.observers == before.observers)
        #expect(host.app.counts.windows == before.windows)
        #expect(host.app.counts.timers <= before.timers + 1, "a frame may be due")
        #expect(host.app.counts.services == before.services)
        #expect(host.app.counts.commands == launched.commands - 200)
    }

    @Test func `plugins that fail do not cause a plan each, also where others require their services`() async {
        Living.isFailing = { !$0.isMultiple(of: 3) }
        let host = TestHost(plugins: numbered(300))

        await host.launch()

        // 0, 3, 6, … run; those after them fail, and those that require one that failed are blocked.
        #expect(host.app.plugins.activeIDs.count == 100)
        #expect(host.app.plugins.planCount == 2)
        #expect(host.app.plugins.state(of: "numbered-001")?.name == "failed")
        #expect(host.app.plugins.state(of: "numbered-002")?.name == "blocked")
    }

    @Test func `a plugin that is enabled and disabled 1,000 times leaves everything as it was`() async throws {
        Living.isFailing = { _ in false }
        let host = TestHost(plugins: numbered(3))
        await host.launch()
        let registry = host.app.plugins
        func round() throws {
            try registry.disable("numbered-000")
            try registry.enable("numbered-000")
        }
        try round()
        let counts = host.app.counts
        let topics = host.app.bus.statistics().count
        let plans = registry.planCount
        try round()
        let plansOfRound = registry.planCount - plans

        for _ in 1..<1000 { try round() }

        #expect(host.app.counts == counts)
        #expect(host.app.bus.statistics().count == topics)
        #expect(registry.planCount == plans + 1000 * plansOfRound)
        #expect(registry.report.count == 3)
        #expect(registry.activeIDs == ["numbered-001", "numbered-002", "numbered-000"])
        #expect(Living.count == 3)
    }

    @Test func `a circle of thousands is found once, and has one path`() {
        let count = 3000
        let graph = PluginGraph(
            (0..<count).map { number in
                let after = "\((number + 1) % count + 10_000)"
                return PluginGraph.Node(
                    PluginManifest(id: "\(number + 10_000)", name: "", version: "1", after: [after])
                )
            }
        )

        #expect(graph.order == [])
        #expect(graph.blocked.count == count)
        #expect(Set(graph.blocked.values) == [.cycle((0...count).map { "\($0 % count + 10_000)" })])
    }

    @Test func `thousands of plugins that lack a service each are not compared with all services`() {
        let graph = PluginGraph(
            (0..<3000).map { number in
                let (lacking, own) = ("thing-\(number)", "thong-\(number)")
                return PluginGraph.Node(
                    PluginManifest(id: "\(number)", name: "", version: "1", requires: [lacking], provides: [own])
                )
            }
        )

        let hints = graph.blocked.values.filter {
            if case .missingService(_, .some) = $0 { true } else { false }
        }
        #expect(graph.blocked.count == 3000)
        #expect(hints.count == SpellingHints.limit)
    }
}

// MARK: - Plugins by number

@MainActor private enum Living {
    static var count = 0
    static var isFailing: (Int) -> Bool = { _ in false }
}

/// A plugin of three digits, because a host takes each type once.
private final class Numbered<Hundreds: Digit, Tens: Digit, Ones: Digit>: HostPlugin {
    nonisolated static var number: Int { Hundreds.value * 100 + Tens.value * 10 + Ones.value }

    nonisolated static var id: String { "numbered-\(Hundreds.value)\(Tens.value)\(Ones.value)" }

    nonisolated static var manifest: PluginManifest {
        // Of three, the last requires the one before it.
        let previous = "numbered-\(Hundreds.value)\(Tens.value)\(Ones.value - 1)"
        let requires = number % 3 == 2 && Ones.value > 0 ? [previous] : []
        return PluginManifest(id: id, name: id, version: "1", requires: requires, provides: [id])
    }

    init() { Living.count += 1 }

    isolated deinit { Living.count -= 1 }

    func activate(_ context: PluginContext) throws {
        let id = Self.id
        if Living.isFailing(Self.number) { throw Failure() }
        context.bus.observe(named: NotificationName(id)) { _ in }
        context.time.schedule(every: .seconds(60)) {}
        try context.commands.offer(Command(id: id, title: "Nothing") { _ in nil })
        try context.services.provide(Token(), for: ServiceKey<Token>(id))
        let frame = Rect(x: 0, y: 0, width: 4, height: 1)
        context.windows.make(title: id, level: .normal, frame: frame, root: View()).show()
    }
}

private struct Token: Sendable {}

private struct Failure: Error {}

private protocol Digit: SendableMetatype { static var value: Int { get } }
private enum Digit0: Digit { static let value = 0 }
private enum Digit1: Digit { static let value = 1 }
private enum Digit2: Digit { static let value = 2 }
private enum Digit3: Digit { static let value = 3 }
private enum Digit4: Digit { static let value = 4 }
private enum Digit5: Digit { static let value = 5 }
private enum Digit6: Digit { static let value = 6 }
private enum Digit7: Digit { static let value = 7 }
private enum Digit8: Digit { static let value = 8 }
private enum Digit9: Digit { static let value = 9 }

private let digits: [any Digit.Type] = [
    Digit0.self, Digit1.self, Digit2.self, Digit3.self, Digit4.self,
    Digit5.self, Digit6.self, Digit7.self, Digit8.self, Digit9.self,
]

/// Returns plugins of different types, with the numbers from 0.
private func numbered(_ count: Int) -> [any HostPlugin.Type] {
    func make<A: Digit, B: Digit, C: Digit>(_: A.Type, _: B.Type, _: C.Type) -> any HostPlugin.Type {
        Numbered<A, B, C>.self
    }
    return (0..<count).map { number in
        let hundreds = digits[number / 100]
        let tens = digits[number / 10 % 10]
        let ones = digits[number % 10]
        return make(hundreds, tens, ones)
    }
}
