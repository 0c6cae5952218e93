/// The network of a host: what each plugin fetches, and how much it has received.
///
/// Nothing is opened before the first request.
@MainActor package final class HostNetwork {
    /// The way to the servers; a test's has its own answers.
    package var transport: any FetchTransport

    private var records: [FetchRecord] = []
    private var received: [Owner: ByteMeter] = [:]
    private var totals: [Owner: FetchTotals] = [:]
    private var queue = FetchQueue()
    private var turns: [Int: Sleeper] = [:]
    private var begun = 0

    /// The number of requests that are listed.
    private static let listed = 100

    init(transport: any FetchTransport) {
        self.transport = transport
    }

    /// Records that a request begins.
    func begin(_ request: FetchRequest, of owner: Owner, at now: Duration) -> FetchRecord {
        let meter = received[owner] ?? ByteMeter()
        received[owner] = meter
        totals[owner, default: FetchTotals(owner: owner)].requests += 1
        begun += 1
        let record = FetchRecord(begun, owner: owner, address: "\(request.address)", start: now, in: meter)
        records.append(record, keepingNewest: HostNetwork.listed)
        if !queue.add(record.number, of: owner) {
            let turn = Sleeper()
            (record.turn, turns[record.number]) = (turn, turn)
        }
        return record
    }

    /// Records that a request has ended, with the answer or why it failed; one that waited for it is sent.
    func end(_ record: FetchRecord, at now: Duration, status: Int? = nil, failure: String? = nil) {
        (record.end, record.status, record.failure) = (now, status, failure)
        // It holds the response.
        record.cancel = nil
        if failure != nil { totals[record.owner]?.failures += 1 }
        turns[record.number] = nil
        if let next = queue.remove(record.number) { turns.removeValue(forKey: next)?.wake() }
    }

    /// The newest requests, oldest first.
    var reports: [FetchReport] { records.suffix(HostNetwork.listed).map(\.report) }

    /// The totals of each owner that has fetched anything, by owner.
    var allTotals: [FetchTotals] {
        totals.values.map { totals in
            var totals = totals
            totals.receivedBytes = received[totals.owner]?.count ?? 0
            return totals
        }
        .sorted { "\($0.owner)" < "\($1.owner)" }
    }
}

/// A request of a plugin, from its beginning on.
@MainActor final class FetchRecord {
    /// A number that no other request has.
    let number: Int
    let owner: Owner
    /// Ends the request, while it's under way.
    var cancel: (() -> Void)?
    /// The wait until the request may be sent; nil if that was at once.
    fileprivate var turn: Sleeper?
    /// The bytes that it has received.
    let meter: ByteMeter
    private let address: String
    private let start: Duration
    fileprivate var end: Duration?
    var isEnded: Bool { end != nil }
    fileprivate var status: Int?
    fileprivate var failure: String?

    fileprivate init(_ number: Int, owner: Owner, address: String, start: Duration, in meter: ByteMeter) {
        self.number = number
        self.owner = owner
        self.address = address
        self.start = start
        self.meter = ByteMeter(countingIn: meter)
    }

    /// Waits until the request may be sent; cancelling the task ends the wait at once.
    func waitForTurn() async throws {
        await turn?.sleep()
        try Task.checkCancellation()
    }

    fileprivate var report: FetchReport {
        FetchReport(
            owner: owner,
            address: address,
            startedAt: start,
            endedAt: end,
            receivedBytes: meter.count,
            status: status,
            failure: failure
        )
    }
}

/// A way to fetch files.
package protocol FetchTransport: Sendable {
    /// Fetches one file, off the main actor, within the limits of the request, and counts all bytes that it receives.
    ///
    /// Throws `FetchError.Reason`, or `CancellationError` when the task is
    /// cancelled, which ends the connection.
    @concurrent func fetch(_ request: FetchRequest, counting meter: ByteMeter) async throws -> FetchResponse

    /// Returns a transport for several fetches, whose connections may stay open until it is released.
    func session() -> any FetchTransport
}

extension FetchTransport {
    /// Returns the transport itself, which keeps no connections open.
    package func session() -> any FetchTransport { self }
}
