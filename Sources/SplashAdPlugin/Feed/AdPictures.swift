import FoundationEssentials
import HostRuntime

/// The pictures of advertisements, which come from the cache or the network and are decoded off the main actor.
@MainActor final class AdPictures {
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

    private var faults: [HTTPAddress: Fault] = [:]
    /// The reasons why creatives can't be shown although their pictures can be decoded, by id.
    private var refusals: [String: String] = [:]

    /// What is wrong with pictures that are shown all the same, by subject.
    private var warnings: [String: [String]] = [:]
    private var logged: Set<String> = []

    private var prepared: (address: HTTPAddress, artwork: SplashArtwork)?

    init(context: PluginContext, permission: SplashPermission) {
        self.context = context
        cache = context.storage.cache
        loader = AdPictureLoader(context: context, permission: permission)
    }

    /// The budget for what is fetched ahead in a day.
    var budget: FetchBudget { loader.budget }

    /// Returns the reason against showing a creative's picture at once; nil if it's here.
    func refusal(of creative: SplashCreative) -> CreativeRefusal? {
        guard let address = creative.picture else { return nil }
        if let reason = refusals[creative.id] ?? faults[address]?.reason { return .refused(reason) }
        return decoded(creative) != nil || cache.contains(address.description) ? nil : .missing
    }

    func decoded(_ creative: SplashCreative) -> SplashArtwork? {
        guard let address = creative.picture else { return .poster }
        return prepared?.address == address ? prepared?.artwork : nil
    }

    func artwork(of creative: SplashCreative, mayFetch: Bool) async throws -> SplashArtwork {
        defer { loader.endRequests() }
        return try await load(creative, mayFetch: mayFetch)
    }

    private func load(_ creative: SplashCreative, mayFetch: Bool) async throws -> SplashArtwork {
        guard let address = creative.picture else { return .poster }
        if let decoded = decoded(creative) { return decoded }
        let picture = try await picture(address, mayFetch: mayFetch)
        if let reason = creative.problem(ofVisible: picture.artwork.isVisible) {
            refusals[creative.id] = reason
            if !context.isClosed, isNew("\(creative.id) \(reason)") {
                context.log.warning("the picture of '\(creative.id)' is not used: \(reason)")
            }
            throw CreativeRefusal.refused(reason)
        }
        let flashes = ArtworkFlashes.problem(ofSlowdown: picture.slowdown)
        warn(of: "creative '\(creative.id)'", [flashes].compactMap(\.self))
        return picture.artwork
    }

    /// Decodes the artwork that is likely to be shown next.
    func prepare(_ creative: SplashCreative) async {
        guard let address = creative.picture, decoded(creative) == nil,
            let artwork = try? await load(creative, mayFetch: false)
        else { return }
        prepared = (address, artwork)
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
        budget.save()
        prepared = nil
    }

    // MARK: - Ahead of time

    /// Gets the pictures of creatives one after another, in the order of their turns, until the day's budget is spent.
    ///
    /// Those that are missing are fetched. For those that are a day old, the server is asked whether it has others.
    func prefetch(_ creatives: [SplashCreative]) async {
        defer { loader.endRequests() }
        for creative in creatives {
            guard !Task.isCancelled, !context.isClosed else { return }
            guard let address = creative.picture else { continue }
            let isOld = loader.isOld(address)
            guard isOld || refusal(of: creative) == .missing else { continue }
            if let pause {
                if isNew(pause) { context.log.info(pause) }
                return
            }
            if isOld {
                if (try? await loader.renew(address)) == true, prepared?.address == address { prepared = nil }
            } else if let artwork = try? await load(creative, mayFetch: true), creative == creatives.first {
                // The next one to be shown, most likely.
                prepared = (address, artwork)
            }
        }
    }

    /// The sentence about a pause in fetching ahead; nil if there is none.
    var pause: String? {
        let reason =
            loader.failures >= AdPictureLoader.mostFailures
            ? "\(loader.failures) requests have failed since the feed was fetched"
            : budget.spent >= budget.bytes ? "today's \(budget.bytes.bytesInWords) are spent" : nil
        return reason.map { "no more pictures are fetched ahead: \($0)" }
    }

    /// The sizes of the cache and of today's fetches, in lines.
    var report: [String] {
        [
            "in the cache: \(cache.totalBytes.bytesInWords)",
            "fetched today: \(budget.spent.bytesInWords) of \(budget.bytes.bytesInWords)",
        ]
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
    private func picture(_ address: HTTPAddress, mayFetch: Bool) async throws -> AdPictureLoader.Decoded {
        do {
            let decoded = try await loader.picture(address, mayFetch: mayFetch)
            warn(of: "the picture \(address)", decoded.warnings)
            return decoded
        } catch {
            let isOfFile = !(error is CancellationError || error is CreativeRefusal)
            if isOfFile, !context.isClosed, faults[address]?.reason == nil { refuse(address, error) }
            throw error
        }
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
