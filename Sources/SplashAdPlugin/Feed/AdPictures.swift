import FoundationEssentials
import HostRuntime

/// The pictures of advertisements, which come from the cache or the network and are decoded off the main actor.
@MainActor final class AdPictures {
    typealias Access = AdPictureLoader.Access
    private typealias Decoded = AdPictureLoader.Decoded

    /// A picture that couldn't be used.
    private struct Fault {
        /// The reason; nil once the picture may be fetched again.
        var reason: String?
        /// The date from which the wait counts; nil if only the connection failed.
        var date: Date?
        /// The seconds for which it isn't fetched again: ten, and then ten times as many each time.
        ///
        /// It may be replaced, but one that stays bad must not spend the budget of the others.
        var wait = 1.0
    }

    private let context: PluginContext
    private let cache: ContentCache
    private let loader: AdPictureLoader

    /// The most pixels that all pictures of one creative may have together: four of the largest, or 64 of a megapixel.
    nonisolated static let largestArea = 4 * AdPictureLoader.largestArea
    private let largestArea: Int

    private var faults: [HTTPAddress: Fault] = [:]

    /// The reasons why creatives can't be shown, by id: `refused` although each of their pictures can, or `leftOut`.
    private var refusals: [String: CreativeRefusal] = [:]

    /// What is wrong with pictures that are shown all the same, by subject.
    private var warnings: [String: [String]] = [:]
    private var logged: Set<String> = []

    /// The number of creatives that a cover on the screen is waiting for.
    private var urgent = 0
    private var prepared: (artwork: LinkedArtwork, decoded: SplashArtwork)?
    /// The number of pictures that are loaded at a time.
    nonisolated static let atOnce = 4

    init(
        context: PluginContext,
        permission: SplashPermission,
        requests: SplashRequestLog,
        largestArea: Int = AdPictures.largestArea
    ) {
        self.context = context
        self.largestArea = largestArea
        cache = context.storage.cache
        loader = AdPictureLoader(context: context, permission: permission, requests: requests)
    }

    /// The budget for a day's fetches.
    var budget: FetchBudget { loader.budget }

    /// Returns the reason against showing a creative's pictures at once; nil if all of them are here.
    func refusal(of creative: SplashCreative, usesCache: Bool) -> CreativeRefusal? {
        let addresses = creative.artwork.addresses
        let known = refusals[creative.id]
        if case .refused = known { return known }
        if let reason = addresses.lazy.compactMap({ self.faults[$0]?.reason }).first { return .refused(reason) }
        let isHere = decoded(creative) != nil || usesCache && addresses.allSatisfy { cache.contains($0.description) }
        return isHere ? nil : known ?? .missing
    }

    func decoded(_ creative: SplashCreative) -> SplashArtwork? {
        if creative.artwork.frames.isEmpty { return .poster }
        return prepared?.artwork == creative.artwork ? prepared?.decoded : nil
    }

    func artwork(of creative: SplashCreative, _ access: Access) async throws -> SplashArtwork {
        if let decoded = decoded(creative) { return decoded }
        if access != .cache { urgent += 1 }
        defer { if access != .cache { urgent -= 1 } }
        let pictures: [HTTPAddress: PictureAnimation]
        do {
            pictures = try await self.pictures(of: creative, access)
        } catch CreativeRefusal.leftOut(let reason) {
            if !context.isClosed { leaveOut([creative.id: reason]) }
            throw CreativeRefusal.leftOut(reason)
        }
        let opacities = pictures.values.lazy.flatMap(\.frames).map { PictureTone($0.picture).opacity }
        if let reason = creative.problem(ofOpacities: opacities) {
            throw reject(creative, reason)
        }
        if creative.artwork.isOneFile, let animation = pictures.first?.value {
            let frames = animation.frames.map { SplashArtwork.Frame(picture: $0.picture, duration: $0.duration) }
            return try await calm(SplashArtwork(frames: frames, plays: animation.plays), of: creative)
        }
        let frames = try creative.artwork.frames.map { frame in
            guard let picture = pictures[frame.picture]?.frames.first?.picture else { throw CreativeRefusal.missing }
            return SplashArtwork.Frame(picture: picture, duration: frame.duration)
        }
        return try await calm(SplashArtwork(frames: frames, plays: creative.artwork.plays), of: creative)
    }

