internal import Synchronization

/// A way to fetch files; no other part of the plugin uses the network.
protocol AdTransport: Sendable {
    /// Fetches one file, off the main actor, within the limits of the request.
    ///
    /// Cancelling the task ends the connection.
    @concurrent func fetch(_ request: AdRequest) async throws(AdFetchError) -> AdResponse

    /// Returns a transport for several fetches, whose connections may stay open until it is released.
    func session() -> any AdTransport
}

extension AdTransport {
    func session() -> any AdTransport { self }
}

/// A request for a file, with limits for the response.
struct AdRequest: Hashable, Sendable {
    var address: AdAddress

    /// The cached version, so that an unchanged file isn't sent again.
    var version: FileVersion?

    /// The most bytes of the file, both as it is sent and as it is decoded.
    var maximumBytes: Int

    /// A meter for all received bytes.
    var meter: ByteMeter?
    var timeLimit: Duration = .seconds(15)
    var maximumRedirects = 5
}

/// The response to a request that succeeded.
enum AdResponse: Hashable, Sendable {
    /// The cached version is the server's, which need not be asked again for some seconds.
    case notModified(freshSeconds: Int)
    case found([UInt8], FileVersion)
}

/// The reason why a file was not fetched; its description can follow the address in a sentence.
enum AdFetchError: Error, Hashable, Sendable {
    case status(Int)
    case tooLarge(limit: Int)
    case timedOut(Duration)
    case tooManyRedirects(limit: Int)
    case forbiddenRedirect(String)
    /// There is no connection, the server is not trusted, or the response is incomplete.
    case connection(String)
    case cancelled
}

extension AdFetchError: CustomStringConvertible {
    var description: String {
        switch self {
        case .status(let status): "the server answered \(status)"
        case .tooLarge(let limit): "the response is over \(limit) bytes"
        case .timedOut(let limit): "no complete response within \(limit.inWholeSeconds) s"
        case .tooManyRedirects(let limit): "it redirects more than \(limit) times"
        case .forbiddenRedirect(let reason): "it redirects to \(reason)"
        case .connection(let reason): "\(reason)"
        case .cancelled: "the fetch was cancelled"
        }
    }
}

/// A counter for the bytes that a request receives, through all redirects and even if it fails.
final class ByteMeter: Sendable {
    private let bytes = Atomic<Int>(0)
    /// The number of bytes at which the request ends.
    let limit: Int

    init(limit: Int = .max) { self.limit = limit }

    var count: Int { bytes.load(ordering: .relaxed) }

    /// Counts bytes; false once there are more than the limit.
    func add(_ count: Int) -> Bool { bytes.wrappingAdd(count, ordering: .relaxed).newValue <= limit }
}

extension ByteMeter: Hashable {
    static func == (one: ByteMeter, other: ByteMeter) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
