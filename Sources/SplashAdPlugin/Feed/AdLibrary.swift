import FoundationEssentials
import HostRuntime

/// The advertisements that there are: what comes with the plugin, or what was fetched of a feed.
///
/// The latest feed that was good stays in force, also through a restart
/// without a network, until another good one takes its place.
@MainActor final class AdLibrary {
    /// The creatives of the feed in force, and those of the one before it.
    private(set) var editions: [[SplashCreative]]

    /// What the feed in force says about how to show them.
    private(set) var policy: [String: PlainValue] = [:]

    let pictures: AdPictures

    /// How many bytes of pictures may be fetched in a day, and kept of a feed.
    var budget: Int {
        get { pictures.budget.bytes }
        set { pictures.budget.bytes = newValue }
    }

    /// Called when there are others than before, with the ids of those that nobody has any more.
    var onChange: (@MainActor (_ dropped: Set<String>) -> Void)?

    private let context: PluginContext
    private let transport: any AdTransport
    private let address: AdAddress?

    /// What is wrong with the configured address; nil where it is fine.
    private let addressProblem: String?

    private var refreshing: Task<Void, Never>?
    private var loading: Task<Void, Never>?

    /// Whether what an earlier run has fetched was looked for.
    private(set) var isLoaded = false

    /// How often everything was forgotten.
    private var clearings = 0

    private var fetched: Date?
    private var latestTry: (date: Date, problem: String?)?

    /// What is wrong with the configured address, or with the feed in force, one sentence each.
    private(set) var problems: [String] = []

    private static let policyKey = "feed"

    /// Creates a library; without a configured feed it holds what comes with the plugin.
    init(context: PluginContext, transport: any AdTransport, builtIn: SplashCreative) {
        self.context = context
        self.transport = transport
        pictures = AdPictures(context: context, transport: transport)
        let configured = context.configuration(section: "advertising")["feed"]
        do throws(AdAddressError) {
            address = try configured.map { (value) throws(AdAddressError) in try AdAddress("\(value)") }
            addressProblem = nil
        } catch {
            address = nil
            addressProblem = "the feed \(error); it is 'feed' in the section 'advertising' of the configuration"
        }
        // A feed takes the place of what comes with the plugin, also while nothing of it is here.
        editions = configured == nil ? [[builtIn]] : []
        if let problem = addressProblem {
            problems = [problem]
            context.log.warning(problem)
        }
        if let address, let kept = context.memory.store.value(AdLibrary.policyKey),
            kept["address"] == .string("\(address)"),
            case .dictionary(let policy) = kept["policy"]
        {
            self.policy = policy
        }
    }

    /// Whether there is a feed to be fetched.
    var hasFeed: Bool { address != nil }

    /// Whether something is here already, or on disk from an earlier run.
    var mayHaveSome: Bool { !editions.isEmpty || context.memory.store.value(AdLibrary.policyKey)?["address"] != nil }

    /// What went wrong at the latest fetch; nil where nothing did.
    var latestProblem: String? { addressProblem ?? latestTry?.problem.map { "the feed is not taken: \($0)" } }

    // MARK: - What is on disk

    /// Reads what an earlier run has fetched, once; calls that come meanwhile wait for it, too.
    func load() async {
        guard let address, !isLoaded else { return }
        let task = loading ?? Task { await read(address) }
        loading = task
        await task.value
    }

    private func read(_ address: AdAddress) async {
        defer {
            isLoaded = true
            loading = nil
        }
        let (cache, date, before) = (context.memory.cache, context.time.date, clearings)
        let feeds: [AdFeed]? = try? await context.tasks.perform {
            AdLibrary.keys(address).compactMap { key in
                cache.bytes(for: key, at: date).flatMap { try? AdFeed.read($0, from: address) }
            }
        }
        // What was forgotten meanwhile stays forgotten.
        guard let feeds, !feeds.isEmpty, editions.isEmpty, clearings == before else { return }
        editions = feeds.map(\.creatives)
        problems = feeds[0].problems
        fetched = context.memory.store.value(AdLibrary.policyKey)?["fetched"]?.doubleValue.flatMap { seconds in
            seconds.isFinite ? Date(timeIntervalSinceReferenceDate: seconds) : nil
        }
    }

    /// Under which keys the feed in force and the one before it are in the cache.
    ///
    /// They are no addresses, so that a creative cannot name the feed as its picture.
    private nonisolated static func keys(_ address: AdAddress) -> [String] {
        ["feed \(address)", "previous \(address)"]
    }

    /// Forgets everything that was fetched but the pictures of some creatives; returns how many bytes are gone.
    func clear(keepingPicturesOf ids: Set<String> = []) -> Int {
        let kept = editions.joined().filter { ids.contains($0.id) }.flatMap(\.artwork.addresses)
        let freed = context.memory.cache.removeAll(except: Set(kept.map(\.description)))
        context.memory.store.update { $0[AdLibrary.policyKey] = nil }
        pictures.dropPrepared()
        pictures.forgetRefusals()
        fetched = nil
        clearings += 1
        guard address != nil else { return freed }
        problems = []
        editions = []
        policy = [:]
        return freed
    }

