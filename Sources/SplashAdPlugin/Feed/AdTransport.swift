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

    /// The server's tag of the cached version, so that an unchanged file isn't sent again.
    var entityTag: String?
    var maximumBytes: Int

    /// A meter for the received bytes.
    var meter: ByteMeter?
    var timeLimit: Duration = .seconds(15)
    var maximumRedirects = 5
}

/// The response to a request that succeeded.
enum AdResponse: Hashable, Sendable {
    case notModified
    /// The file, with the server's tag of this version.
    case found([UInt8], entityTag: String?)
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

/// A counter for the bytes that a request receives, even if it fails.
final class ByteMeter: Sendable {
    private let bytes = Atomic<Int>(0)

    var count: Int { bytes.load(ordering: .relaxed) }

    func add(_ count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }
}

extension ByteMeter: Hashable {
    static func == (one: ByteMeter, other: ByteMeter) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
