import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct HostNetworkTests {
    private func network() -> HostNetwork { HostNetwork(transport: TestHost().network) }

    private func request(_ path: Int) throws -> FetchRequest {
        FetchRequest(try HTTPAddress("http://a.example/\(path)"))
    }

    @Test func `the newest hundred requests are listed, and all are counted`() throws {
        let network = network()

        for path in 0..<250 {
            network.end(network.begin(try request(path), of: .plugin("a"), at: .zero), at: .zero, failure: nil)
        }

        #expect(network.reports.map(\.address) == (150..<250).map { "http://a.example/\($0)" })
        #expect(network.allTotals.map(\.requests) == [250])
    }

    @Test func `each party has a sum of its own, to which bytes after a cancellation count, too`() throws {
        let network = network()
        let first = network.begin(try request(1), of: .plugin("b"), at: .zero)
        let second = network.begin(try request(2), of: .plugin("b"), at: .zero)
        let other = network.begin(try request(3), of: .plugin("a"), at: .zero)

        network.end(first, at: .seconds(1), failure: "it was cancelled")
        for (record, count) in [(first, 10), (second, 20), (other, 5)] { record.meter.add(count) }

        #expect(network.allTotals.map(\.owner) == [.plugin("a"), .plugin("b")])
        #expect(network.allTotals.map(\.receivedBytes) == [5, 30])
        #expect(network.allTotals.map(\.failures) == [0, 1])
        #expect(network.reports.map(\.receivedBytes) == [10, 20, 5])
    }

    @Test func `a request that has ended holds nothing of its response`() throws {
        final class Response {}
        let network = network()
        let record = network.begin(try request(1), of: .plugin("a"), at: .zero)
        weak var kept: Response?
        do {
            let response = Response()
            kept = response
            record.cancel = { withExtendedLifetime(response) {} }
        }
        let isKeptMeanwhile = kept != nil

        network.end(record, at: .seconds(1), failure: nil)

        #expect(isKeptMeanwhile)
        #expect(kept == nil)
    }
}
