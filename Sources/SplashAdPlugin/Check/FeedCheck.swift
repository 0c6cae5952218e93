import FoundationEssentials
import HostRuntime

/// What a check finds in a feed, and where; a pure value.
///
/// The feed, the settings, the choice and the budget are those of the program, each
/// asked as if nothing had been shown or fetched yet.
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
        noteBars(feed.creatives)
    }

    /// Notes which creatives aren't shown now, although nothing is wrong with them; warns if the feed has expired.
    private mutating func noteBars(_ all: [SplashCreative]) {
        let (date, zone) = (circumstances.date, circumstances.zone)
        let choice = CreativeChoice(
            among: all,
            at: date,
            in: zone,
            canWait: false,
            tally: { _ in CreativeTally() },
            refusal: { _ in nil }
        )
        isAnyShownNow = choice.chosen != nil
        if creatives.first?.creative.expires?.hasCome(at: date, in: zone) == true {
            return add(.warning, "'expires' is past, so no creative is shown", at: ["expires"])
        }
        for (number, creative) in creatives {
            guard case .barred(let reason)? = choice.reasons.first(where: { $0.id == creative.id })?.refusal else {
                continue
            }
            let name = creative.weight == 0 ? "weight" : creative.isOver(at: date, in: zone) ? "until" : ""
            // If no value of the creative is the reason, the place is the creative's.
            add(.note, "creative '\(creative.id)': \(reason)", at: path(number, name))
        }
    }

    /// Adds a problem of a creative's landing page.
    mutating func add(_ problem: SplashProblem, ofLandingOf number: Int) {
        add(.warning, "\(problem)", at: path(number, "landing"))
    }

    // MARK: - The pictures

    /// The addresses of all pictures, each once.
    var addresses: [HTTPAddress] { creatives.flatMap(\.creative.artwork.addresses).withoutRepeats }

    /// Adds what is wrong with the pictures; an address is named as a closure says.
    mutating func judge(_ outcomes: [HTTPAddress: PictureOutcome], named: (HTTPAddress) -> String) {
        var sizes: [HTTPAddress: Int] = [:]
        for (address, outcome) in outcomes {
            if case .decoded(let facts) = outcome { sizes[address] = facts.bytes }
        }
        pictures = outcomes.count
        bytes += sizes.values.reduce(0, +)
        for (number, creative) in creatives where !creative.artwork.frames.isEmpty {
            judge(outcomes, of: creative, at: number, named: named)
        }
        let (date, zone) = (circumstances.date, circumstances.zone)
        let coming = creatives.map(\.creative).coming(at: date, in: zone, tally: { _ in CreativeTally() })
        let leftOut = FeedCheck.leftOut(of: coming, sizes: sizes, budget: settings.budgetMebibytes << 20)
        for (number, creative) in creatives {
            guard let reason = leftOut[creative.id] else { continue }
            add(
                .error,
                "creative '\(creative.id)': \(CreativeRefusal.leftOut(reason))",
                at: path(number, creative.artwork.name)
            )
        }
    }

    private mutating func judge(
        _ outcomes: [HTTPAddress: PictureOutcome],
        of creative: SplashCreative,
        at number: Int,
        named: (HTTPAddress) -> String
    ) {
        let subject = "creative '\(creative.id)'"
        var frames: [ArtworkFlashes.Luminances.Frame] = []
        var decoded: [HTTPAddress: PictureFacts] = [:]
        var plays = creative.artwork.plays
        var isPaused = false
        var seen: Set<HTTPAddress> = []
        for (index, frame) in creative.artwork.frames.enumerated() {
            let place = creative.artwork.name == "picture" ? [] : ["frames", "\(index)", "picture"]
            let path = path(number, creative.artwork.name) + place
            let picture = "\(subject): the picture \(named(frame.picture))"
            let isNew = seen.insert(frame.picture).inserted
            switch outcomes[frame.picture] {
            case .decoded(let facts):
                decoded[frame.picture] = facts
                // One file is played as the animation that it may be in itself.
                if creative.artwork.isOneFile {
                    (frames, plays) = (facts.frames, facts.plays)
                } else if let first = facts.frames.first {
                    frames.append(.init(picture: first.picture, duration: frame.duration))
                }
                for warning in facts.warnings where isNew { add(.warning, "\(picture): \(warning)", at: path) }
            case .refused(let reason): if isNew { add(.error, "\(picture) is not used: \(reason)", at: path) }
            case .notAsked(let reason):
                // The others of a creative would only repeat it.
                if !isPaused { add(.error, "\(picture) was not fetched: \(reason)", at: path) }
                isPaused = true
            case nil: break
            }
        }
        guard decoded.count == seen.count else { return }
        let area = decoded.values.reduce(0) { $0 + $1.area }
        let flashes = ArtworkFlashes(.init(frames: frames, plays: plays))
        let rejection =
            AdPictures.problem(ofArea: area) ?? creative.problem(ofOpacities: decoded.values.lazy.map(\.opacity))
        let path = path(number, creative.artwork.name)
        if let rejection {
            add(.error, "\(subject): \(CreativeRefusal.refused(rejection))", at: path)
        } else if let problem = ArtworkFlashes.problem(ofSlowdown: flashes.slowdown) {
            add(.warning, "\(subject): \(problem)", at: path)
        }
    }

    /// Returns the reasons for which a day's budget leaves out creatives, when all are fetched ahead of time.
    private static func leftOut(
        of creatives: [SplashCreative],
        sizes: [HTTPAddress: Int],
        budget: Int
    ) -> [String: String] {
        // No estimate of all of them together can be larger.
        guard (sizes.values.max() ?? 0) * sizes.count > budget else { return [:] }
        var fetched: [HTTPAddress: Int] = [:]
        while true {
            let plan = PrefetchPlan(
                creatives,
                budget: budget,
                spent: fetched.values.reduce(0, +),
                size: { fetched[$0] },
                isRefused: { sizes[$0] == nil }
            )
            guard !plan.addresses.isEmpty else { return plan.leftOut }
            for address in plan.addresses.prefix(AdPictures.atOnce) { fetched[address] = sizes[address] }
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

/// What the rules for artwork ask of a picture, so that hundreds needn't be in memory at once.
struct PictureFacts: Hashable, Sendable {
    let bytes: Int
    let area: Int
    let warnings: [String]
    /// The opacity of the most opaque frame.
    let opacity: Double
    /// The frames of the file, with their luminances; one unless it's an animation in itself.
    let frames: [ArtworkFlashes.Luminances.Frame]
    let plays: Int

    init(_ decoded: AdPictureLoader.Decoded, bytes: Int) {
        self.bytes = bytes
        area = decoded.area
        warnings = decoded.warnings
        plays = decoded.animation.plays
        opacity = decoded.animation.frames.map { PictureTone($0.picture).opacity }.max() ?? 0
        frames = decoded.animation.frames.map { frame in
            .init(picture: ArtworkFlashes.luminances(of: frame.picture), duration: frame.duration)
        }
    }
}

extension LinkedArtwork {
    /// The name of its value in a creative; a still picture has no duration.
    fileprivate var name: String { frames.first?.duration == .zero ? "picture" : "animation" }
}
