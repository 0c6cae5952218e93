import FoundationEssentials
import HostRuntime

/// What a check finds in a feed, and where; a pure value.
///
/// The feed, the settings and the choice are those of the program, each asked as if
/// nothing had been shown or fetched yet.
struct FeedCheck: Sendable, CustomStringConvertible {
    /// The place of a value with a problem, and what follows from it.
    struct Finding: Hashable, Sendable {
        enum Severity: String, Sendable {
            /// A creative or the whole feed isn't used.
            case error
            /// Something isn't shown as it was meant.
            case warning
            /// Something may well be meant, such as a pause.
            case note
        }

        let severity: Severity
        /// The place in the text; nil for the whole.
        let place: TextPlace?
        let text: String
    }

    /// The circumstances in which a feed is read.
    struct Circumstances: Sendable {
        let configuration: SettingValues
        let date: Date
        let zone: CivilTimeZone
    }

    private let name: String
    private let circumstances: Circumstances
    private var findings: [Finding] = []
    private var places: JSONPlaces?

    /// The creatives that are used, each with its number in the list of the feed.
    private(set) var creatives: [(number: Int, creative: SplashCreative)] = []
    private var settings = SplashSettings()
    private var isAnyShownNow = false

    /// The number of creatives in the feed, and the numbers of those that aren't shown as meant.
    private var count = 0
    private var faulty: Set<String> = []

    private var bytes = 0
    private var pictures = 0

    /// The most findings that are listed.
    private static let listed = 1000

    init(of name: String, in circumstances: Circumstances) {
        self.name = name
        self.circumstances = circumstances
    }

    // MARK: - Findings

    /// Whether everything is shown as it was meant; notes don't count.
    var isGood: Bool { findings.allSatisfy { $0.severity == .note } }

    /// Records that there is no feed to read.
    mutating func fail(_ reason: String) { add(.error, "the feed is not used: \(reason)", at: nil) }

    private mutating func add(_ severity: Finding.Severity, _ text: String, at path: [String]?) {
        findings.append(Finding(severity: severity, place: path.flatMap { places?.nearest($0) }, text: text))
        guard severity != .note, let path, path.count > 1, path[0] == "creatives" else { return }
        faulty.insert(path[1])
    }

    private mutating func add(_ severity: Finding.Severity, _ problem: SplashProblem) {
        add(severity, "\(problem)", at: problem.path)
    }

    private func path(_ number: Int, _ names: String...) -> [String] { ["creatives", "\(number)"] + names }

    // MARK: - The feed

    /// Reads a feed that came from an address.
    mutating func read(_ bytes: [UInt8], from address: HTTPAddress) {
        self.bytes += bytes.count
        var fault: TextPlace?
        if bytes.count <= AdFeed.maximumBytes {
            do throws(JSONError) {
                let (value, places) = try AdFeed.parse(bytes, withPlaces: true)
                self.places = places
                count = value["creatives"]?.arrayValue?.count ?? 0
            } catch {
                fault = error.place
            }
        }
        do throws(AdFeedError) {
            use(try AdFeed.read(bytes, from: address, isDetailed: true))
        } catch {
            let place = fault ?? places?.nearest(error.path)
            findings.append(Finding(severity: .error, place: place, text: "the feed \(error.rule)"))
            report(error.problems)
        }
    }

    private mutating func report(_ problems: [SplashProblem]) {
        for problem in problems { add(problem.leavesOut ? .error : .warning, problem) }
    }

    private mutating func use(_ feed: AdFeed) {
        report(feed.problems)
        let leftOut = Set(feed.problems.filter(\.leavesOut).map { $0.path[1] })
        let numbers = (0..<AdFeed.maximumCreatives).lazy.filter { !leftOut.contains("\($0)") }
        creatives = zip(numbers, feed.creatives).map { ($0, $1) }

        let read = SplashSettings.read(
            configuration: circumstances.configuration,
            feed: SettingValues(feed.policy)
        )
        settings = read.settings
        let own = SplashSettings.read(configuration: circumstances.configuration).problems
        report(read.problems.filter { !$0.isLogged && !own.contains($0) }.map { $0.of($0.subject, at: ["policy"]) })
        for (number, creative) in creatives {
            let subject = "creative '\(creative.id)'"
            report(settings.reading(creative.look).changes.map { $0.of(subject, at: path(number)) })
        }
        let bars = [("daily-cap", settings.dailyCap == 0), ("occasions", settings.occasions.isEmpty)]
        for (name, isBar) in bars where isBar && settings.sources[name] == .feed {
            add(.warning, "feed: '\(name)' lets no advertisement be shown", at: ["policy", name])
        }
        noteBars()
    }

