import FoundationEssentials
import HostRuntime

/// A feed: the advertisements of a server, and settings for how to show them.
struct AdFeed: Hashable, Sendable {
    /// The known settings in it, in the form that `SplashSettings` reads.
    var policy: [String: PlainValue] = [:]

    /// The creatives in their order, with unique ids; an empty list means that nothing is shown.
    var creatives: [SplashCreative] = []

    /// The problems found in a feed that is accepted all the same.
    var problems: [SplashProblem] = []
    static let maximumBytes = 256 * 1024
    static let maximumCreatives = 32

    // The format takes three levels and some 900 values.
    private static let maximumDepth = 16
    private static let maximumValues = 10_000

    /// Reads a feed; addresses in it are relative to its own.
    ///
    /// An invalid creative is left out and reported as a problem. A feed that is
    /// invalid as a whole, or has only invalid creatives, is an error, so that the
    /// feed before it stays in force. Both `version` and `creatives` are required:
    /// another response that happens to be an object is not an empty feed. Call it
    /// off the main actor, since parsing many addresses takes a while.
    ///
    /// In detail, all problems are listed, and each unknown name is one by itself.
    static func read(
        _ bytes: [UInt8],
        from address: HTTPAddress,
        isDetailed: Bool = false
    ) throws(AdFeedError) -> AdFeed {
        guard bytes.count <= maximumBytes else {
            throw AdFeedError(address, "is larger than \(maximumBytes) bytes")
        }
        guard !bytes.isEmpty else { throw AdFeedError(address, "is empty") }
        // Sign-in pages and error pages come with a good status, too.
        guard bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "<") else {
            throw AdFeedError(address, "is an HTML or XML page, not JSON")
        }
        let parsed: PlainValue
        do throws(JSONError) {
            parsed = try parse(bytes).value
        } catch {
            throw AdFeedError(address, error.problem)
        }
        guard case .dictionary(let values) = parsed else { throw AdFeedError(address, "is not an object") }
        var object = FeedObject(values, isDetailed: isDetailed)
        switch object.value("version") {
        case 1: break
        case let version?:
            throw AdFeedError(address, "has version \(version.inWords); only version 1 is supported", at: ["version"])
        case nil: throw AdFeedError(address, "has no 'version'")
        }
        guard let creatives = object.value("creatives") else { throw AdFeedError(address, "has no 'creatives'") }
        guard let creatives = creatives.arrayValue else {
            let rule = "has \(creatives.inWords) as 'creatives', which has to be a list"
            throw AdFeedError(address, rule, at: ["creatives"])
        }

        let expires = object.value("expires")
        let moment = expires?.stringValue.flatMap(CivilMoment.init)
        if let expires, moment == nil {
            let rule = "has \(expires.inWords) as 'expires', which has to be \(FeedObject.momentRule)"
            throw AdFeedError(address, rule, at: ["expires"])
        }

