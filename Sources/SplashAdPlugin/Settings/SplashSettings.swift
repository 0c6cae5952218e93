import HostRuntime

/// The settings for showing advertisements; a pure value that is always in range.
///
/// A feed can set everything except `landingCommand`, `needsConsent`, the budget and the ceilings; a
/// creative can override some settings for itself; the configuration takes precedence
/// over both: see `read(configuration:feed:)`. `Setting.all` has their names and ranges.
struct SplashSettings: Hashable, Sendable {
    var seconds = 5
    var minimumBackground: Duration = .seconds(10)
    var fade = Fade.content
    var dailyCap = 20
    var transition = Transition.fade
    var skip = SkipStyle.textAndTime
    var skipAfterSeconds = 0
    var area = Area.full
    var waitLimit: Duration = .seconds(3)
    var cachePolicy = CachePolicy.revalidate
    var landingCommand = "page.open"
    var betweenShows: Duration = .zero
    /// The occasions on which one may be shown.
    var occasions = SplashOccasion.kindsInSettings
    var startsBeforeFirst = 0
    var skipWord = "Skip"
    var skipInWords = "Skip in"
    var endsInWords = "Ends in"

    /// The MiB of a day after which no more pictures are fetched ahead.
    var budgetMebibytes = 32

    /// Whether nothing is fetched or shown until the person has given their consent.
    var needsConsent = false

    // The limits of what a feed may ask for.
    var mostSeconds = 30
    var mostSecondsBeforeSkip = 5
    var mostDailyCap = 50
    var leastBackground: Duration = .seconds(5)
    /// The sources of the settings that don't have their defaults, by name.
    var sources: [String: Source] = [:]

    /// The way in which an advertisement appears.
    enum Fade: String, CaseIterable, Sendable {
        /// The cover is opaque at once, and its content fades in.
        case content
        /// The whole window fades in over the page.
        case window
        case none
    }

    /// The way in which an advertisement disappears.
    enum Transition: String, CaseIterable, Sendable {
        case none
        case fade
        case slide
        /// The page appears from one side to the other.
        case wipe
    }

    /// The look of the skip control.
    enum SkipStyle: String, CaseIterable, Sendable {
        case none
        case time
        case text
        /// A word and the seconds that are left.
        case textAndTime = "text-and-time"
        /// A ring that empties as time passes.
        case ring
    }

    enum Area: String, CaseIterable, Sendable {
        case full
        case upper
        case lower
    }

    /// The policy for what isn't in the cache when an advertisement is due.
    enum CachePolicy: String, CaseIterable, Sendable {
        /// A launch waits for it if nothing else can be shown.
        case revalidate
        /// Nothing waits: it's fetched for the next time.
        case background
    }

    enum Source: String, CaseIterable, Sendable {
        case `default`
        case feed
        case creative
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
        configuration: SettingValues,
        feed: SettingValues = SettingValues()
    ) -> (settings: SplashSettings, problems: [SplashProblem]) {
        var settings = SplashSettings()
        var refused: [(source: Source, setting: Setting, rule: String)] = []
        for (source, values) in [(Source.feed, feed), (.configuration, configuration)] {
            for setting in Setting.all {
                guard let value = values[name: setting.name] else { continue }
                guard source == .configuration || setting.isForFeeds else {
                    refused.append((source, setting, "can only be set in the configuration"))
                    continue
                }
                let reading = setting.read(value, &settings)
                if reading.value != nil { settings.sources[setting.name] = source }
                guard case .exact = reading else {
                    refused.append((source, setting, "is \(setting.rule), not \(value.inWords)"))
                    continue
                }
            }
        }
        let clamped = settings.keepToCeilings()
        var problems = refused.map { source, setting, rule in
            SplashProblem(
                source.rawValue,
                "'\(setting.name)' \(rule); \(setting.inWords(settings)) is used",
                isLogged: source == .configuration,
                at: [setting.name]
            )
        }
        problems += clamped
        if let rule = settings.skipRule {
            let source = settings.source(of: \.skipAfterSeconds)
            let text = "\(rule), so the advertisement cannot be skipped"
            problems.append(SplashProblem(source.rawValue, text, at: ["skip-after-seconds"]))
        }
        return (settings, problems)
    }

    func source(of property: PartialKeyPath<Self>) -> Source { sources[Setting.name(of: property)] ?? .default }

    var policy: String {
        let rows =
            [["setting", "value", "from"]]
            + Setting.all.map { [$0.name, $0.text(self), (sources[$0.name] ?? .default).rawValue] }
        return TextTable(rows).description
    }
}
