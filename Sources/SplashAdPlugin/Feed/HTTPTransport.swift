internal import Synchronization

/// Fetches over http and https with the system's libcurl.
///
/// It checks certificates as the system does, and uses the proxies of the
/// environment. It keeps no cookies and no cache; connections stay open only
/// within a session.
struct HTTPTransport: AdTransport {
    /// The connections of the session; nil without one.
    private var connections: HTTPConnections?

    init() {}

    func session() -> any AdTransport {
        guard connections == nil, let curl = try? CurlLibrary.shared.get() else { return self }
        var session = self
        session.connections = HTTPConnections(curl)
        return session
    }

    @concurrent func fetch(_ request: AdRequest) async throws(AdFetchError) -> AdResponse {
        let curl = try CurlLibrary.shared.get()
        let connections = connections ?? HTTPConnections(curl)
        // The timer is separate from the transfer, which can block in a name lookup.
        let outcome = await withTaskGroup(of: Result<AdResponse, AdFetchError>.self) { group in
            group.addTask { await HTTPTransfer(request, curl, connections).outcome() }
            group.addTask {
                await HTTPTransport.sleep(for: request.timeLimit)
                return .failure(Task.isCancelled ? .cancelled : .timedOut(request.timeLimit))
            }
            let first = await group.next() ?? .failure(.cancelled)
            group.cancelAll()
            return first
        }
        return try outcome.get()
    }

    /// Sleeps in steps, so that the time for which the process is stopped counts as one of them at most.
    ///
    /// A response that arrives while the process is stopped can still be read afterwards.
    @concurrent private static func sleep(for duration: Duration) async {
        var rest = duration
        while rest > .zero, !Task.isCancelled {
            let step = min(rest, .seconds(1))
            try? await Task.sleep(for: step)
            rest -= step
        }
    }
}

/// Connections that stay open from one fetch to the next, until this object is released.
///
/// A fetch borrows one of the library's handles and returns it with its
/// connections; no fetch waits for another.
final class HTTPConnections: Sendable {
    private let curl: CurlLibrary
    /// The addresses of the unused handles.
    private let idle = Mutex<[UInt]>([])

    init(_ curl: CurlLibrary) {
        self.curl = curl
    }

    deinit {
        for address in idle.withLock({ $0 }) {
            if let handle = CurlLibrary.Handle(bitPattern: address) { _ = curl.multiCleanup(handle) }
        }
    }

    /// Returns an unused handle for the caller alone; nil if there is no memory for one.
    func borrow() -> CurlLibrary.Handle? {
        idle.withLock { $0.popLast() }.flatMap { CurlLibrary.Handle(bitPattern: $0) } ?? curl.multiInit()
    }

    /// Takes a handle back; after a failed fetch its connections are closed.
    func giveBack(_ handle: CurlLibrary.Handle, isSound: Bool) {
        guard isSound else {
            _ = curl.multiCleanup(handle)
            return
        }
        let address = UInt(bitPattern: handle)
        idle.withLock { $0.append(address) }
    }
}