    /// Notes which creatives aren't shown now, although nothing is wrong with them; warns if the feed has expired.
    private mutating func noteBars() {
        let (date, zone) = (circumstances.date, circumstances.zone)
        let bars = creatives.map { (number: $0.0, creative: $0.1, bar: $0.1.bar(at: date, in: zone, CreativeTally())) }
        isAnyShownNow = bars.contains { $0.bar == nil }
        if creatives.first?.creative.expires?.hasCome(at: date, in: zone) == true {
            return add(.warning, "'expires' is past, so no creative is shown", at: ["expires"])
        }
        for case (let number, let creative, let bar?) in bars {
            let name = creative.weight == 0 ? "weight" : creative.isOver(at: date, in: zone) ? "until" : ""
            // If no value of the creative is the reason, the place is the creative's.
            add(.note, "creative '\(creative.id)': \(bar)", at: path(number, name))
        }
    }

    /// Adds a problem of a creative's landing page.
    mutating func add(_ problem: SplashProblem, ofLandingOf number: Int) {
        add(.warning, "\(problem)", at: path(number, "landing"))
    }

    // MARK: - The pictures

    /// The addresses of all pictures, each once.
    var addresses: [HTTPAddress] {
        creatives.compactMap(\.creative.picture).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Adds what is wrong with the pictures; an address is named as a closure says.
    mutating func judge(_ outcomes: [HTTPAddress: PictureOutcome], named: (HTTPAddress) -> String) {
        pictures = outcomes.count
        for outcome in outcomes.values {
            if case .decoded(let facts) = outcome { bytes += facts.bytes }
        }
        for (number, creative) in creatives {
            guard let address = creative.picture, let outcome = outcomes[address] else { continue }
            let path = path(number, "picture")
            let subject = "creative '\(creative.id)'"
            let picture = "\(subject): the picture \(named(address))"
            switch outcome {
            case .decoded(let facts):
                for warning in facts.warnings { add(.warning, "\(picture): \(warning)", at: path) }
                if let rejection = creative.problem(ofVisible: facts.isVisible) {
                    add(.error, "\(subject): \(CreativeRefusal.refused(rejection))", at: path)
                } else if let problem = ArtworkFlashes.problem(ofSlowdown: facts.slowdown) {
                    add(.warning, "\(subject): \(problem)", at: path)
                }
            case .refused(let reason): add(.error, "\(picture) is not used: \(reason)", at: path)
            case .notAsked(let reason): add(.error, "\(picture) was not fetched: \(reason)", at: path)
            }
        }
    }

    // MARK: - The report

    /// A line for each finding in the order of the text, as compilers write them, and a summary.
    var description: String {
        let sorted = findings.enumerated().sorted { one, other in
            switch (one.element.place, other.element.place) {
            case (let place?, let next?) where place != next: place < next
            case (nil, _?): true
            case (_?, nil): false
            default: one.offset < other.offset
            }
        }
        let more = findings.count - FeedCheck.listed
        let lines =
            sorted.prefix(FeedCheck.listed).map { line($0.element) }
            + (more > 0 ? ["\(more.of("finding")) more"] : []) + [summary]
        return lines.map(\.escapingControls).joined(separator: "\n")
    }

    private func line(_ finding: Finding) -> String {
        let place = finding.place.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(name)\(place): \(finding.severity): \(finding.text)"
    }

    private var summary: String {
        if isGood, !creatives.isEmpty, !isAnyShownNow {
            return "\(name) has no mistake, but none of its creatives is shown now (\(count.of("creative")))"
        }
        if isGood {
            return "\(name) is good: \(count.of("creative")), \(pictures.of("picture")), \(bytes.bytesInWords)"
        }
        let shown = creatives.count { !faulty.contains("\($0.number)") }
        let counts = [Finding.Severity.error, .warning, .note].compactMap { severity -> String? in
            let number = findings.count { $0.severity == severity }
            return number == 0 ? nil : number.of("\(severity)")
        }
        return "\(count.of("creative")), \(shown) shown as meant; \(counts.joined(separator: ", "))"
    }
}

/// What came of a picture that was asked for.
enum PictureOutcome: Hashable, Sendable {
    case decoded(PictureFacts)
    case refused(String)
    case notAsked(String)
}

/// The findings about a picture, without its pixels: a check has all those of a feed in memory.
struct PictureFacts: Hashable, Sendable {
    let bytes: Int
    let warnings: [String]
    let isVisible: Bool
    let slowdown: Double

    init(_ decoded: AdPictureLoader.Decoded, bytes: Int) {
        self.bytes = bytes
        warnings = decoded.warnings
        isVisible = decoded.artwork.isVisible
        slowdown = decoded.slowdown
    }
}
