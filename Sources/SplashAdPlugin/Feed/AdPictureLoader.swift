import FoundationEssentials
import HostRuntime

/// Loads one picture at a time from the cache or the network, and decodes it off the main actor.
@MainActor final class AdPictureLoader {
    /// The sources that a picture may come from.
    enum Access: Hashable, Sendable {
        case cache
        case cacheOrNetwork
        case network
    }

    /// A picture as it's shown, with the number of pixels that were decoded for it.
    struct Decoded: Sendable {
        /// One frame, unless the file is an animation that is played.
        let animation: PictureAnimation
        /// The first one.
        var picture: Picture { animation.frames[0].picture }
        let area: Int
        /// The flaws of a file that can be shown all the same, one sentence each.
        let warnings: [String]
    }

    let budget: FetchBudget

    private let context: PluginContext
    private let permission: SplashPermission
    private let requests: SplashRequestLog
    private let cache: ContentCache

    /// The pictures being loaded, so that none is loaded twice at a time.
    private var underWay: [Source: Task<Decoded, any Error>] = [:]

    // A load from the cache must not wait for the network.
    private struct Source: Hashable {
        let address: HTTPAddress
        let access: Access
        let plays: Bool
    }

    /// The connections, which stay open from one fetch to the next until `closeConnections`.
    private var session: FetchSession?

    init(context: PluginContext, permission: SplashPermission, requests: SplashRequestLog) {
        self.context = context
        self.requests = requests
        self.permission = permission
        cache = context.storage.cache
        budget = FetchBudget(context: context)
    }

    /// Loads a picture, with all its frames if it's to be played; two callers that want the same one share it.
    func picture(_ address: HTTPAddress, _ access: Access, plays: Bool) async throws -> Decoded {
        let source = Source(address: address, access: access, plays: plays)
        let task =
            underWay[source]
            ?? Task {
                defer { underWay[source] = nil }
                return try await load(address, access, decoding(plays: plays))
            }
        underWay[source] = task
        return try await task.value
    }

    func stop() {
        for task in underWay.values { task.cancel() }
    }

    private typealias Decoding = @Sendable ([UInt8]) async throws -> Decoded

    private func load(_ address: HTTPAddress, _ access: Access, _ decode: @escaping Decoding) async throws -> Decoded {
        try checkActive()
        if access != .network, let kept = try await kept(address, decode) { return kept }
        guard access != .cache else { throw CreativeRefusal.missing }
        try checkActive()
        let (cache, date) = (cache, context.time.date)
        guard case .found(let bytes, let version) = try await fetch(address, unless: nil) else {
            throw FetchError("\(address)", .status(304))
        }
        defer { removeIfWithdrawn(address) }
        return try await context.tasks.perform {
            let decoded = try await decode(bytes)
            // Cache only valid pictures.
            if access == .cacheOrNetwork {
                cache.insert(bytes, for: address.description, tag: CachedVersion(version, at: date).cached, at: date)
            }
            return decoded
        }
    }

    /// Returns the picture in the cache; nil if there is none that can be shown.
    private func kept(_ address: HTTPAddress, _ decode: @escaping Decoding) async throws -> Decoded? {
        let (cache, date) = (cache, context.time.date)
        return try await context.tasks.perform {
            guard let bytes = cache.bytes(for: address.description, at: date) else { return nil }
            do {
                return try await decode(bytes)
            } catch {
                // It would count as ready for ever, and never be fetched.
                cache.remove(address.description)
                return nil
            }
        }
    }

    /// Throws `CancellationError` if the plugin has ended while a task was waiting.
    private func checkActive() throws {
        if context.isClosed { throw CancellationError() }
    }

    /// Removes a picture that was cached after another process had withdrawn the consent, and so cleared the cache.
    private func removeIfWithdrawn(_ address: HTTPAddress) {
        if permission.isWithdrawn { cache.remove(address.description) }
    }

    // MARK: - Asking again

    /// Whether the server should be asked again for a picture that is in the cache.
    func isOld(_ address: HTTPAddress) -> Bool {
        cache.contains(address.description) && version(of: address)?.isOld(at: context.time.date) ?? true
    }

    private func version(of address: HTTPAddress) -> CachedVersion? {
        CachedVersion(cached: cache.tag(for: address.description))
    }

    /// Fetches a picture again if the server has another one than the cache, and returns whether it has.
    func renew(_ address: HTTPAddress) async throws -> Bool {
        try checkActive()
        let version = version(of: address)
        let (cache, date, decode) = (cache, context.time.date, decoding(plays: false))
        let response = try await fetch(address, unless: version?.file)
        defer { removeIfWithdrawn(address) }
        return try await context.tasks.perform {
            func keep(_ bytes: [UInt8], _ version: FileVersion) {
                cache.insert(bytes, for: address.description, tag: CachedVersion(version, at: date).cached, at: date)
            }
            let kept = cache.bytes(for: address.description, at: date)
            switch response {
            case .notModified:
                if let kept, let version, version.isOld(at: date) { keep(kept, version.file) }
                return false
            case .found(let bytes, let found):
                do {
                    if kept != bytes { _ = try await decode(bytes) }
                } catch {
                    // What can't be shown is asked for again tomorrow, and not at each fetch.
                    if let kept { keep(kept, version?.file ?? FileVersion(address: address)) }
                    throw error
                }
                keep(bytes, found)
                return kept != bytes
            }
        }
    }

