import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct PluginInspectionCommandsTests {
    private let host = TestHost(plugins: [Watcher.self])

    private func context() async throws -> PluginContext {
        await host.launch()
        return try Watcher.context(in: host)
    }

    @Test func `a command is listed with its owner, its runs and the holder of its key`() async throws {
        let context = try await context()
        let key = KeyEvent(.character("x"))
        try host.app.commands.offer(Command(id: "shop.first", title: "First", key: key) { _ in nil })
        try context.commands.offer(
            Command(id: "watcher.wait", title: "Wait", key: key) { [time = context.time] _ in
                try await time.sleep(for: .seconds(5))
                return nil
            }
        )
        context.commands.start("watcher.wait")
        await host.advance(by: .seconds(1))

        let reports = context.inspection.commands
        let first = try #require(reports.first { $0.command.id == "shop.first" })
        let second = try #require(reports.first { $0.command.id == "watcher.wait" })

        #expect([first.owner, second.owner] == [.host, .plugin("watcher")])
        #expect([first.runCount, second.runCount] == [0, 1])
        #expect([first.keyHolder, second.keyHolder] == ["shop.first", "shop.first"])
        #expect([first.hasLostKey, second.hasLostKey] == [false, true])
        #expect(reports.first { $0.command.id == "host.counts" }?.keyHolder == nil)
    }

    @Test func `a service is listed with its provider and its type`() async throws {
        let context = try await context()
        try host.app.services.provide(7, for: ServiceKey<Int>("shop.count"))

        #expect(
            context.inspection.services.map { "\($0.name) \($0.owner) \($0.typeName)" } == [
                "shop.count host Swift.Int", "watcher.context watcher HostRuntime.PluginContext",
            ]
        )
    }

    @Test func `after the plugin's end there are none`() async throws {
        let context = try await context()
        try host.app.plugins.disable("watcher")

        #expect(context.inspection.commands.isEmpty)
        #expect(context.inspection.services.isEmpty)
    }
}
