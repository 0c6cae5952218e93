import FoundationEssentials
import HostRuntime

/// Gets the pictures of advertisements from the cache or the network, and decodes them off the main actor.
@MainActor final class AdPictures {
    private let context: PluginContext
    private let transport: any AdTransport

    /// What is being got, so that nothing is fetched twice at a time.
    private var underWay: [Source: Task<Picture, any Error>] = [:]

    // What is taken from the cache only must not wait for the network.
    private struct Source: Hashable {
        let address: AdAddress
        let access: Access
    }

    /// Why a picture was not taken; it is asked for again after the next fetch of the feed.
    private var refusals: [AdAddress: String] = [:]

    /// The pictures that are likely to be shown next, decoded ahead of that.
    private var prepared: (artwork: SplashCreative.Artwork, decoded: SplashArtwork)?

    init(context: PluginContext, transport: any AdTransport) {
        self.context = context
        self.transport = transport
    }

    /// Where a picture may be taken from.
    enum Access: Hashable, Sendable {
        case cache
        case cacheOrNetwork
        case network
    }

    /// Tells whether an advertisement's pictures are here.
    func readiness(of creative: SplashCreative, usesCache: Bool) -> CreativeChoice.Readiness {
        let addresses = creative.artwork.addresses
        if let reason = addresses.lazy.compactMap({ self.refusals[$0] }).first { return .refused(reason) }
        let cache = context.cache
        let isHere = decoded(creative) != nil || usesCache && addresses.allSatisfy { cache.contains($0.description) }
        return isHere ? .ready : .missing
    }

    /// The pictures of an advertisement where no work is needed to show them.
    func decoded(_ creative: SplashCreative) -> SplashArtwork? {
        if creative.artwork == .poster { return .poster }
        return prepared?.artwork == creative.artwork ? prepared?.decoded : nil
    }

    /// Gets the pictures of an advertisement, or throws why there is one that cannot be had.
    func artwork(of creative: SplashCreative, _ access: Access) async throws -> SplashArtwork {
        if let decoded = decoded(creative) { return decoded }
        switch creative.artwork {
        case .poster: return .poster
        case .picture(let address): return .picture(try await picture(address, access))
        case .animation(let frames, let repeats):
            var shown: [SplashArtwork.Frame] = []
            for frame in frames {
                let picture = try await picture(frame.address, access)
                shown.append(SplashArtwork.Frame(picture: picture, duration: frame.duration))
            }
            return .animation(shown, repeats: repeats)
        }
    }

    /// Decodes ahead what is likely to be shown next.
    func prepare(_ creative: SplashCreative) async {
        guard decoded(creative) == nil else { return }
        guard let decoded = try? await artwork(of: creative, .cache) else { return }
        prepared = (creative.artwork, decoded)
    }

    /// Fetches the pictures of an advertisement anew, where the server has others by now; nil where it has not.
    func renewed(_ creative: SplashCreative) async -> SplashArtwork? {
        var isChanged = false
        for address in creative.artwork.addresses {
            guard let changed = try? await fetch(address, tag: context.cache.tag(for: address.description)) else {
                return nil
            }
            isChanged = isChanged || changed
        }
        guard isChanged else { return nil }
        prepared = nil
        return try? await artwork(of: creative, .cache)
    }

    /// Lets everything be asked for again that was refused.
    func forgetRefusals() { refusals = [:] }

    /// Gives back what was decoded ahead; it can be decoded again.
    func dropPrepared() { prepared = nil }

    func stop() {
        for task in underWay.values { task.cancel() }
        prepared = nil
    }

    // MARK: - One picture

    private func picture(_ address: AdAddress, _ access: Access) async throws -> Picture {
        let source = Source(address: address, access: access)
        let task =
            underWay[source]
            ?? Task {
                defer { underWay[source] = nil }
                return try await load(address, access)
            }
        underWay[source] = task
        do {
            return try await task.value
        } catch {
            let isUnwanted = error is CancellationError || error as? AdFetchError == .cancelled
            if !isUnwanted, !(error is NotHere), refusals[address] == nil {
                refusals[address] = "\(address): \(error)"
                context.log.warning("the picture \(address) is not taken: \(error)")
            }
            throw error
        }
    }

    private func load(_ address: AdAddress, _ access: Access) async throws -> Picture {
        let (cache, date, transport, size) = (context.cache, context.date, transport, size)
        return try await context.perform {
            if access != .network, let bytes = cache.bytes(for: address.description, at: date) {
                do {
                    return try AdPictures.decode(bytes, for: size)
                } catch {
                    // It would count as here for ever, and never be fetched.
                    cache.remove(address.description)
                }
            }
            guard access != .cache else { throw NotHere() }
            let request = AdRequest(address: address, maximumBytes: AdPictures.limits.maximumBytes)
            guard case .found(let bytes, let tag) = try await transport.fetch(request) else {
                throw AdFetchError.status(304)
            }
            let picture = try AdPictures.decode(bytes, for: size)
            // Only what is a picture is kept.
            if access == .cacheOrNetwork { cache.insert(bytes, for: address.description, tag: tag, at: date) }
            return picture
        }
    }

    private struct NotHere: Error {}

    /// Fetches a picture into the cache, and tells whether it is another than before.
    private func fetch(_ address: AdAddress, tag: String?) async throws -> Bool {
        let (cache, date, transport, size) = (context.cache, context.date, transport, size)
        return try await context.perform {
            let request = AdRequest(
                address: address,
                entityTag: tag,
                maximumBytes: AdPictures.limits.maximumBytes
            )
            guard case .found(let bytes, let tag) = try await transport.fetch(request) else { return false }
            let isChanged = cache.bytes(for: address.description, at: date) != bytes
            if isChanged { _ = try AdPictures.decode(bytes, for: size) }
            cache.insert(bytes, for: address.description, tag: tag, at: date)
            return isChanged
        }
    }

    /// What a stranger's picture may need.
    private nonisolated static let limits = PNGDecoder.Limits(maximumPixels: 4096 * 4096)

    /// The size in pixels that pictures are kept in: twice what is seen now, for a screen that gets larger.
    private var size: Size {
        let screen = context.traits.size
        return Size(
            width: min(max(screen.width * 2, 320), 1024),
            height: min(max(screen.height * 4, 200), 1024)
        )
    }

    private nonisolated static func decode(_ bytes: [UInt8], for size: Size) throws -> Picture {
        try PNGDecoder.decode(bytes, limits: limits).fitting(width: size.width, height: size.height)
    }
}
