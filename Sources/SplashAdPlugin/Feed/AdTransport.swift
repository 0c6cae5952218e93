internal import Synchronization

/// Fetches what addresses name; nothing else of the plugin touches the network.
protocol AdTransport: Sendable {
    /// Fetches one file, off the main actor, within the bounds of the request.
    ///
    /// A task that is cancelled ends the connection.
    @concurrent func fetch(_ request: AdRequest) async throws(AdFetchError) -> AdResponse

    /// The same for several fetches, whose connections may stay open from one to the next until nobody holds it.
    func session() -> any AdTransport
}

extension AdTransport {
    func session() -> any AdTransport { self }
}

/// What is asked for, and how much of an answer is taken.
struct AdRequest: Hashable, Sendable {
    /// What is asked for.
    var address: AdAddress

    /// What the server called the version that is here already, so that it need not be sent again.
    var entityTag: String?

    /// The largest answer in bytes, as it is after decompression.
    var maximumBytes: Int

    /// What counts the bytes that come in.
    var meter: ByteMeter?

    /// How long all of it may take.
    var timeLimit: Duration = .seconds(15)

    /// The largest number of times that the server may lead elsewhere.
    var maximumRedirects = 5
}

/// A server's answer.
enum AdResponse: Hashable, Sendable {
    /// The version that was named in the request is the current one.
    case notModified
    /// The file, with what the server calls this version of it.
    case found([UInt8], entityTag: String?)
}

/// Why something was not fetched; its description goes on from the address, for a person to read.
enum AdFetchError: Error, Hashable, Sendable {
    /// The server answered with another status than 200 or 304.
    case status(Int)
    /// The answer is larger than was asked for.
    case tooLarge(limit: Int)
    /// There was no whole answer in time.
    case timedOut(Duration)
    /// The server leads on, too many times.
    case tooManyRedirects(limit: Int)
    /// The server leads to where nothing is fetched from.
    case forbiddenRedirect(String)
    /// There is no connection, the server cannot be trusted, or the answer is cut off.
    case connection(String)
    /// Whoever wanted it does not want it any more.
    case cancelled
}

extension AdFetchError: CustomStringConvertible {
    var description: String {
        switch self {
        case .status(let status): "the server answered \(status)"
        case .tooLarge(let limit): "the answer is over \(limit) bytes"
        case .timedOut(let limit): "no whole answer within \(AdFetchError.seconds(limit)) s"
        case .tooManyRedirects(let limit): "it leads on more than \(limit) times"
        case .forbiddenRedirect(let reason): "it leads to \(reason)"
        case .connection(let reason): "\(reason)"
        case .cancelled: "it is not wanted any more"
        }
    }

    /// Whole seconds as such, others with a decimal: 15 and 0.5.
    private static func seconds(_ duration: Duration) -> String {
        let text = duration.inTenths
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

/// Counts the bytes that come in for a request, also where it fails in the end.
final class ByteMeter: Sendable {
    private let bytes = Atomic<Int>(0)

    var count: Int { bytes.load(ordering: .relaxed) }

    func add(_ count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }
}

extension ByteMeter: Hashable {
    static func == (one: ByteMeter, other: ByteMeter) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
