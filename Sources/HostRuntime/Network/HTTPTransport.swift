internal import Synchronization

/// Fetches over http and https with the system's libcurl.
///
/// It checks certificates as the system does, and uses the proxies of the
/// environment. It keeps no cookies and no cache; connections stay open only
/// within a session.
struct HTTPTransport: FetchTransport {
    /// The name and version of the program, as a request has them.
    let userAgent: String

    /// The connections of the session; nil without one.
    private var connections: HTTPConnections?

    init(application: String, version: String) {
        userAgent = "\(HTTPTransport.token(application))/\(HTTPTransport.token(version))"
    }

    /// Returns a name with hyphens in place of all that a product's name in HTTP may not have.
    private static func token(_ text: String) -> String {
        let bytes = text.utf8.prefix(64).map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            return isPlain || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") ? byte : UInt8(ascii: "-")
        }
        return bytes.isEmpty ? "-" : String(decoding: bytes, as: UTF8.self)
    }

    func session() -> any FetchTransport {
        guard connections == nil else { return self }
        var session = self
        session.connections = HTTPConnections()
        return session
    }

    @concurrent func fetch(_ request: FetchRequest, counting meter: ByteMeter) async throws -> FetchResponse {
        let curl = try CurlLibrary.shared.get()
        let connections = connections ?? HTTPConnections()
        // The timer is separate from the transfer, which can block in a name lookup.
        let outcome = await withTaskGroup(of: HTTPTransfer.Outcome.self) { group in
            group.addTask {
                await HTTPTransfer(request, curl, connections, userAgent: userAgent, counting: meter).outcome()
            }
            group.addTask {
                await HTTPTransport.sleep(for: request.timeLimit)
                return .failure(Task.isCancelled ? CancellationError() : FetchError.Reason.timedOut(request.timeLimit))
            }
            let first = await group.next() ?? .failure(CancellationError())
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
    /// The addresses of the unused handles.
    private let idle = Mutex<[UInt]>([])

    deinit {
        let addresses = idle.withLock { $0 }
        // Without a handle the library may not have been opened.
        guard !addresses.isEmpty, let curl = try? CurlLibrary.shared.get() else { return }
        for address in addresses {
            if let handle = CurlLibrary.Handle(bitPattern: address) { _ = curl.multiCleanup(handle) }
        }
    }

    /// Returns an unused handle for the caller alone; nil if there is no memory for one.
    func borrow(from curl: CurlLibrary) -> CurlLibrary.Handle? {
        idle.withLock { $0.popLast() }.flatMap { CurlLibrary.Handle(bitPattern: $0) } ?? curl.multiInit()
    }

    /// Takes a handle back; after a failed fetch its connections are closed.
    func giveBack(_ handle: CurlLibrary.Handle, to curl: CurlLibrary, isSound: Bool) {
        guard isSound else {
            _ = curl.multiCleanup(handle)
            return
        }
        let address = UInt(bitPattern: handle)
        idle.withLock { $0.append(address) }
    }
}
