/// A request of a plugin, under way or ended, for a tool that lists them.
public struct FetchReport: Hashable, Sendable {
    /// The party that fetches.
    public let owner: Owner

    /// The address that was asked first.
    public let address: String

    /// The time at which the plugin made the request, since the host started.
    public let startedAt: Duration

    /// The time at which the request ended; nil while it's under way.
    public let endedAt: Duration?

    /// The bytes received so far, with all heads and redirects.
    public let receivedBytes: Int

    /// The server's answer: 200, or 304 for a file that hasn't changed; nil while it's under way and after failure.
    public let status: Int?

    /// The reason why it failed; nil while it's under way and after success.
    public let failure: String?
}

/// The sum of a party's requests since the program started.
public struct FetchTotals: Hashable, Sendable {
    /// The party that fetches.
    public let owner: Owner

    /// The number of requests, including those under way.
    public internal(set) var requests = 0

    /// The number of requests that failed or were cancelled.
    public internal(set) var failures = 0

    /// The bytes received, with those of heads, redirects and failed requests.
    public internal(set) var receivedBytes = 0

    init(owner: Owner) {
        self.owner = owner
    }
}
