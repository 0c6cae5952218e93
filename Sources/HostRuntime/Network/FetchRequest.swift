/// A request for a file, with limits for the response.
///
/// A limit below zero counts as zero.
public struct FetchRequest: Hashable, Sendable {
    /// The address of the file.
    public var address: HTTPAddress

    /// The version that the caller has already, so that an unchanged file isn't sent again.
    ///
    /// Only the origin of the version's address is told of it.
    public var version: FileVersion?

    /// The most bytes of the file, both as it is sent and as it is decoded; a mebibyte by default.
    public var maximumBytes: Int {
        didSet { maximumBytes = max(0, maximumBytes) }
    }

    /// A meter for all received bytes, those of heads and redirects too.
    public var meter: ByteMeter?

    /// The time from the request to the last byte; 15 s by default, a day at most.
    ///
    /// It begins when the fetch no longer waits for others.
    public var timeLimit: Duration {
        didSet { timeLimit = FetchRequest.limited(timeLimit) }
    }

    /// The most redirects that are followed; 5 by default.
    public var maximumRedirects: Int {
        didSet { maximumRedirects = max(0, maximumRedirects) }
    }

    /// The most bytes of a response's head, with the heads of informational responses before it: 64 KiB.
    public static let maximumHeadBytes = 65_536

    /// Creates a request.
    public init(
        _ address: HTTPAddress,
        version: FileVersion? = nil,
        maximumBytes: Int = 1 << 20,
        meter: ByteMeter? = nil,
        timeLimit: Duration = .seconds(15),
        maximumRedirects: Int = 5
    ) {
        self.address = address
        self.version = version
        self.maximumBytes = max(0, maximumBytes)
        self.meter = meter
        self.timeLimit = FetchRequest.limited(timeLimit)
        self.maximumRedirects = max(0, maximumRedirects)
    }

    /// Returns a limit that can be added to a time and written in seconds.
    private static func limited(_ time: Duration) -> Duration { min(max(.zero, time), .seconds(86_400)) }
}

/// The response to a request that succeeded.
public enum FetchResponse: Hashable, Sendable {
    /// The file's bytes, decoded, and the version that the next request can name.
    case found([UInt8], FileVersion)

    /// The file is still of the version that the request named; it needn't be asked for again for some seconds.
    case notModified(freshSeconds: Int)
}