    /// Slows an animation down that would flash more than three times a second.
    private func calm(_ artwork: SplashArtwork, of creative: SplashCreative) async throws -> SplashArtwork {
        guard artwork.frames.count > 1, !context.isClosed else { return artwork }
        let slowdown = try await context.tasks.perform { ArtworkFlashes(artwork).slowdown }
        let problem = ArtworkFlashes.problem(ofSlowdown: slowdown)
        warn(of: "creative '\(creative.id)'", [problem].compactMap(\.self))
        return problem == nil ? artwork : artwork.slowed(by: slowdown)
    }

    /// Records why a creative's pictures can't be shown although each of them can.
    private func reject(_ creative: SplashCreative, _ reason: String) -> CreativeRefusal {
        refusals[creative.id] = .refused(reason)
        if !context.isClosed, isNew("\(creative.id) \(reason)") {
            context.log.warning("the picture of '\(creative.id)' is not used: \(reason)")
        }
        return .refused(reason)
    }

    /// Loads all pictures of a creative, a few at a time and each address once.
    private func pictures(of creative: SplashCreative, _ access: Access) async throws -> [HTTPAddress: PictureAnimation]
    {
        defer { loader.closeConnections() }
        let addresses = creative.artwork.addresses.withoutRepeats
        let films = AdPictures.films(of: [creative])
        var pictures: [HTTPAddress: PictureAnimation] = [:]
        var area = 0
        while pictures.count < addresses.count {
            for (address, decoded) in try await load(addresses.dropFirst(pictures.count), access, films) {
                pictures[address] = decoded.animation
                area += decoded.area
            }
            if let reason = AdPictures.problem(ofArea: area, atMost: largestArea) { throw reject(creative, reason) }
            if access != .cache { try checkSize(of: creative, addresses.count) }
        }
        return pictures
    }

    /// Returns why a creative's pictures can't be shown that have so many pixels together.
    nonisolated static func problem(ofArea area: Int, atMost most: Int = largestArea) -> String? {
        // Each is small enough by itself, but together they would keep every core busy for long.
        area > most ? "its pictures have more than \(most) pixels together" : nil
    }

    /// Returns the files that are played if they are animations in themselves.
    private static func films(of creatives: [SplashCreative]) -> Set<HTTPAddress> {
        Set(creatives.filter(\.artwork.isOneFile).flatMap(\.artwork.addresses))
    }

    /// Loads the first few of some pictures together; throws the first error once all have come or failed.
    private func load(
        _ addresses: some Sequence<HTTPAddress>,
        _ access: Access,
        _ films: Set<HTTPAddress>
    ) async throws -> [(HTTPAddress, Decoded)] {
        let tasks = addresses.prefix(AdPictures.atOnce).map { address in
            (address, Task { try await picture(address, access, plays: films.contains(address)) })
        }
        var results: [(HTTPAddress, Result<Decoded, any Error>)] = []
        for (address, task) in tasks { results.append((address, await task.result)) }
        return try results.map { address, result in (address, try result.get()) }
    }

    /// Throws as soon as the first pictures show that all of them would exceed the budget.
    private func checkSize(of creative: SplashCreative, _ count: Int) throws {
        let sizes = Set(creative.artwork.addresses).compactMap { cache.size(of: $0.description) }
        guard count > 1, sizes.count < count else { return }
        let estimate = PrefetchPlan.estimate(sizes, of: count)
        guard estimate > budget.bytes else { return }
        let reason = "they would take \(estimate.bytesInWords), and the budget is \(budget.bytes.bytesInWords)"
        throw CreativeRefusal.leftOut(reason)
    }

