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
