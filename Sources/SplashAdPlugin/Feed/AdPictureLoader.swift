import FoundationEssentials
import HostRuntime

/// Loads pictures from the cache or the network, and decodes them off the main actor.
@MainActor final class AdPictureLoader {
    /// A picture as it's shown.
    struct Decoded: Sendable {
        /// One frame, or those of an animation, which never flash more than three times a second.
        let artwork: SplashArtwork
        /// The factor by which an animation is slowed down; 1 if it plays at its own pace.
        let slowdown: Double
        /// The flaws of a file that can be shown all the same, one sentence each.
        let warnings: [String]
    }

    let budget: FetchBudget

    private let context: PluginContext
    private let permission: SplashPermission
    private let cache: ContentCache

    /// The pictures being loaded, so that none is loaded twice at a time.
    private var underWay: [Source: Task<Decoded, any Error>] = [:]

    // A load from the cache must not wait for the network.
    private struct Source: Hashable {
        let address: HTTPAddress
        let mayFetch: Bool
    }

    /// The connections, which stay open from one fetch to the next until `endRequests`.
    private var session: FetchSession?

    init(context: PluginContext, permission: SplashPermission) {
        self.context = context
        self.permission = permission
        cache = context.storage.cache
        budget = FetchBudget(context: context)
    }

    /// Loads a picture from the cache, or else from the network if it may; two callers that want the same one share it.
    func picture(_ address: HTTPAddress, mayFetch: Bool) async throws -> Decoded {
        let source = Source(address: address, mayFetch: mayFetch)
        let task =
            underWay[source]
            ?? Task {
                defer { underWay[source] = nil }
                return try await load(address, mayFetch: mayFetch)
            }
        underWay[source] = task
        return try await task.value
    }

    func stop() {
        for task in underWay.values { task.cancel() }
    }

    private func load(_ address: HTTPAddress, mayFetch: Bool) async throws -> Decoded {
        try checkActive()
        if let kept = try await kept(address) { return kept }
        guard mayFetch else { throw CreativeRefusal.missing }
        try checkActive()
        let (cache, date, decode) = (cache, context.time.date, decode)
        guard case .found(let bytes, let version) = try await fetch(address, unless: nil) else {
            throw FetchError("\(address)", .status(304))
        }
        defer { removeIfWithdrawn(address) }
        return try await context.tasks.perform {
            let decoded = try await decode(bytes)
            // Cache only valid pictures.
            cache.insert(bytes, for: address.description, tag: CachedVersion(version, at: date).cached, at: date)
            return decoded
        }
    }

    /// Returns the picture in the cache; nil if there is none that can be shown.
    private func kept(_ address: HTTPAddress) async throws -> Decoded? {
        let (cache, date, decode) = (cache, context.time.date, decode)
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
        let (cache, date, decode) = (cache, context.time.date, decode)
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

    /// The number of requests that failed since the feed was last fetched.
    private(set) var failures = 0

    /// The most requests that may fail until the feed is fetched again.
    static let mostFailures = 8

    func forgetFailures() { failures = 0 }

    /// Fetches a file, unless it is still of a version.
    private func fetch(_ address: HTTPAddress, unless version: FileVersion?) async throws -> FetchResponse {
        guard permission.refusal == nil else { throw CancellationError() }
        guard failures < AdPictureLoader.mostFailures else { throw CreativeRefusal.missing }
        let session = session ?? context.network.makeSession()
        self.session = session
        let meter = ByteMeter()
        defer { budget.charge(meter.count) }
        let limit = AdPictureLoader.limits.maximumBytes
        do {
            let request = FetchRequest(address, version: version, maximumBytes: limit, meter: meter)
            let response = try await session.fetch(request)
            // Another process may have forbidden it in the meantime.
            guard permission.refusal == nil else { throw CancellationError() }
            return response
        } catch let error as FetchError {
            failures += 1
            throw error
        }
    }

    /// Ends a series of requests: stores what they took, and lets the connections close.
    func endRequests() {
        session = nil
        budget.save()
    }

    // MARK: - Decoding

    /// The limits for decoding pictures from a feed.
    nonisolated static let limits = PNGDecoder.Limits(maximumPixels: 4096 * 4096)

    private nonisolated static let decoder = PictureDecoder()

    private var decode: @Sendable ([UInt8]) async throws -> Decoded {
        AdPictureLoader.decode(for: context.windows.traits.size)
    }

    /// Returns a function that decodes a file for a screen: twice its size in pixels, in case it gets larger.
    nonisolated static func decode(for screen: Size) -> @Sendable ([UInt8]) async throws -> Decoded {
        let size = Size(
            width: min(max(screen.width * 2, 320), 1024),
            height: min(max(screen.height * 4, 200), 1024)
        )
        return { try await decoder.decode($0, for: size) }
    }
}

/// Decodes pictures one at a time, because a large one needs twelve bytes for each pixel.
private actor PictureDecoder {
    func decode(_ bytes: [UInt8], for size: Size) throws -> AdPictureLoader.Decoded {
        var warnings: [String] = []
        let animation = try PNGDecoder.decodeAnimation(bytes, limits: AdPictureLoader.limits, fitting: size) {
            warnings.append($0)
        }
        let artwork = SplashArtwork(animation)
        let slowdown = ArtworkFlashes(artwork).slowdown
        return AdPictureLoader.Decoded(
            artwork: slowdown > 1 ? artwork.slowed(by: slowdown) : artwork,
            slowdown: slowdown,
            warnings: warnings
        )
    }
}
