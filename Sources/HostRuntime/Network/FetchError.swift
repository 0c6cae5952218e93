/// The error of a fetch: the address, why it failed, and what can be done.
///
/// Cancelling a fetch, and the end of its plugin, throw `CancellationError`.
public struct FetchError: Error, Hashable, Sendable {
    /// The address that was asked first, without a user name or password.
    public let address: String

    /// The rule that the request or the response broke.
    public let reason: Reason

    /// The reason why a file was not fetched; its description can follow the address in a sentence.
    public enum Reason: Error, Hashable, Sendable {
        /// The address can't be fetched; the text is the rule that it breaks.
        case invalidAddress(String)
        /// The server answered with another status than that of a file.
        case status(Int)
        /// The response exceeds a limit in bytes.
        case tooLarge(limit: Int)
        /// The last byte did not arrive within the limit.
        case timedOut(Duration)
        /// The server redirects more often than the limit.
        case tooManyRedirects(limit: Int)
        /// The server redirects to something that may not be fetched.
        case forbiddenRedirect(String)
        /// There is no connection, the server is not trusted, or the response is incomplete or invalid.
        case connection(String)
    }

    /// Creates the error of an address.
    public init(_ address: String, _ reason: Reason) {
        self.address = address.hidingUser
        self.reason = reason
    }
}

extension FetchError: CustomStringConvertible {
    /// The error as a sentence, with the way out.
    public var description: String {
        "\(address.quoted) was not fetched: \(reason)." + (reason.wayOut.map { " \($0)" } ?? "")
    }
}

extension FetchError.Reason: CustomStringConvertible {
    /// What happened, as the end of a sentence.
    public var description: String {
        switch self {
        case .invalidAddress(let rule): "the address \(rule)"
        case .status(let status): "the server answered \(status)"
        case .tooLarge(let limit): "the response is over \(limit) bytes"
        case .timedOut(let limit): "no complete response within \(limit.inSeconds(decimals: 0...3)) s"
        case .tooManyRedirects(let limit): "it redirects more than \(limit) times"
        case .forbiddenRedirect(let reason): "it redirects to \(reason)"
        case .connection(let reason): reason
        }
    }

    fileprivate var wayOut: String? {
        switch self {
        case .invalidAddress: "An address is http or https, names a host, and has no password in it."
        case .status(500...): "Try again later."
        case .status, .forbiddenRedirect: "Is the address right?"
        case .tooLarge: "If the file may be that large, raise the limit of the request."
        case .timedOut: "Try again, or raise the limit of the request."
        case .tooManyRedirects: "Ask for the address that it leads to."
        case .connection: nil
        }
    }
}