    // MARK: - Requests

    /// The requests that failed since the feed was last fetched.
    private var failures = 0

    /// The most requests that may fail until the feed is fetched again.
    private static let mostFailures = 8

    /// The reason why nothing is fetched until the feed is fetched again, if any.
    var pauseReason: String? {
        failures < AdPictureLoader.mostFailures
            ? nil : "\(failures) requests have failed since the feed was fetched"
    }

    func forgetFailures() { failures = 0 }

    /// Fetches a file with a part of the budget, unless it is still of a version.
    private func fetch(_ address: HTTPAddress, unless version: FileVersion?) async throws -> FetchResponse {
        let limit = AdPictureLoader.limits.maximumBytes
        let most = limit + FetchRequest.maximumHeadBytes
        let part = await budget.allot(atMost: most)
        let meter = ByteMeter(limit: part)
        var isRestUsed = false
        defer { budget.release(part, used: isRestUsed ? part : meter.count) }
        guard part > 0 else { throw CreativeRefusal.leftOut("today's \(budget.bytes.bytesInWords) are spent") }
        guard permission.refusal == nil else { throw CancellationError() }
        if let pauseReason { throw CreativeRefusal.leftOut(pauseReason) }
        let session = session ?? context.network.makeSession()
        self.session = session
        do {
            let request = FetchRequest(address, version: version, maximumBytes: min(part, limit), meter: meter)
            let response = try await requests.follow(address, meter) { (answer: FetchResponse) in
                if case .found = answer { 200 } else { 304 }
            } _: {
                try await session.fetch(request)
            }
            // Another process may have forbidden it in the meantime.
            guard permission.refusal == nil else { throw CancellationError() }
            return response
        } catch let error as FetchError {
            guard case .tooLarge = error.reason, part < most else {
                failures += 1
                throw error
            }
            // The picture may be fine, but exceeds what is left of today. Asking for others would cost as much:
            // servers begin to send before they notice that it is refused.
            isRestUsed = true
            throw CreativeRefusal.leftOut("it is larger than the \(part.bytesInWords) that are left of today's budget")
        }
    }

    /// Lets the connections close once the requests under way have ended.
    func closeConnections() { session = nil }

    // MARK: - Decoding

    /// The most pixels that a picture may have.
    nonisolated static let largestArea = 4096 * 4096
    /// The limits for decoding pictures from a feed.
    nonisolated static let limits = PNGDecoder.Limits(maximumPixels: largestArea)

    private nonisolated static let decoder = PictureDecoder()

    private func decoding(plays: Bool) -> Decoding {
        AdPictureLoader.decode(for: context.windows.traits.size, plays: plays)
    }

    /// Returns a function that decodes a file for a screen: twice its size in pixels, in case it gets larger.
    nonisolated static func decode(for screen: Size, plays: Bool = false) -> @Sendable ([UInt8]) async throws -> Decoded
    {
        let size = Size(
            width: min(max(screen.width * 2, 320), 1024),
            height: min(max(screen.height * 4, 200), 1024)
        )
        return { try await decoder.decode($0, for: size, plays: plays) }
    }
}

/// Decodes pictures, the large ones one at a time, because decoding needs twelve bytes for each pixel.
private actor PictureDecoder {
    /// The pixels of a large picture.
    private static let largeArea = 1 << 20

    nonisolated func decode(_ bytes: [UInt8], for size: Size, plays: Bool) async throws -> AdPictureLoader.Decoded {
        let whole = try PNGDecoder.size(of: bytes, limits: AdPictureLoader.limits)
        let area = whole.width * whole.height
        // Of an animation, each frame may be as large.
        guard plays || area > PictureDecoder.largeArea else {
            return try AdPictureLoader.Decoded(bytes, for: size, area: area, plays: plays)
        }
        return try await decodeAlone(bytes, for: size, area: area, plays: plays)
    }

    private func decodeAlone(
        _ bytes: [UInt8],
        for size: Size,
        area: Int,
        plays: Bool
    ) throws -> AdPictureLoader.Decoded {
        try AdPictureLoader.Decoded(bytes, for: size, area: area, plays: plays)
    }
}

extension AdPictureLoader.Decoded {
    /// Decodes a file of so many pixels.
    fileprivate init(_ bytes: [UInt8], for size: Size, area: Int, plays: Bool) throws {
        let limits = AdPictureLoader.limits
        var warnings: [String] = []
        animation =
            plays
            ? try PNGDecoder.decodeAnimation(bytes, limits: limits, fitting: size) { warnings.append($0) }
            : PictureAnimation(
                try PNGDecoder.decode(bytes, limits: limits) { warnings.append($0) }
                    .fitting(width: size.width, height: size.height)
            )
        self.area = area * animation.frames.count
        self.warnings = warnings
    }
}
