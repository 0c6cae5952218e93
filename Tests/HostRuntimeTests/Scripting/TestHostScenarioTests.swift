import FoundationEssentials
import HostRuntime
import HostTestKit
import TestSupport
import Testing

@Suite(.tags(.scenarios)) struct TestHostScenarioTests {
    private struct Once: ScenarioProtocol {
        static func config() { maxExecutionsPermitted = 1 }

        static var attempt: Bool {
            var result = false
            tryToExecute { result = $0 }
            return result
        }
    }

    @Test(arguments: 1...4) @MainActor func `a type counts in the store of its own test's host`(number: Int) async {
        let host = TestHost()
        await host.launch()

        let attempts = [Once.attempt, Once.attempt]

        #expect(attempts == [true, false])
        #expect(host.decisions.map(\.isAllowed) == [true, false])
        #expect(host.app.store("scenarios").all.count == 1)
    }

    @Test(arguments: 1...4) func `so it does off the main actor, and in the tasks that the test starts`(
        number: Int
    ) async {
        let host = await TestHost()
        async let child = Once.attempt
        let first = await child

        let second = await Task.detached { Once.attempt }.value
        await host.advance(by: .zero)

        #expect([first, second, Once.attempt] == [true, false, false])
        #expect(await host.decisions.prefix(2).map(\.isAllowed) == [true, false])
    }

    private struct Spaced: ScenarioProtocol {
        static func config() { minSecondsBetweenExecutions = 10 }
    }

    @Test @MainActor func `the time that a type measures is the host's, and a clock set back blocks no longer`() async {
        let host = TestHost()
        await host.launch()
        var results: [Bool] = []

        for back in [0.0, 3600, 0, 0] {
            host.setDate(host.app.clock.date - back)
            Spaced.tryToExecute { results.append($0) }
            await host.advance(by: .seconds(6))
        }

        #expect(results == [true, false, false, true])
    }

    private final class Greeter: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "greeter", name: "Greeter", version: "1")

        func activate(_ context: PluginContext) throws {
            if Once.attempt { context.log.info("activation") }
            context.bus.observe(DidEnterBackground.self) { [log = context.log] _ in
                if Once.attempt { log.info("background") }
            }
            context.tasks.start { [time = context.time, log = context.log] in
                try await time.sleep(for: .seconds(1))
                if Once.attempt { log.info("task") }
            }
        }
    }

    @Test @MainActor func `of several hosts, each plugin's types count in its own`() async {
        let hosts = [TestHost(plugins: [Greeter.self]), TestHost(plugins: [Greeter.self])]
        for host in hosts { await host.launch() }
        for host in hosts { await host.advance(by: .seconds(1)) }
        for host in hosts { await host.enterBackground() }

        for host in hosts {
            #expect(host.events.filter { $0.hasPrefix("info  greeter") } == ["info  greeter  activation"])
            #expect(host.decisions.map(\.isAllowed) == [true, false, false])
        }
    }

    @Test @MainActor func `a host can have a folder, in which the counts outlast it`() async throws {
        let folder = try StoreFolder()

        let first = TestHost(stateDirectory: folder.path)
        await first.launch()
        let before = Once.attempt
        await first.terminate()
        let second = TestHost(stateDirectory: folder.path)
        await second.launch()

        #expect([before, Once.attempt] == [true, false])
        #expect(second.decisions.count == 1)
    }

    @Test @MainActor func `a test host has the program's name and version`() async throws {
        let host = TestHost(name: "notes", version: "2.1.0")

        #expect([host.app.name, host.app.version] == ["notes", "2.1.0"])
    }
}
