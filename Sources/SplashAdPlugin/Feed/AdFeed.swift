import FoundationEssentials
import HostRuntime

/// What a server says of the advertisements: what there are, and how they are shown.
struct AdFeed: Hashable, Sendable {
    /// The settings that it gives, as `SplashSettings` reads them; none that are not known.
    var policy: [String: PlainValue] = [:]

    /// The creatives in its order, each with an id of its own; none means that nothing is to be shown.
    var creatives: [SplashCreative] = []

    /// What is wrong with it although it is taken, a sentence each.
    var problems: [String] = []

    /// The largest feed in bytes.
    static let maximumBytes = 256 * 1024

    /// The largest number of creatives in a feed.
    static let maximumCreatives = 32

    // The format takes six levels, and some 6,000 values where every creative is a long animation.
    private static let maximumDepth = 16
    private static let maximumValues = 10_000

    /// Reads a feed; addresses in it are relative to where it comes from.
    ///
    /// A creative that is wrong is left out with a problem. What is wrong with the
    /// whole is thrown, and so is that no creative of several is left, so that
    /// the feed before it stays in force. Both `version` and `creatives` have to
    /// be there: another answer that happens to be an object is no empty feed.
    /// It is read off the main actor: pictures' addresses take a while.
    static func read(_ bytes: [UInt8], from address: AdAddress) throws(AdFeedError) -> AdFeed {
        guard bytes.count <= maximumBytes else {
            throw AdFeedError(address, "is larger than \(maximumBytes) bytes")
        }
        let parsed: PlainValue
        do throws(JSONFault) {
            parsed = try PlainValue(json: bytes, maximumDepth: maximumDepth, maximumValues: maximumValues)
        } catch {
            throw AdFeedError(address, error.problem)
        }
        guard case .dictionary(let values) = parsed else { throw AdFeedError(address, "is not an object") }
        var object = FeedObject(values)
        switch object.value("version") {
        case 1: break
        case let version?: throw AdFeedError(address, "is of version \(version.told), and only 1 is understood")
        case nil: throw AdFeedError(address, "has no 'version'")
        }
        guard let creatives = object.value("creatives") else { throw AdFeedError(address, "has no 'creatives'") }
        guard let creatives = creatives.arrayValue else {
            throw AdFeedError(address, "has 'creatives' that are no list but \(creatives.told)")
        }

        var feed = AdFeed()
        switch object.value("policy") {
        case .dictionary(let policy)?: feed.policy = known(policy, &object)
        case let other?: object.note("'policy' is an object, not \(other.told); it is left out")
        case nil: break
        }
        if creatives.count > maximumCreatives {
            object.note(
                "there are \(creatives.count) creatives; only the first \(maximumCreatives) are used"
            )
        }
        object.noteUnknown()
        feed.problems = object.problems
        for (index, value) in creatives.prefix(maximumCreatives).enumerated() {
            feed.readCreative(value, at: index + 1, from: address)
        }
        feed.boundProblems()
        guard creatives.isEmpty || !feed.creatives.isEmpty else {
            throw AdFeedError(address, "has no creative that can be shown", problems: feed.problems)
        }
        return feed
    }

    /// The settings of a policy that are known, with nothing in them that is too long to be one.
    ///
    /// They are kept with the counts, and so written whenever something is counted.
    private static func known(_ policy: [String: PlainValue], _ object: inout FeedObject) -> [String: PlainValue] {
        let given = policy.filter { $0.value != .null }
        let settings = SplashSettings.Setting.all
        let unknown = Set(given.keys).subtracting(settings.map(\.name))
        if let problem = problem(ofUnknown: unknown, known: settings.filter(\.isForFeeds).map(\.name)) {
            object.note("'policy': \(problem)")
        }
        return given.filter { !unknown.contains($0.key) }.mapValues { value in
            switch value {
            // What is left says as much of what is wrong with it.
            case .string(let text): .string(String(String.UnicodeScalarView(text.unicodeScalars.prefix(200))))
            case .array: []
            case .dictionary: [:]
            default: value
            }
        }
    }

    private mutating func readCreative(_ value: PlainValue, at place: Int, from address: AdAddress) {
        var name = "creative \(place)"
        guard case .dictionary(let values) = value else {
            problems.append("\(name): it is an object, not \(value.told); it is left out")
            return
        }
        var object = FeedObject(values)
        do throws(FeedRefusal) {
            guard let id = try object.string("id") else { throw FeedRefusal("'id' is missing") }
            guard SplashCreative.isID(id) else {
                throw FeedRefusal("'id' is 1 to 64 letters, digits and '.', '_', '-', not \(id.quoted)")
            }
            name = "creative '\(id)'"
            guard !creatives.contains(where: { $0.id == id }) else {
                throw FeedRefusal("there is one of this id before it")
            }
            creatives.append(try SplashCreative(id: id, from: &object, in: address))
            object.noteUnknown()
        } catch {
            problems.append("\(name): \(error.rule); it is left out")
        }
        problems += object.problems.map { "\(name): \($0)" }
    }

    private mutating func boundProblems() {
        guard problems.count > AdFeed.maximumProblems else { return }
        let others = problems.count - AdFeed.maximumProblems
        problems = problems.prefix(AdFeed.maximumProblems) + ["\(others) more problems"]
    }

    private static let maximumProblems = 50
}

/// Why a feed as a whole is not taken; a sentence that names it.
struct AdFeedError: Error, Hashable, CustomStringConvertible {
    /// Where the feed comes from.
    let address: AdAddress

    /// What it breaks: "is not JSON".
    let rule: String

    /// What is wrong with its creatives, where that is the reason.
    let problems: [String]

    init(_ address: AdAddress, _ rule: String, problems: [String] = []) {
        self.address = address
        self.rule = rule
        self.problems = problems
    }

    var description: String {
        let reasons = problems.isEmpty ? "" : ": " + problems.prefix(3).joined(separator: "; ")
        return "the feed \(address.description.quoted) \(rule)\(reasons)"
    }
}
