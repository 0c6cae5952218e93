import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct PluginInspectionLogTests {
    private let host = TestHost(plugins: [Watcher.self])

    private func context() async throws -> PluginContext {
        await host.launch()
        return try Watcher.context(in: host)
    }

    @Test func `the entries in memory are numbered, with level, owner and time`() async throws {
        let context = try await context()
        host.app.log.warning("one")
        await host.advance(by: .seconds(2))
        context.log.error("two")

        let entries = context.inspection.log.suffix(2)

        #expect(entries.map(\.text) == ["one", "two"])
        #expect(entries.map(\.level) == [.warning, .error])
        #expect(entries.map(\.owner) == [.host, .plugin("watcher")])
        #expect(entries.map(\.time) == [.zero, .seconds(2)])
        #expect(entries.last.map(\.number) == entries.first.map { $0.number + 1 })
    }

    @Test func `a watch gets each new entry until it's cancelled, and until the plugin ends`() async throws {
        let context = try await context()
        var (first, second): ([String], [String]) = ([], [])
        let watch = context.inspection.watchLog { first.append($0.text) }
        let other = context.inspection.watchLog { second.append($0.text) }

        host.app.log.info("one")
        watch.cancel()
        host.app.log.info("two")
        try host.app.plugins.disable("watcher")
        host.app.log.info("three")

        #expect(first == ["one"])
        #expect(second.prefix(2) == ["one", "two"])
        #expect(!second.contains("three"))
        #expect(context.inspection.log.isEmpty)
        #expect(other.isCancelled)
        #expect(context.inspection.watchLog { _ in }.isCancelled)
    }

    @Test func `what a watch logs itself is kept and not reported`() async throws {
        let context = try await context()
        var reported: [String] = []
        let watch = context.inspection.watchLog {
            reported.append($0.text)
            context.log.info("seen: \($0.text)")
        }

        host.app.log.info("one")

        #expect(reported == ["one"])
        watch.cancel()
        #expect(host.app.log.entries.last?.text == "seen: one")
    }

    @MainActor private final class Later {
        var watch: InspectionWatch?
    }

    @Test func `a watch that another one ends during a report doesn't get that report`() async throws {
        let context = try await context()
        var seen: [String] = []
        let later = Later()
        let first = context.inspection.watchLog { entry in
            later.watch?.cancel()
            seen.append("first: \(entry.text)")
        }
        later.watch = context.inspection.watchLog { seen.append("second: \($0.text)") }

        host.app.log.info("one")

        #expect(seen == ["first: one"])
        first.cancel()
    }
}
