import FoundationEssentials
import HostRuntime

/// The advertisements and the settings in force: the plugin's own, or those of a feed.
///
/// The latest valid feed stays in force, even after a restart without a network,
/// until another valid one replaces it.
@MainActor final class AdLibrary {
    /// The creatives of the feed in force, or the plugin's own; nil while there is no feed.
    private(set) var creatives: [SplashCreative]?

    /// The policy of the feed in force; before the cache was read, the one that the store remembers.
    private var policy: [String: PlainValue] = [:]

    /// The settings in force: those of the configuration, and of the policy where that has none.
    private(set) var settings = SplashSettings()
    private(set) var settingProblems: [SplashProblem] = []

    /// The server's version of the feed in force.
    ///
    /// Not the cache's, in which another process may have put a newer feed.
    private var version: FileVersion?
    /// The seconds after the latest fetch for which the server need not be asked again.
    private var freshSeconds = 0

    let permission: SplashPermission
    let pictures: AdPictures

    private let context: PluginContext
    private let store: KeyValueStore
    private let cache: ContentCache
    private let address: HTTPAddress?
    private let addressProblem: String?

    private var refreshing: Task<Void, Never>?
    private var loading: Task<Void, Never>?
    private(set) var isLoaded = false

    /// The number of times everything was cleared.
    private var clearings = 0

    private var fetched: Date?
    private var latestTry: (date: Date, problem: String?)?
    private(set) var problems: [SplashProblem] = []
    /// The problems that the log has; the same feed may be sent again and again.
    private var loggedProblems: [SplashProblem] = []

    private static let policyKey = "feed"
    nonisolated static let feedSetting = Setting("feed", default: "", help: "the address of the advertisements' feed")

    /// Creates a library; without a configured feed it has the plugin's own advertisement.
    init(context: PluginContext, builtIn: SplashCreative) {
        self.context = context
        store = context.storage.store
        cache = context.storage.cache
        permission = SplashPermission(context: context)
        pictures = AdPictures(context: context, permission: permission)
        let configured = context.settings(section: "advertising")[name: AdLibrary.feedSetting.name]
        do throws(HTTPAddressError) {
            address = try configured.map { (value) throws(HTTPAddressError) in try HTTPAddress("\(value)") }
            addressProblem = nil
        } catch {
            address = nil
            addressProblem = "the feed \(error); it is 'feed' in the section 'advertising' of the configuration"
        }
        // A feed replaces the plugin's own advertisement, even before it is fetched.
        creatives = configured == nil ? [builtIn] : nil
        if let problem = addressProblem {
            problems = [SplashProblem(problem)]
            context.log.warning(problem)
        }
        if case .dictionary(let policy)? = kept?["policy"] { self.policy = policy }
        readSettings()
    }

    var hasFeed: Bool { address != nil }

    /// Whether there are advertisements in memory, or perhaps in the cache of an earlier run, which hasn't been read.
    var mayHaveSome: Bool { creatives != nil || !isLoaded && kept != nil }

    /// Whether there is nothing in memory that can still be shown, so that the server is worth waiting for.
    func isSpent(at date: Date) -> Bool {
        guard let creatives else { return true }
        return !creatives.isEmpty && creatives.allSatisfy { $0.isOver(at: date, in: context.time.timeZone) }
    }

    /// Whether a creative can still be shown after a wait: the feed may have been withdrawn, or have expired.
    func isInForce(_ creative: SplashCreative, at date: Date) -> Bool {
        creatives?.contains(creative) == true && !creative.isOver(at: date, in: context.time.timeZone)
    }

    /// The moment at which the feed expires; nil if never.
    private var expires: CivilMoment? { creatives?.first?.expires }

    /// Whether the server has withdrawn the feed, so that nothing is shown until it has one again.
    var isWithdrawn: Bool { kept?["withdrawn"] == true }

    /// The store's value about the feed, if it's the feed of this address.
    private var kept: PlainValue? {
        guard let address, let kept = store.value(AdLibrary.policyKey) else { return nil }
        return kept["address"] == .string("\(address)") ? kept : nil
    }

    var latestProblem: String? {
        if isWithdrawn { return "its server has withdrawn the feed" }
        return addressProblem ?? latestTry?.problem.map { "the feed is not used: \($0)" }
    }

    /// Returns the creative with an id; throws with the nearest id if there is none.
    func creative(_ id: String) throws(SplashRefusal) -> SplashCreative {
        let creatives = creatives ?? []
        if let creative = creatives.first(where: { $0.id == id }) { return creative }
        throw .unknownCreative(id, nearest: nearestName(to: id, in: creatives.map(\.id)))
    }

    // MARK: - The settings

    private func readSettings() {
        let read = SplashSettings.read(configuration: context.settings, feed: SettingValues(policy))
        (settings, settingProblems) = (read.settings, read.problems)
        pictures.budget.bytes = settings.budgetMebibytes << 20
        for problem in read.problems where !problem.isLogged { context.log.warning("\(problem)") }
    }

