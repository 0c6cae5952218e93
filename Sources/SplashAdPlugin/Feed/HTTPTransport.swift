internal import Synchronization

/// Fetches over http and https with the system's libcurl.
///
/// Certificates are checked as the system does, and the proxies of the
/// environment are used. Nothing is kept from one fetch to the next, no cookie and
/// no cache; connections only within a session.
struct HTTPTransport: AdTransport {
    /// The connections of the session; nil outside of one.
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
        // The clock runs beside the transfer, which can be held up by looking for the server's name.
        let outcome = await withTaskGroup(of: Result<AdResponse, AdFetchError>.self) { group in
            group.addTask { await HTTPTransfer(request, curl, connections).outcome() }
            group.addTask {
                try? await Task.sleep(for: request.timeLimit)
                return .failure(Task.isCancelled ? .cancelled : .timedOut(request.timeLimit))
            }
            let first = await group.next() ?? .failure(.cancelled)
            group.cancelAll()
            return first
        }
        return try outcome.get()
    }
}

/// Connections that stay open from one fetch to the next, and are closed when nobody holds this any more.
///
/// A fetch takes one of the library's handles and gives it back with the
/// connections in it; nothing waits for another one.
final class HTTPConnections: Sendable {
    private let curl: CurlLibrary
    /// The addresses of the handles that nobody uses.
    private let idle = Mutex<[UInt]>([])

    init(_ curl: CurlLibrary) {
        self.curl = curl
    }

    deinit {
        for address in idle.withLock({ $0 }) {
            if let handle = CurlLibrary.Handle(bitPattern: address) { _ = curl.multiCleanup(handle) }
        }
    }

    /// A handle that nobody else uses until it is given back; nil where there is no memory for one.
    func take() -> CurlLibrary.Handle? {
        idle.withLock { $0.popLast() }.flatMap { CurlLibrary.Handle(bitPattern: $0) } ?? curl.multiInit()
    }

    /// Gives a handle back; one that was used by a fetch that failed keeps none of its connections.
    func give(_ handle: CurlLibrary.Handle, isSound: Bool) {
        guard isSound else {
            _ = curl.multiCleanup(handle)
            return
        }
        let address = UInt(bitPattern: handle)
        idle.withLock { $0.append(address) }
    }
}