    /// Decodes the artwork that is likely to be shown next.
    func prepare(_ creative: SplashCreative) async {
        guard decoded(creative) == nil else { return }
        guard let decoded = try? await artwork(of: creative, .cache) else { return }
        prepared = (creative.artwork, decoded)
    }

    /// Fetches the pictures of a creative again; returns nil if the server has no other ones.
    func renewed(_ creative: SplashCreative) async -> SplashArtwork? {
        defer { loader.closeConnections() }
        var isChanged = false
        for address in creative.artwork.addresses.withoutRepeats {
            guard let changed = try? await renew(address) else { return nil }
            isChanged = isChanged || changed
        }
        guard isChanged else { return nil }
        return try? await artwork(of: creative, .cache)
    }

    /// Fetches a picture again, and returns whether it has changed.
    private func renew(_ address: HTTPAddress) async throws -> Bool {
        let isChanged = try await loader.renew(address)
        // At once, because a later picture may fail, and the next renewal finds this one unchanged.
        if isChanged { prepared = nil }
        return isChanged
    }

    /// Asks for cached pictures that are a day old whether the server has others.
    func revalidate(_ creatives: [SplashCreative]) async {
        defer { loader.closeConnections() }
        for address in creatives.flatMap(\.artwork.addresses).withoutRepeats {
            // Pictures that a cover is waiting for come first.
            guard !context.isClosed, urgent == 0, loader.pauseReason == nil else { return }
            if loader.isOld(address) { _ = try? await renew(address) }
        }
    }

    /// Forgets why pictures were rejected, because they may be other ones now.
    func forgetRefusals() {
        faults = [:]
        refusals = [:]
        warnings = [:]
    }

    /// Forgets why pictures were rejected that may be fetched again.
    func forgetPastRefusals() {
        let now = context.time.date
        for (address, fault) in faults {
            // A clock that was ahead must not keep a picture away.
            let isWaiting = fault.date.map { (0..<fault.wait).contains(now.timeIntervalSince($0)) } ?? false
            if !isWaiting { faults[address]?.reason = nil }
        }
        refusals = [:]
        loader.forgetFailures()
    }

    /// Releases the artwork that was decoded ahead of time.
    func dropPrepared() { prepared = nil }

    func stop() {
        loader.stop()
        prepared = nil
    }

    // MARK: - Ahead of time

    /// Fetches the pictures of creatives, in the order of their turns, until the budget is spent.
    func prefetch(_ creatives: [SplashCreative]) async {
        defer { loader.closeConnections() }
        var tried: Set<HTTPAddress> = []
        // As they are shown: a cover that waits for one shares its load.
        let films = AdPictures.films(of: creatives)
        var sizes: [HTTPAddress: Int] = [:]
        for address in creatives.flatMap(\.artwork.addresses) { sizes[address] = cache.size(of: address.description) }
        // After each few pictures, the estimate of the others' sizes has changed, or a creative needs no others.
        while !Task.isCancelled, !context.isClosed, loader.pauseReason == nil {
            let missing = plan(creatives, sizes).filter { !tried.contains($0) }
            guard !missing.isEmpty else { return }
            // Pictures that a cover is waiting for come first.
            let next = missing.prefix(urgent > 0 ? 1 : AdPictures.atOnce)
            tried.formUnion(next)
            _ = try? await load(next, .cacheOrNetwork, films)
            for address in next { sizes[address] = cache.size(of: address.description) }
        }
        leaveOutUnasked(creatives)
    }

    /// Returns the addresses to fetch, the most urgent first.
    private func plan(_ creatives: [SplashCreative], _ sizes: [HTTPAddress: Int]) -> [HTTPAddress] {
        for creative in creatives {
            if case .leftOut = refusals[creative.id] { refusals[creative.id] = nil }
        }
        let plan = PrefetchPlan(
            creatives.filter { refusals[$0.id] == nil },
            budget: budget.bytes,
            spent: budget.spent,
            size: { sizes[$0] },
            isRefused: { faults[$0]?.reason != nil }
        )
        leaveOut(plan.leftOut)
        return plan.addresses
    }

