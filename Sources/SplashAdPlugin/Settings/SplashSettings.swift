import HostRuntime

/// How advertisements are shown; a pure value that is always in range.
///
/// A feed can set all of it but `landingCommand`, the budget and the ceilings, one of its
/// creatives some of it for itself, and the configuration has the last word: see
/// `read(configuration:feed:)`. The names there are behind the colons.
struct SplashSettings: Hashable, Sendable {
    /// The countdown in whole seconds, 1...60: `seconds`.
    var seconds = 5

    /// The user must have been away for longer than this, 0...3600 s: `minimum-background-seconds`.
    var minimumBackground: Duration = .seconds(10)

    /// How the advertisement comes on the screen: `fade`.
    var fade = Fade.content

    /// How often it is shown in a day of the local calendar, 0...1000: `daily-cap`.
    var dailyCap = 20

    /// How it goes: `transition`.
    var transition = Transition.fade

    /// What the control to skip it looks like: `skip`.
    var skip = SkipStyle.textAndTime

    /// The whole seconds of the countdown before it can be skipped, 0...60: `skip-after-seconds`.
    var skipAfterSeconds = 0

    /// What it covers of the screen: `area`.
    var area = Area.full

    /// What becomes of it when it is tapped: `after-tap`.
    var afterTap = AfterTap.close

    /// How long the start of the program waits for an advertisement, 0...10 s: `wait-seconds`.
    var waitLimit: Duration = .seconds(3)

    /// When pictures are fetched and kept: `cache-policy`.
    var cachePolicy = CachePolicy.useCache

    /// The id of the command that opens a landing page: `landing-command`.
    var landingCommand = "page.open"

    /// The least time between two shows of any advertisement, 0...86400 s: `seconds-between-shows`.
    var betweenShows: Duration = .zero

    /// What the control says where it can be used, at most 8 columns: `skip-word`.
    var skipWord = "Skip"

    /// What it says before the seconds until it can be used: `skip-in-words`.
    var skipInWords = "Skip in"

    /// What it says before the seconds that are left where there is no way out: `ends-in-words`.
    var endsInWords = "Ends in"

    /// How many MiB of pictures a feed may have here, and have fetched in a day, 0...64: `budget-mebibytes`.
    var budgetMebibytes = 32

    /// The longest countdown that a feed may ask for, 1...60 s: `most-seconds`.
    var mostSeconds = 30

    /// The longest time for which a feed may leave no way out, 0...60 s: `most-seconds-before-skip`.
    var mostSecondsBeforeSkip = 5

    /// The largest daily cap that a feed may ask for, 0...1000: `most-daily-cap`.
    var mostDailyCap = 50

    /// The least time away that a feed may ask for, 0...3600 s: `least-background-seconds`.
    var leastBackground: Duration = .seconds(5)

    /// Where each setting comes from, by its name.
    var sources = Dictionary(uniqueKeysWithValues: Setting.all.map { ($0.name, Source.default) })

    /// How the advertisement comes on the screen.
    enum Fade: String, CaseIterable, Sendable {
        /// The cover is opaque at once, and what is on it appears.
        case content
        /// The whole window appears over the page.
        case window
        /// Everything is there at once.
        case none
    }

    /// How the advertisement goes.
    enum Transition: String, CaseIterable, Sendable {
        /// It is gone at once.
        case none
        /// It becomes transparent.
        case fade
        /// It moves off the screen.
        case slide
        /// The page appears from one side to the other.
        case wipe
    }

    /// What the control to skip the advertisement looks like.
    enum SkipStyle: String, CaseIterable, Sendable {
        /// There is no control.
        case none
        /// The seconds that are left.
        case time
        /// A word.
        case text
        /// A word with the seconds that are left.
        case textAndTime = "text-and-time"
        /// A ring that closes as the time passes.
        case ring
    }

    /// What the advertisement covers of the screen.
    enum Area: String, CaseIterable, Sendable {
        /// All of it.
        case full
        /// The upper part.
        case upper
        /// The lower part.
        case lower
    }

    /// What becomes of the advertisement when it is tapped.
    enum AfterTap: String, CaseIterable, Sendable {
        /// It goes.
        case close
        /// It stays until its countdown is over.
        case keep
    }

    /// When pictures are fetched and kept; the four ways of XHLaunchAd.
    enum CachePolicy: String, CaseIterable, Sendable {
        /// What is kept is shown; what is not is fetched, kept and shown. XHLaunchAd's `Default`.
        case useCache = "use-cache"
        /// What is shown is fetched every time, and not kept. XHLaunchAd's `OnlyLoad`.
        case reload
        /// What is kept is shown, and then fetched again for the next time. XHLaunchAd's `RefreshCached`.
        case refresh
        /// Only what is kept is shown; what is not is fetched for the next time. XHLaunchAd's `CacheInBackground`.
        case background
    }

    /// Where a setting comes from.
    enum Source: String, CaseIterable, Sendable {
        /// Nobody gave it.
        case `default`
        /// A feed gave it.
        case feed
        /// The creative that is shown gave it.
        case creative
        /// The configuration gave it.
        case configuration
    }
}

// MARK: - Reading

extension SplashSettings {
    /// Reads the plugin's section of the configuration, and the policy of a feed.
    ///
    /// The configuration goes before the feed: whoever runs the program has the
    /// last word. A value of a wrong kind counts as not given, and a number out of
    /// range as the nearest one in it. Each problem is a sentence that begins with
    /// where the value comes from, and tells the setting, its rule, and what is used
    /// in the end.
    static func read(
        configuration: [String: PlainValue],
        feed: [String: PlainValue] = [:]
    ) -> (settings: SplashSettings, problems: [String]) {
        var settings = SplashSettings()
        var refused: [(source: Source, setting: Setting, rule: String)] = []
        for (source, values) in [(Source.feed, feed), (.configuration, configuration)] {
            for setting in Setting.all {
                guard let value = values[setting.name] else { continue }
                guard source == .configuration || setting.isForFeeds else {
                    refused.append((source, setting, "is only for the configuration"))
                    continue
                }
                let taken = setting.take(value, &settings)
                if taken != .refused { settings.sources[setting.name] = source }
                if taken != .exactly { refused.append((source, setting, "is \(setting.rule), not \(value.told)")) }
            }
        }
        let lowered = settings.keepToCeilings()
        var problems = refused.map { source, setting, rule in
            "\(source.rawValue): '\(setting.name)' \(rule); \(setting.told(settings)) is used"
        }
        problems += lowered
        if let problem = settings.skipProblem { problems.append(problem) }
        let unknown = Set(configuration.keys).subtracting(Setting.all.map(\.name))
        if let problem = problem(ofUnknown: unknown, known: Setting.all.map(\.name)) {
            problems.append("configuration: \(problem)")
        }
        return (settings, problems)
    }

    /// A table of the settings, each with its value and where that comes from.
    var policy: String {
        let rows =
            [["setting", "value", "from"]]
            + Setting.all.map { [$0.name, $0.text(self), (sources[$0.name] ?? .default).rawValue] }
        return TextTable(rows).description
    }
}
