import HostRuntime

extension SplashSettings {
    /// A setting of the configuration, of feeds and of creatives, and the property with its value.
    ///
    /// All of them read it by the same rule.
    struct Setting: DeclaredSetting {
        let property: any PartialKeyPath<SplashSettings> & Sendable
        let declaration: SettingDeclaration
        private(set) var isForFeeds = true
        private(set) var isForCreatives = false

        /// Reads a value into settings, and returns what it gave.
        let read: @Sendable (PlainValue, inout SplashSettings) -> SettingReading<PlainValue>

        /// The value in settings.
        let value: @Sendable (SplashSettings) -> PlainValue

        var name: String { declaration.name }

        /// The rule for its value, such as "a whole number from 1 to 60".
        var rule: String { declaration.rule }

        /// Whether its value is a text, which is quoted in sentences.
        var isText: Bool { declaration.defaultValue?.stringValue != nil }

        func text(_ settings: SplashSettings) -> String { "\(value(settings))" }

        func inWords(_ settings: SplashSettings) -> String { isText ? text(settings).quoted : text(settings) }

        /// All settings in the order of their names.
        static let all: [Setting] = [
            row("area", \.area) { .init($0, default: $1, help: "the part of the screen") }.forCreatives,
            row("budget-mebibytes", \.budgetMebibytes) {
                .init($0, in: 0...64, default: $1, help: "the MiB of a day to fetch ahead")
            }.forConfiguration,
            row("cache-policy", \.cachePolicy) { .init($0, default: $1, help: "whether a launch waits for pictures") },
            row("daily-cap", \.dailyCap) { .init($0, in: 0...1000, default: $1, help: "the most shows in a day") },
            row("ends-in-words", \.endsInWords) { words($0, $1, "the words before the end") },
            row("fade", \.fade) { .init($0, default: $1, help: "how it appears") },
            // Never for feeds: a server must not choose the command that runs.
            row("landing-command", \.landingCommand) {
                let rule = "the id of a command, of 1 to 100 bytes"
                return .init($0, default: $1, help: "the command that opens a page", rule: rule) {
                    (1...100).contains($0.utf8.count)
                }
            }.forConfiguration,
            row("least-background-seconds", \.leastBackground) {
                .init($0, seconds: 0...3600, default: $1, help: "the shortest time away that a feed may set")
            }.forConfiguration,
            row("minimum-background-seconds", \.minimumBackground) {
                .init($0, seconds: 0...3600, default: $1, help: "the time away has to be longer")
            },
            row("most-daily-cap", \.mostDailyCap) {
                .init($0, in: 0...1000, default: $1, help: "the most shows in a day that a feed may set")
            }.forConfiguration,
            row("most-seconds", \.mostSeconds) {
                .init($0, in: 1...60, default: $1, help: "the longest countdown that a feed may set")
            }.forConfiguration,
            row("most-seconds-before-skip", \.mostSecondsBeforeSkip) {
                .init($0, in: 0...60, default: $1, help: "the most seconds before a skip that a feed may set")
            }.forConfiguration,
            // Never for feeds: it decides whether there may be a feed.
            row("needs-consent", \.needsConsent) {
                .init($0, default: $1, help: "whether nothing comes before splash.consent is given")
            }.forConfiguration,
            row("occasions", \.occasions) {
                let rule = "a list with only 'launch', 'return' and 'offer' in it"
                return .init($0, default: $1, help: "when one may be shown", rule: rule) {
                    SplashOccasion.kindsInSettings.contains($0)
                }
            },
            row("seconds", \.seconds) { .init($0, in: 1...60, default: $1, help: "the countdown") }.forCreatives,
            row("seconds-between-shows", \.betweenShows) {
                .init($0, seconds: 0...86_400, default: $1, help: "the least time between two shows")
            },
            row("skip", \.skip) { .init($0, default: $1, help: "the look of the skip control") }.forCreatives,
            row("skip-after-seconds", \.skipAfterSeconds) {
                .init($0, in: 0...60, default: $1, help: "the seconds before it can be skipped")
            }.forCreatives,
            row("skip-in-words", \.skipInWords) { words($0, $1, "the words before it can be skipped") },
            row("skip-word", \.skipWord) { words($0, $1, "the word on the skip control") },
            row("starts-before-first", \.startsBeforeFirst) {
                .init($0, in: 0...1000, default: $1, help: "the first starts, which show none")
            },
            row("transition", \.transition) { .init($0, default: $1, help: "how it disappears") }.forCreatives,
            row("wait-seconds", \.waitLimit) {
                .init($0, seconds: 0...5, default: $1, help: "how long a launch waits for a feed")
            },
        ]
    }
}

// MARK: - Rows

extension SplashSettings.Setting {
    /// Makes a row from a name, a property, and the setting for them with a default.
    private static func row<Value>(
        _ name: String,
        _ property: any WritableKeyPath<SplashSettings, Value> & Sendable,
        _ setting: (String, Value) -> HostRuntime.Setting<Value>
    ) -> Self {
        let setting = setting(name, SplashSettings()[keyPath: property])
        return Self(
            property: property,
            declaration: setting.declaration,
            read: { value, settings in
                let reading = setting.read(value)
                if let value = reading.value { settings[keyPath: property] = value }
                return reading.map { setting.plainValue(of: $0) }
            },
            value: { setting.plainValue(of: $0[keyPath: property]) }
        )
    }

    private var forConfiguration: Self {
        var setting = self
        setting.isForFeeds = false
        return setting
    }

    private var forCreatives: Self {
        var setting = self
        setting.isForCreatives = true
        return setting
    }

    /// Returns the name of the setting for a property.
    static func name(of property: PartialKeyPath<SplashSettings>) -> String {
        all.first { $0.property == property }?.name ?? "\(property)"
    }

    private static func words(_ name: String, _ word: String, _ help: String) -> HostRuntime.Setting<String> {
        let rule = "a visible text of up to \(SkipControl.wordColumns) columns"
        return .init(name, default: word, help: help, rule: rule) {
            $0.utf8.count <= 100 && $0.isVisible && TextWidth.width(of: $0) <= SkipControl.wordColumns
        }
    }
}
