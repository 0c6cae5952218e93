import HostTestKit
import Testing

@testable import HostRuntime

/// The network of a test host, which answers by the rules of a real one.
@MainActor @Suite struct TestNetworkTests {
    /// Makes a request of a plugin, and returns how it ended while the time moves.
    private func fetch(
        _ address: String,
        version: FileVersion? = nil,
        maximumBytes: Int = 100,
        for duration: Duration = .seconds(1),
        _ prepare: (TestNetwork) -> Void
    ) async throws -> (Result<FetchResponse, any Error>?, TestHost) {
        let (host, context) = try await Watcher.launched()
        prepare(host.network)
        let request = FetchRequest(try HTTPAddress(address), version: version, maximumBytes: maximumBytes)
        var result: Result<FetchResponse, any Error>?
        let task = Task {
            do {
                result = .success(try await context.network.fetch(request))
            } catch {
                result = .failure(error)
            }
        }
        await host.advance(by: duration)
        task.cancel()
        let outcome = result
        await host.advance(by: .seconds(1))
        return (outcome, host)
    }

    @Test func `an address without an answer fails with a reason that says how to give one`() async throws {
        let (result, _) = try await fetch("http://a.example/") { _ in }

        let reason =
            "the test has no answer for 'http://a.example/'; give one with host.network[\"http://a.example/\"] = .text(…)"
        #expect(throws: FetchError("http://a.example/", .connection(reason))) { try result?.get() }
    }

    @Test func `a redirect leads to the answer of the other address`() async throws {
        let (result, host) = try await fetch("http://a.example/1") { network in
            network["http://a.example/1"] = .redirect(to: "/2")
            network["http://a.example/2"] = .text("there")
        }

        guard case .found(let bytes, let version)? = try result?.get() else {
            Issue.record("nothing was found")
            return
        }
        #expect(bytes == Array("there".utf8))
        #expect("\(version.address)" == "http://a.example/2")
        #expect(host.network.requests == ["http://a.example/1", "http://a.example/2"])
    }

    @Test func `a redirect from https to http is refused, as a server's is`() async throws {
        let (result, host) = try await fetch("https://a.example/") { network in
            network["https://a.example/"] = .redirect(to: "http://a.example/")
        }

        let reason = FetchError.Reason.forbiddenRedirect("'http://a.example/', which is not encrypted any more")
        #expect(throws: FetchError("https://a.example/", reason)) { try result?.get() }
        #expect(host.network.requests == ["https://a.example/"])
    }

    @Test func `a file over the request's limit is refused`() async throws {
        let (result, _) = try await fetch("http://a.example/", maximumBytes: 4) { network in
            network["http://a.example/"] = .text("hello")
        }

        #expect(throws: FetchError("http://a.example/", .tooLarge(limit: 4))) { try result?.get() }
    }

    @Test func `a file that is asked for with its own version isn't modified, and another one is sent`() async throws {
        let address = "http://a.example/"
        let (first, _) = try await fetch(address) { $0[address] = .text("one") }
        guard case .found(_, let version)? = try first?.get() else {
            Issue.record("nothing was found")
            return
        }

        let (same, _) = try await fetch(address, version: version) { $0[address] = .text("one") }
        let (other, _) = try await fetch(address, version: version) { $0[address] = .text("two") }

        #expect(try same?.get() == .notModified(freshSeconds: 0))
        guard case .found(let bytes, _)? = try other?.get() else {
            Issue.record("nothing was found")
            return
        }
        #expect(bytes == Array("two".utf8))
    }

    @Test func `a broken connection has the test's reason`() async throws {
        let (result, _) = try await fetch("http://a.example/") { $0["http://a.example/"] = .failure("no route") }

        #expect(throws: FetchError("http://a.example/", .connection("no route"))) { try result?.get() }
    }

    @Test(arguments: [(2, true), (3, false)])
    func `a delayed answer comes after its delay`(seconds: Int, isUnderWay: Bool) async throws {
        let (result, _) = try await fetch("http://a.example/", for: .seconds(seconds)) { network in
            network["http://a.example/"] = .text("late").delayed(by: .milliseconds(2500))
        }

        #expect((result == nil) == isUnderWay)
    }

    @Test func `an answer after the request's time limit is a timeout`() async throws {
        let (result, _) = try await fetch("http://a.example/", for: .seconds(16)) { network in
            network["http://a.example/"] = .text("late").delayed(by: .seconds(20))
        }

        #expect(throws: FetchError("http://a.example/", .timedOut(.seconds(15)))) { try result?.get() }
    }
}
