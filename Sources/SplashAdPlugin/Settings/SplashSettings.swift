import HostRuntime

/// The settings for showing advertisements; a pure value that is always in range.
///
/// A feed can set everything except `landingCommand`, the budget and the ceilings; a
/// creative can override some settings for itself; the configuration takes precedence
/// over both: see `read(configuration:feed:)`. Each setting's name follows the colon.
struct SplashSettings: Hashable, Sendable {
    /// The countdown in whole seconds, 1...60: `seconds`.
    var seconds = 5

    /// The time away that has to be exceeded, 0...3600 s: `minimum-background-seconds`.
    var minimumBackground: Duration = .seconds(10)

    /// The way in which an advertisement appears: `fade`.
    var fade = Fade.content

    /// The largest number of shows in a day of the local calendar, 0...1000: `daily-cap`.
    var dailyCap = 20

    /// The way in which an advertisement disappears: `transition`.
    var transition = Transition.fade

    /// The look of the skip control: `skip`.
    var skip = SkipStyle.textAndTime

    /// The whole seconds of the countdown before it can be skipped, 0...60: `skip-after-seconds`.
    var skipAfterSeconds = 0

    /// The part of the screen that an advertisement covers: `area`.
    var area = Area.full

    /// The effect of a tap on an advertisement: `after-tap`.
    var afterTap = AfterTap.close

    /// The longest wait for an advertisement at launch, 0...10 s: `wait-seconds`.
    var waitLimit: Duration = .seconds(3)

    /// The policy for fetching and caching pictures: `cache-policy`.
    var cachePolicy = CachePolicy.useCache

    /// The id of the command that opens a landing page: `landing-command`.
    var landingCommand = "page.open"

    /// The shortest time between two shows of any advertisement, 0...86400 s: `seconds-between-shows`.
    var betweenShows: Duration = .zero

    /// The skip control's word, at most 8 columns: `skip-word`.
    var skipWord = "Skip"

    /// The skip control's words before the seconds until it can be used: `skip-in-words`.
    var skipInWords = "Skip in"

    /// The skip control's words before the seconds that are left if there is no way out: `ends-in-words`.
    var endsInWords = "Ends in"

    /// The MiB of pictures that a feed may cache, and fetch in a day, 0...64: `budget-mebibytes`.
    var budgetMebibytes = 32

    /// The longest countdown that a feed may ask for, 1...60 s: `most-seconds`.
    var mostSeconds = 30

    /// The longest time before the skip control that a feed may ask for, 0...60 s: `most-seconds-before-skip`.
    var mostSecondsBeforeSkip = 5

    /// The largest daily cap that a feed may ask for, 0...1000: `most-daily-cap`.
    var mostDailyCap = 50

    /// The shortest time away that a feed may ask for, 0...3600 s: `least-background-seconds`.
    var leastBackground: Duration = .seconds(5)

    /// The source of each setting, by name.
    var sources = Dictionary(uniqueKeysWithValues: Setting.Name.allCases.map { ($0, Source.default) })

    /// The way in which an advertisement appears.
    enum Fade: String, CaseIterable, Sendable {
        /// The cover is opaque at once, and its content fades in.
        case content
        /// The whole window fades in over the page.
        case window
        /// Everything appears at once.
        case none
    }

    /// The way in which an advertisement disappears.
    enum Transition: String, CaseIterable, Sendable {
        /// It disappears at once.
        case none
        /// It fades out.
        case fade
        /// It slides off the screen.
        case slide
        /// The page appears from one side to the other.
        case wipe
    }

    /// The look of the skip control.
    enum SkipStyle: String, CaseIterable, Sendable {
        /// There is no control.
        case none
        /// The seconds that are left.
        case time
        /// A word.
        case text
        /// A word and the seconds that are left.
        case textAndTime = "text-and-time"
        /// A ring that empties as time passes.
        case ring
    }

    /// The part of the screen that an advertisement covers.
    enum Area: String, CaseIterable, Sendable {
        /// The whole screen.
        case full
        /// The upper part.
        case upper
        /// The lower part.
        case lower
    }

    /// The effect of a tap on an advertisement.
    enum AfterTap: String, CaseIterable, Sendable {
        /// It closes.
        case close
        /// It stays until its countdown is over.
        case keep
    }

    /// The policy for fetching and caching pictures, with the four policies of XHLaunchAd.
    enum CachePolicy: String, CaseIterable, Sendable {
        /// Show cached pictures; fetch, cache and show others. XHLaunchAd's `Default`.
        case useCache = "use-cache"
        /// Fetch every time, and cache nothing. XHLaunchAd's `OnlyLoad`.
        case reload
        /// Show cached pictures, then fetch them again for the next time. XHLaunchAd's `RefreshCached`.
        case refresh
        /// Show only cached pictures; fetch others for the next time. XHLaunchAd's `CacheInBackground`.
        case background
    }

    /// The source of a setting.
    enum Source: String, CaseIterable, Sendable {
        /// The default of the plugin.
        case `default`
        /// The feed.
        case feed
        /// The creative on the screen.
        case creative
        /// The configuration.
        case configuration
    }
}

// MARK: - Reading

extension SplashSettings {
    /// Reads the plugin's section of the configuration, and the policy of a feed.
    ///
    /// The configuration takes precedence over the feed. A value of the wrong type
    /// counts as missing, and a number out of range is clamped. Each problem is a
    /// sentence with the source, the setting, its rule and the value that is used.
    static func read(
        configuration: [String: PlainValue],
        feed: [String: PlainValue] = [:]
    ) -> (settings: SplashSettings, problems: [String]) {
        var settings = SplashSettings()
        var refused: [(source: Source, setting: Setting, rule: String)] = []
        for (source, values) in [(Source.feed, feed), (.configuration, configuration)] {
            for setting in Setting.all {
                guard let value = values[setting.name.rawValue] else { continue }
                guard source == .configuration || setting.isForFeeds else {
                    refused.append((source, setting, "can only be set in the configuration"))
                    continue
                }
                let result = setting.read(value, &settings)
                if result != .refused { settings.sources[setting.name] = source }
                if result != .exact { refused.append((source, setting, "is \(setting.rule), not \(value.inWords)")) }
            }
        }
        let clamped = settings.keepToCeilings()
        var problems = refused.map { source, setting, rule in
            "\(source.rawValue): '\(setting.name)' \(rule); \(setting.inWords(settings)) is used"
        }
        problems += clamped
        if let problem = settings.skipProblem { problems.append(problem) }
        return (settings, problems)
    }

    /// A table of the settings with their values and sources.
    var policy: String {
        let rows =
            [["setting", "value", "from"]]
            + Setting.all.map { [$0.name.rawValue, $0.text(self), (sources[$0.name] ?? .default).rawValue] }
        return TextTable(rows).description
    }
}