    /// The counts of shows and the rules for them.
    ///
    /// Made again each time, so that the days follow the current time zone.
    var frequency: SplashFrequency {
        SplashFrequency(store: store, settings: settings, timeZone: context.time.timeZone)
    }

    /// Puts the settings of another feed in force, and forgets the counts of creatives that are gone.
    private func feedDidChange() {
        readSettings()
        frequency.forget(keeping: Set((creatives ?? []).map(\.id)), at: context.time.date)
    }

    // MARK: - The cache

    /// Reads the feed of an earlier run, once; other calls wait for the same read.
    func load() async {
        guard let address, !isLoaded else { return }
        let task = loading ?? Task { await read(address) }
        loading = task
        await task.value
    }

    private func read(_ address: HTTPAddress) async {
        defer {
            isLoaded = true
            loading = nil
        }
        guard !context.isClosed else { return }
        let (cache, date, before) = (cache, context.time.date, clearings)
        let found: (feed: AdFeed, version: FileVersion?)? = try? await context.tasks.perform {
            let key = AdLibrary.key(address)
            // Before the bytes: another process may write newer ones in between.
            let version = CachedVersion(cached: cache.tag(for: key))?.file
            return try cache.bytes(for: key, at: date)
                .map { (try AdFeed.read($0, from: version?.address ?? address), version) }
        }
        // The cache may have been cleared in the meantime, and the plugin may have ended.
        guard !context.isClosed, let found, creatives == nil, clearings == before else { return }
        let remembered = policy
        (creatives, policy, problems) = (found.feed.creatives, found.feed.policy, found.feed.problems)
        version = found.version
        freshSeconds = store.value(AdLibrary.policyKey)?["fresh"]?.intValue ?? 0
        fetched = store.value(AdLibrary.policyKey)?["fetched"]?.doubleValue.flatMap { seconds in
            seconds.isFinite ? Date(timeIntervalSinceReferenceDate: seconds) : nil
        }
        // The store was lost, or another process has put another feed into the cache.
        if policy != remembered { feedDidChange() }
    }

    /// The cache key of the feed, which is no address, so that a creative can't name it as its picture.
    private nonisolated static func key(_ address: HTTPAddress) -> String { "feed \(address)" }

    /// Clears the cache except for the pictures of some creatives, and returns the number of bytes freed.
    func clear(keepingPicturesOf ids: Set<String> = []) -> Int {
        let kept = (creatives ?? []).filter { ids.contains($0.id) }.compactMap(\.picture)
        let freed = cache.removeAll(except: Set(kept.map(\.description)))
        store.update { $0[AdLibrary.policyKey] = nil }
        pictures.dropPrepared()
        pictures.forgetRefusals()
        fetched = nil
        clearings += 1
        guard address != nil else { return freed }
        (creatives, problems) = (nil, [])
        (policy, version) = ([:], nil)
        readSettings()
        return freed
    }

    // MARK: - The network

    /// Fetches the feed; other calls in the meantime join the same fetch.
    ///
    /// Returns when the feed is in force or rejected.
    func refresh() async {
        guard let address else { return }
        let task =
            refreshing
            ?? Task {
                await fetch(address)
                refreshing = nil
            }
        refreshing = task
        await task.value
    }

    func stop() {
        loading?.cancel()
        cancelFetches()
    }

    /// Cancels the fetches under way; what was fetched before stays.
    func cancelFetches() {
        refreshing?.cancel()
        pictures.stop()
    }

    private func fetch(_ address: HTTPAddress) async {
        await load()
        guard !context.isClosed, permission.refusal == nil else { return }
        guard !isFresh else { return pictures.forgetPastRefusals() }
        do {
            var new = try await ask(address, for: creatives == nil ? nil : version)
            // If it was cleared in the meantime, or isn't in the cache any more, "not modified" is of no use.
            if new == nil, try await !isCached(address) || creatives == nil {
                new = try await ask(address, for: nil)
            }
            // Another process may have forbidden it in the meantime.
            guard !context.isClosed, permission.refusal == nil else { return }
            pictures.forgetPastRefusals()
            if let new {
                if new.isWithdrawn { withdraw(address) }
                adopt(new, from: address)
                let before = clearings
                try await keep(new, from: address)
                // Cleared while it was being written, perhaps by another process.
                guard clearings == before, !permission.isWithdrawn else {
                    cache.removeAll()
                    return
                }
            }
            guard !context.isClosed else { return }
            fetched = context.time.date
            remember(address, isWithdrawn: new?.isWithdrawn ?? isWithdrawn)
            latestTry = (context.time.date, nil)
        } catch is CancellationError {
        } catch {
            guard !context.isClosed else { return }
            let problem = AdLibrary.words(for: error)
            latestTry = (context.time.date, problem)
            let stays = fetched.map { "; the one of \($0.inWords(context.time.timeZone)) stays in force" } ?? ""
            context.log.warning("the feed \(address) is not used: \(problem)\(stays)")
        }
    }