    private func leaveOut(_ reasons: [String: String]) {
        for (id, reason) in reasons.sorted(by: { $0.key < $1.key }) {
            refusals[id] = .leftOut(reason)
            if isNew("\(id) \(reason)") { context.log.info("the pictures of '\(id)' are left out: \(reason)") }
        }
    }

    /// Leaves out the creatives whose pictures aren't asked for after too many failed requests.
    private func leaveOutUnasked(_ creatives: [SplashCreative]) {
        guard let reason = loader.pauseReason, !context.isClosed else { return }
        let missing = creatives.filter { refusal(of: $0, usesCache: true) == .missing }
        leaveOut(Dictionary(missing.map { ($0.id, reason) }) { first, _ in first })
    }

    /// The sizes of the cache and of today's fetches, and what is left out, in lines.
    var report: [String] {
        let kept = cache.totalBytes.bytesInWords
        let spent = "fetched today: \(budget.spent.bytesInWords) of \(budget.bytes.bytesInWords)"
        let leftOut = refusals.sorted { $0.key < $1.key }.compactMap { id, refusal in
            if case .leftOut(let reason) = refusal { "left out: '\(id)', because \(reason)" } else { nil }
        }
        return ["in the cache: \(kept)", spent] + leftOut
    }

    /// The problems of pictures that are shown all the same.
    var problems: [SplashProblem] {
        warnings.sorted { $0.key < $1.key }.flatMap { subject, texts in texts.map { SplashProblem(subject, $0) } }
    }

    private func warn(of subject: String, _ texts: [String]) {
        guard !context.isClosed else { return }
        warnings[subject] = texts.isEmpty ? nil : texts
        for text in texts where isNew("\(subject): \(text)") { context.log.warning("\(subject): \(text)") }
    }

    private func refuse(_ address: HTTPAddress, _ error: any Error) {
        var fault = faults[address] ?? Fault()
        fault.date = nil
        if error.isOfPicture {
            fault.date = context.time.date
            fault.wait = min(fault.wait, 1e6) * 10
        }
        let problem = error.reasonInWords
        let reason = "\(address): \(problem)"
        fault.reason = reason
        faults[address] = fault
        if isNew(reason) { context.log.warning("the picture \(address) is not used: \(problem)") }
    }

    /// Whether the log doesn't have a text yet.
    private func isNew(_ text: String) -> Bool {
        // Bounded, since a server may send other ids each time.
        if logged.count >= 1000 { logged = [] }
        return logged.insert(text).inserted
    }

    /// Loads one picture, and refuses it if it can't be used.
    private func picture(_ address: HTTPAddress, _ access: Access, plays: Bool) async throws -> Decoded {
        do {
            let decoded = try await loader.picture(address, access, plays: plays)
            warn(of: "the picture \(address)", decoded.warnings)
            return decoded
        } catch {
            let isOfFile = !(error is CancellationError || error is CreativeRefusal)
            if isOfFile, !context.isClosed, faults[address]?.reason == nil { refuse(address, error) }
            throw error
        }
    }
}

extension [HTTPAddress] {
    /// The addresses in their order, each once: frames and creatives may share a picture.
    var withoutRepeats: [HTTPAddress] {
        var seen: Set<HTTPAddress> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Error {
    /// Whether it's an error of the picture or its address, and not one of the connection.
    var isOfPicture: Bool {
        switch (self as? FetchError)?.reason {
        case nil, .invalidAddress, .tooLarge, .status, .tooManyRedirects, .forbiddenRedirect: true
        case .connection, .timedOut: false
        }
    }

    /// Why a file isn't used, as the end of a sentence about it.
    var reasonInWords: String { ((self as? FetchError).map { "\($0.reason)" } ?? "\(self)").hidingSecrets }
}
