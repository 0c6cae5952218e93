import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.plugins)) struct PluginNetworkTests {
    private let address = "http://a.example/x"

    /// A fetch that a test has started, and its outcome once it has one.
    private final class Outcome {
        var result: Result<[UInt8], any Error>?
    }

    /// Starts a fetch in a task of the test, which the plugin knows nothing of.
    private func start(_ address: String, in context: PluginContext) -> (Outcome, Task<Void, Never>) {
        let outcome = Outcome()
        let task = Task {
            do {
                outcome.result = .success(try await context.network.fetch(address))
            } catch {
                outcome.result = .failure(error)
            }
        }
        return (outcome, task)
    }

    @Test func `a file's bytes come when the time moves`() async throws {
        let (host, context) = try await Watcher.launched()
        host.network[address] = .text("hello")

        let (outcome, _) = start(address, in: context)
        await host.advance(by: .seconds(1))

        #expect(try outcome.result?.get() == Array("hello".utf8))
    }

    @Test(arguments: [
        ("file:///etc/passwd", "is not an http or https address"), ("http://", "names no host"), ("", "is empty"),
    ])
    func `an address that can't be fetched is an error with the rule that it breaks`(
        address: String,
        rule: String
    ) async throws {
        let (host, context) = try await Watcher.launched()

        await #expect(throws: FetchError(address, .invalidAddress(rule))) { try await context.network.fetch(address) }
        #expect(host.network.requests == [])
    }

    @Test func `a failed fetch is an error with the address and the reason`() async throws {
        let (host, context) = try await Watcher.launched()
        host.network[address] = .status(404)

        let (outcome, _) = start(address, in: context)
        await host.advance(by: .seconds(1))

        #expect(throws: FetchError(address, .status(404))) { try outcome.result?.get() }
    }

    // MARK: - Ends

    @Test func `the plugin's end cancels a fetch, whichever task waits for it`() async throws {
        let (host, context) = try await Watcher.launched()
        host.network[address] = .text("late").delayed(by: .seconds(10))
        let (outcome, _) = start(address, in: context)
        await host.advance(by: .seconds(1))

        try host.app.plugins.disable("watcher")
        await host.advance(by: .seconds(1))

        #expect(throws: CancellationError.self) { try outcome.result?.get() }
        #expect(host.app.clock.nextDeadline == nil)
    }

    @Test func `cancelling the task cancels its fetch`() async throws {
        let (host, context) = try await Watcher.launched()
        host.network[address] = .text("late").delayed(by: .seconds(10))
        let (outcome, task) = start(address, in: context)
        await host.advance(by: .seconds(1))

        task.cancel()
        await host.advance(by: .seconds(1))

        #expect(throws: CancellationError.self) { try outcome.result?.get() }
        #expect(context.inspection.fetches.map(\.failure) == ["it was cancelled"])
    }

    @Test func `after the plugin's end a fetch, and that of a session it had made, are refused`() async throws {
        let (host, context) = try await Watcher.launched()
        let session = context.network.makeSession()
        try host.app.plugins.disable("watcher")
        let refusal = PluginContextError(plugin: "watcher", call: "network.fetch")
        let request = FetchRequest(try HTTPAddress(address))

        await #expect(throws: refusal) { try await context.network.fetch(address) }
        await #expect(throws: refusal) { try await session.fetch(request) }
        #expect(host.network.requests == [])
    }

    @Test func `a fetch under way is among what the plugin holds, and a session until it's released`() async throws {
        let (host, context) = try await Watcher.launched()
        host.network[address] = .text("late").delayed(by: .seconds(5))
        func held() -> [String] {
            context.inspection.resources(of: "watcher").filter { $0.kind == .download }.map(\.name)
        }

        var session: FetchSession? = context.network.makeSession()
        let fetch = start(address, in: context)
        await host.advance(by: .seconds(1))
        let during = held()
        await host.advance(by: .seconds(5))
        let after = held()
        withExtendedLifetime(session) {}
        session = nil

        #expect(during == ["session", address])
        #expect(after == ["session"])
        #expect(held() == [])
        #expect(try fetch.0.result?.get() == Array("late".utf8))
    }

    // MARK: - At once

    @Test func `the seventh fetch of a plugin waits for the first to end`() async throws {
        let (host, context) = try await Watcher.launched()
        let addresses = (1...8).map { "http://a.example/\($0)" }
        for address in addresses { host.network[address] = .text("late").delayed(by: .seconds(10)) }

        let fetches = addresses.map { start($0, in: context) }
        await host.advance(by: .seconds(9))
        let before = host.network.requests
        await host.advance(by: .seconds(2))

        #expect(before.sorted() == Array(addresses.prefix(6)))
        #expect(host.network.requests.sorted() == addresses)
        #expect(fetches.map { $0.0.result == nil } == [false, false, false, false, false, false, true, true])
    }

    @Test func `the time limit of a fetch that waits begins when it runs`() async throws {
        let (host, context) = try await Watcher.launched()
        let addresses = (1...7).map { "http://a.example/\($0)" }
        for address in addresses { host.network[address] = .text("late").delayed(by: .seconds(14)) }

        let fetches = addresses.map { start($0, in: context) }
        for _ in 1...2 { await host.advance(by: .seconds(15)) }

        #expect(try fetches.last?.0.result?.get() == Array("late".utf8))
    }

    @Test func `cancelling a fetch that waits ends it at once, and no request is sent`() async throws {
        let (host, context) = try await Watcher.launched()
        let addresses = (1...7).map { "http://a.example/\($0)" }
        for address in addresses { host.network[address] = .text("late").delayed(by: .seconds(10)) }
        let fetches = addresses.map { start($0, in: context) }
        await host.advance(by: .seconds(1))

        fetches.last?.1.cancel()
        await host.advance(by: .seconds(1))
        let isEnded = fetches.map { $0.0.result != nil }
        await host.advance(by: .seconds(10))

        #expect(isEnded == [false, false, false, false, false, false, true])
        #expect(throws: CancellationError.self) { try fetches.last?.0.result?.get() }
        #expect(host.network.requests.sorted() == Array(addresses.prefix(6)))
    }

    @Test func `a fetch that was cancelled makes room for one that waits`() async throws {
        let (host, context) = try await Watcher.launched()
        let addresses = (1...7).map { "http://a.example/\($0)" }
        for address in addresses { host.network[address] = .text("late").delayed(by: .seconds(10)) }
        let fetches = addresses.map { start($0, in: context) }
        await host.advance(by: .seconds(1))

        fetches.first?.1.cancel()
        await host.advance(by: .seconds(1))

        #expect(host.network.requests.sorted() == addresses)
    }

    @Test func `a plugin's end cancels the fetches that wait, too`() async throws {
        let (host, context) = try await Watcher.launched()
        host.network[address] = .text("late").delayed(by: .seconds(10))
        let fetches = (1...20).map { _ in start(address, in: context) }
        await host.advance(by: .seconds(1))

        try host.app.plugins.disable("watcher")
        await host.advance(by: .seconds(1))

        #expect(fetches.allSatisfy { $0.0.result != nil })
        #expect(host.network.requests.count == FetchQueue.mostOfOne)
    }

    // MARK: - Counts

    @Test func `requests are listed and counted with their bytes, under way, failed or done`() async throws {
        let (host, context) = try await Watcher.launched()
        host.network[address] = .text("hello")
        host.network["http://a.example/slow"] = .text("late").delayed(by: .seconds(10))

        let fetches = [address, "http://a.example/none", "http://a.example/slow"].map { start($0, in: context) }
        await host.advance(by: .seconds(1))

        let reports = context.inspection.fetches
        #expect(reports.map(\.address) == [address, "http://a.example/none", "http://a.example/slow"])
        #expect(reports.map(\.receivedBytes) == [5, 0, 0])
        #expect(reports.map { $0.endedAt == nil } == [false, false, true])
        #expect(reports.map(\.status) == [200, nil, nil])
        #expect(reports.map { $0.failure == nil } == [true, false, true])
        let totals = context.inspection.fetchTotals
        #expect(totals.map(\.owner) == [.plugin("watcher")])
        #expect(totals.map(\.requests) == [3])
        #expect(totals.map(\.failures) == [1])
        #expect(totals.map(\.receivedBytes) == [5])
        #expect(fetches.map { $0.0.result == nil } == [false, false, true])
    }
}