        var feed = AdFeed()
        switch object.value("policy") {
        case .dictionary(let policy)?: feed.policy = known(policy, &object)
        case let other?: object.report("'policy' is an object, not \(other.inWords); it is ignored", at: ["policy"])
        case nil: break
        }
        if creatives.count > maximumCreatives {
            object.report(
                "there are \(creatives.count) creatives; only the first \(maximumCreatives) are used",
                at: ["creatives", "\(maximumCreatives)"]
            )
        }
        object.reportUnknown()
        feed.problems = object.problems
        for (index, value) in creatives.prefix(maximumCreatives).enumerated() {
            feed.readCreative(value, at: index, from: address, isDetailed: isDetailed)
        }
        for index in feed.creatives.indices { feed.creatives[index].expires = moment }
        if !isDetailed { feed.boundProblems() }
        guard creatives.isEmpty || !feed.creatives.isEmpty else {
            let rule = "has no creative that can be shown"
            throw AdFeedError(address, rule, at: ["creatives"], problems: feed.problems)
        }
        return feed
    }

    /// Reads the text of a feed within its limits; with places, those of all values that the format has.
    static func parse(
        _ bytes: [UInt8],
        withPlaces: Bool = false
    ) throws(JSONError) -> (value: PlainValue, places: JSONPlaces) {
        try PlainValue.reading(
            json: bytes,
            maximumDepth: maximumDepth,
            maximumValues: maximumValues,
            placesTo: withPlaces ? 3 : 0
        )
    }

    /// Returns the known settings of a policy, with values cut to a reasonable size.
    ///
    /// They are stored with the counters, and so written with every count.
    private static func known(_ policy: [String: PlainValue], _ object: inout FeedObject) -> [String: PlainValue] {
        let given = policy.filter { $0.value != .null }
        let settings = SplashSettings.Setting.all
        let unknown = Set(given.keys).subtracting(settings.map(\.name))
        object.reportUnknown(unknown, known: settings.filter(\.isForFeeds).map(\.name), in: "policy")
        func cut(_ text: String) -> PlainValue {
            .string(String(String.UnicodeScalarView(text.unicodeScalars.prefix(200))))
        }
        return given.filter { !unknown.contains($0.key) }.mapValues { value in
            switch value {
            // The rest is enough to report what is wrong with it.
            case .string(let text): cut(text)
            // What is no text stays wrong.
            case .array(let values): .array(values.prefix(32).map { $0.stringValue.map(cut) ?? 0 })
            case .dictionary: [:]
            default: value
            }
        }
    }

    private mutating func readCreative(
        _ value: PlainValue,
        at index: Int,
        from address: HTTPAddress,
        isDetailed: Bool
    ) {
        var name = "creative \(index + 1)"
        let path = ["creatives", "\(index)"]
        func reject(_ error: AdFeedError) {
            problems.append(
                SplashProblem(name, "\(error.rule); it is left out", at: path + error.path, leavesOut: true)
            )
        }
        guard case .dictionary(let values) = value else {
            return reject(AdFeedError("it is an object, not \(value.inWords)"))
        }
        var object = FeedObject(values, isDetailed: isDetailed)
        do throws(AdFeedError) {
            guard let id = try object.string("id") else { throw AdFeedError("'id' is missing") }
            guard SplashCreative.isID(id) else {
                let rule = "'id' is 1 to 64 letters, digits and '.', '_', '-', not \(id.quoted)"
                throw AdFeedError(rule, at: ["id"])
            }
            name = "creative '\(id)'"
            guard !creatives.contains(where: { $0.id == id }) else {
                throw AdFeedError("the id is taken by an earlier creative", at: ["id"])
            }
            creatives.append(try SplashCreative(id: id, from: &object, in: address))
            object.reportUnknown()
        } catch {
            reject(error)
        }
        problems += object.problems.map { $0.of(name, at: path) }
    }

    private mutating func boundProblems() {
        guard problems.count > AdFeed.maximumProblems else { return }
        let others = problems.count - AdFeed.maximumProblems
        problems = problems.prefix(AdFeed.maximumProblems) + [SplashProblem("\(others) more problems")]
    }

    private static let maximumProblems = 50
}

/// The reason why a feed, or an object in it, is rejected.
struct AdFeedError: Error, Hashable, CustomStringConvertible {
    /// The address of a feed that is rejected as a whole; nil for an object in it.
    let address: HTTPAddress?

    /// What is wrong, as a sentence; that of a feed lacks its subject.
    let rule: String

    /// The names and numbers that lead from the feed or the object to the value that is wrong.
    let path: [String]

    /// The problems of the feed's creatives, if they are the reason.
    let problems: [SplashProblem]

    init(_ address: HTTPAddress, _ rule: String, at path: [String] = [], problems: [SplashProblem] = []) {
        self.address = address
        self.rule = rule
        self.path = path
        self.problems = problems
    }

    /// Creates the reason against an object in a feed.
    init(_ rule: String, at path: [String] = []) {
        address = nil
        self.rule = rule
        self.path = path
        problems = []
    }

    var description: String {
        guard let address else { return rule }
        let reasons = problems.isEmpty ? "" : ": " + problems.prefix(3).map(\.description).joined(separator: "; ")
        return "the feed \(address.description.quoted) \(rule)\(reasons)"
    }
}
