internal import Synchronization

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