    /// Forgets a feed that its server has withdrawn, with its pictures; what is on the screen goes on.
    private func withdraw(_ address: HTTPAddress) {
        if !isWithdrawn { context.log.warning("the feed \(address) is withdrawn by its server (status 410)") }
        _ = clear()
    }

    /// Returns whether the feed is in the cache, and counts as a use of it, so that it stays there.
    private func isCached(_ address: HTTPAddress) async throws -> Bool {
        guard !context.isClosed else { return true }
        let (cache, date) = (cache, context.time.date)
        return try await context.tasks.perform { cache.bytes(for: AdLibrary.key(address), at: date) != nil }
    }

    /// Whether the server said at the latest fetch that the feed in force doesn't change before now.
    private var isFresh: Bool {
        let date = context.time.date
        guard let fetched, creatives != nil, expires?.hasCome(at: date, in: context.time.timeZone) != true else {
            return false
        }
        // A clock that was ahead must not keep a newer feed away.
        let passed = date.timeIntervalSince(fetched)
        return passed >= 0 && passed < Double(min(freshSeconds, 86_400))
    }

    /// Asks the server for the feed; returns nil if it still has the version.
    private func ask(_ address: HTTPAddress, for version: FileVersion?) async throws -> FetchedFeed? {
        let meter = ByteMeter()
        defer { pictures.budget.charge(meter.count) }
        let request = FetchRequest(address, version: version, maximumBytes: AdFeed.maximumBytes, meter: meter)
        do {
            switch try await context.network.fetch(request) {
            case .notModified(let freshSeconds):
                self.freshSeconds = freshSeconds
                return nil
            case .found(let bytes, let version):
                let feed = try await context.tasks.perform { try AdFeed.read(bytes, from: version.address) }
                freshSeconds = version.freshSeconds
                return FetchedFeed(bytes: bytes, version: version, feed: feed)
            }
        } catch let error as FetchError where error.reason == .status(410) {
            freshSeconds = 0
            return .withdrawn(at: address)
        }
    }

    private static func words(for error: any Error) -> String {
        if let error = error as? FetchError { return "\(error.reason)" }
        guard let error = error as? AdFeedError else { return "\(error)" }
        return (["it \(error.rule)"] + error.problems.map(\.description)).joined(separator: "; ")
    }

    /// A feed as the server sent it, with the server's version.
    private struct FetchedFeed: Sendable {
        let bytes: [UInt8]
        let version: FileVersion
        let feed: AdFeed
        var isWithdrawn = false

        /// An empty feed, which is kept in place of one that the server has withdrawn.
        static func withdrawn(at address: HTTPAddress) -> FetchedFeed {
            FetchedFeed(
                bytes: Array(#"{"version": 1, "creatives": []}"#.utf8),
                version: FileVersion(address: address),
                feed: AdFeed(),
                isWithdrawn: true
            )
        }
    }

    /// Puts a feed in force.
    private func adopt(_ new: FetchedFeed, from address: HTTPAddress) {
        // A server may let each answer expire a little later.
        let isOther = creatives?.map(\.withoutExpiry) != new.feed.creatives.map(\.withoutExpiry)
        if isOther { pictures.forgetRefusals() }
        (creatives, policy, problems) = (new.feed.creatives, new.feed.policy, new.feed.problems)
        version = new.version
        if problems != loggedProblems {
            for problem in problems { context.log.warning("the feed \(address): \(problem)") }
            loggedProblems = problems
        }
        feedDidChange()
    }

    private func keep(_ new: FetchedFeed, from address: HTTPAddress) async throws {
        let (cache, date) = (cache, context.time.date)
        // Off the main actor: writing the index of a full cache takes longer than a frame.
        try await context.tasks.perform {
            let tag = CachedVersion(new.version, at: date).cached
            cache.insert(new.bytes, for: AdLibrary.key(address), tag: tag, at: date)
        }
    }

    private func remember(_ address: HTTPAddress, isWithdrawn: Bool) {
        let date = context.time.date.timeIntervalSinceReferenceDate
        store.update { [policy, freshSeconds] in
            $0[AdLibrary.policyKey] = [
                "address": .string("\(address)"), "policy": .dictionary(policy), "fetched": .double(date),
                "fresh": .int(freshSeconds), "withdrawn": .bool(isWithdrawn),
            ]
        }
    }

    // MARK: - The report

    var report: [String] {
        guard let address else { return [] }
        let zone = context.time.timeZone
        var lines = ["feed \(address)"]
        let count = creatives?.count ?? 0
        let state = fetched.map { "\(count.of("creative")), as of \($0.inWords(zone))" }
        let end = expires.map { ", until \($0.inWords(zone))" } ?? ""
        lines.append(isWithdrawn ? "withdrawn by its server" : "in force: \(state ?? "nothing")\(end)")
        if refreshing != nil { lines.append("being fetched now") }
        if let latestTry {
            lines.append("latest fetch, \(latestTry.date.inWords(zone)): \(latestTry.problem ?? "good")")
        }
        return lines
    }
}
