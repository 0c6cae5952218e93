/// A request for a file, with limits for the response.
public struct FetchRequest: Hashable, Sendable {
    /// The address of the file.
    public var address: HTTPAddress

    /// The version that the caller has already, so that an unchanged file isn't sent again.
    public var version: FileVersion?

    /// The most bytes of the file, both as it is sent and as it is decoded; a mebibyte by default.
    public var maximumBytes: Int

    /// A meter for all received bytes, those of heads and redirects too; above its limit the request fails.
    public var meter: ByteMeter?

    /// The time from the request to the last byte; 15 s by default.
    public var timeLimit: Duration

    /// The most redirects that are followed; 5 by default.
    public var maximumRedirects: Int

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
        self.maximumBytes = maximumBytes
        self.meter = meter
        self.timeLimit = timeLimit
        self.maximumRedirects = maximumRedirects
    }
}

/// The response to a request that succeeded.
public enum FetchResponse: Hashable, Sendable {
    /// The file's bytes, decoded, and the version that the next request can name.
    case found([UInt8], FileVersion)

    /// The file is still of the version that the request named; it needn't be asked for again for some seconds.
    case notModified(freshSeconds: Int)
}