    // MARK: - The network

    /// Fetches the feed, and then the pictures that it needs; one call at a time, which others join.
    ///
    /// It returns once the feed is in force or refused; pictures may still be on their way.
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

    /// Ends all that is under way.
    func stop() {
        refreshing?.cancel()
        loading?.cancel()
        pictures.stop()
    }

    private func fetch(_ address: AdAddress) async {
        await load()
        let tag = editions.isEmpty ? nil : context.memory.cache.tag(for: AdLibrary.keys(address)[0])
        do {
            var answer = try await ask(address, tag: tag)
            // Forgotten meanwhile, so it is not there that nothing has changed.
            if answer == nil, editions.isEmpty { answer = try await ask(address, tag: nil) }
            pictures.forgetRefusals()
            if let answer {
                let isOther = take(answer, from: address)
                let before = clearings
                try await keep(answer, from: address, isOther: isOther)
                // Forgotten while it was written.
                guard clearings == before else {
                    context.memory.cache.removeAll()
                    return
                }
            }
            fetched = context.time.date
            remember(address)
            latestTry = (context.time.date, nil)
        } catch is CancellationError {
        } catch AdFetchError.cancelled {
        } catch {
            let problem = AdLibrary.words(for: error)
            latestTry = (context.time.date, problem)
            let stays = fetched.map { "; the one of \($0.formatted(.iso8601)) stays in force" } ?? ""
            context.log.warning("the feed \(address) is not taken: \(problem)\(stays)")
        }
    }

    /// Asks the server for the feed; nil where it is the one that a tag names.
    private func ask(_ address: AdAddress, tag: String?) async throws -> Answer? {
        let transport = transport
        let request = AdRequest(address: address, entityTag: tag, maximumBytes: AdFeed.maximumBytes)
        return try await context.tasks.perform {
            switch try await transport.fetch(request) {
            case .notModified: nil
            case .found(let bytes, let tag):
                Answer(bytes: bytes, tag: tag, feed: try AdFeed.read(bytes, from: address))
            }
        }
    }

    /// What is wrong with an answer, and with the parts of a feed that make all of it wrong.
    private static func words(for error: any Error) -> String {
        guard let error = error as? AdFeedError else { return "\(error)" }
        return (["it \(error.rule)"] + error.problems).joined(separator: "; ")
    }

    private struct Answer: Sendable {
        let bytes: [UInt8]
        let tag: String?
        let feed: AdFeed
    }

    /// Puts an answer in force, and tells whether its creatives are others than before.
    private func take(_ answer: Answer, from address: AdAddress) -> Bool {
        let old = editions
        let isOther = old.first != answer.feed.creatives
        if isOther { editions = [answer.feed.creatives] + old.prefix(1) }
        policy = answer.feed.policy
        problems = answer.feed.problems
        for problem in problems { context.log.warning("the feed \(address): \(problem)") }
        onChange?(Set(old.joined().map(\.id)).subtracting(editions.joined().map(\.id)))
        return isOther
    }

    /// Puts an answer into the cache; what is there of other creatives stays as the one before it.
    private func keep(_ answer: Answer, from address: AdAddress, isOther: Bool) async throws {
        let (cache, date) = (context.memory.cache, context.time.date)
        // Off the main actor: the index of a full cache takes longer to write than a frame may.
        try await context.tasks.perform {
            let keys = AdLibrary.keys(address)
            if isOther, let bytes = cache.bytes(for: keys[0], at: date) { cache.insert(bytes, for: keys[1], at: date) }
            cache.insert(answer.bytes, for: keys[0], tag: answer.tag, at: date)
        }
    }

    private func remember(_ address: AdAddress) {
        let date = context.time.date.timeIntervalSinceReferenceDate
        context.memory.store.update { [policy] in
            $0[AdLibrary.policyKey] = [
                "address": .string("\(address)"), "policy": .dictionary(policy), "fetched": .double(date),
            ]
        }
    }

    // MARK: - For a person to read

    /// Where the advertisements come from and how the latest fetch went; a line each.
    var report: [String] {
        guard let address else { return [] }
        var lines = ["feed \(address)"]
        let count = editions.first?.count ?? 0
        let state = fetched.map { "\(count) creative\(count == 1 ? "" : "s"), as of \($0.formatted(.iso8601))" }
        lines.append("in force: \(state ?? "nothing")")
        if refreshing != nil { lines.append("being fetched now") }
        if let latestTry {
            lines.append("latest fetch, \(latestTry.date.formatted(.iso8601)): \(latestTry.problem ?? "good")")
        }
        return lines
    }
}
