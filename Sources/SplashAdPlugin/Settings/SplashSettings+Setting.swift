import HostRuntime

extension SplashSettings {
    /// What a setting is called, what it can be, and where it is kept.
    struct Setting: Sendable {
        /// What it is called in the configuration and in a feed.
        let name: String

        /// What its value is: "a whole number from 1 to 60".
        let rule: String

        /// Whether a feed can give it.
        var isForFeeds = true

        /// Whether its value is a text, which is told in quotes.
        private let isText: Bool

        /// Takes a value where it can be taken.
        let take: @Sendable (PlainValue, inout SplashSettings) -> Taken

        /// Its value as it would be configured.
        let text: @Sendable (SplashSettings) -> String

        /// How a value was taken.
        enum Taken: Hashable, Sendable {
            case exactly
            /// As the nearest one that is possible.
            case nearly
            case refused
        }

        /// All settings in the order of their names.
        static let all: [Setting] = [
            .choice("after-tap", \.afterTap),
            .choice("area", \.area),
            .whole("budget-mebibytes", \.budgetMebibytes, 0...64).forConfiguration,
            .choice("cache-policy", \.cachePolicy),
            .whole("daily-cap", \.dailyCap, 0...1000),
            .words("ends-in-words", \.endsInWords),
            .choice("fade", \.fade),
            .command("landing-command", \.landingCommand),
            .time("least-background-seconds", \.leastBackground, 0...3600).forConfiguration,
            .time("minimum-background-seconds", \.minimumBackground, 0...3600),
            .whole("most-daily-cap", \.mostDailyCap, 0...1000).forConfiguration,
            .whole("most-seconds", \.mostSeconds, 1...60).forConfiguration,
            .whole("most-seconds-before-skip", \.mostSecondsBeforeSkip, 0...60).forConfiguration,
            .whole("seconds", \.seconds, 1...60),
            .time("seconds-between-shows", \.betweenShows, 0...86_400),
            .choice("skip", \.skip),
            .whole("skip-after-seconds", \.skipAfterSeconds, 0...60),
            .words("skip-in-words", \.skipInWords),
            .words("skip-word", \.skipWord),
            .choice("transition", \.transition),
            .time("wait-seconds", \.waitLimit, 0...10),
        ]

        /// Its value for a sentence.
        func told(_ settings: SplashSettings) -> String {
            isText ? text(settings).quoted : text(settings)
        }
    }
}

// MARK: - Kinds

extension SplashSettings.Setting {
    private typealias Property<Value> = WritableKeyPath<SplashSettings, Value> & Sendable

    private static func whole(_ name: String, _ property: any Property<Int>, _ range: ClosedRange<Int>) -> Self {
        Self(
            name: name,
            rule: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            isText: false,
            take: { bounded($0.whole(in: range), property, &$1) },
            text: { "\($0[keyPath: property])" }
        )
    }

    private static func time(_ name: String, _ property: any Property<Duration>, _ range: ClosedRange<Int>) -> Self {
        Self(
            name: name,
            rule: "a number from \(range.lowerBound) to \(range.upperBound)",
            isText: false,
            take: { bounded($0.seconds(in: range), property, &$1) },
            text: { $0[keyPath: property].inWholeSeconds }
        )
    }

    private static func bounded<Number>(
        _ number: Bounded<Number>?,
        _ property: any Property<Number>,
        _ settings: inout SplashSettings
    ) -> Taken {
        guard let number else { return .refused }
        settings[keyPath: property] = number.value
        return number.isExact ? .exactly : .nearly
    }

    private static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
        _ name: String,
        _ property: any Property<Value>
    ) -> Self where Value.RawValue == String {
        Self(
            name: name,
            rule: "one of " + Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "),
            isText: true,
            take: { value, settings in
                guard let choice = value.stringValue.flatMap(Value.init) else { return .refused }
                settings[keyPath: property] = choice
                return .exactly
            },
            text: { $0[keyPath: property].rawValue }
        )
    }

    /// The same setting, which no feed can give.
    private var forConfiguration: Self {
        var setting = self
        setting.isForFeeds = false
        return setting
    }

    private static func words(_ name: String, _ property: any Property<String>) -> Self {
        Self(
            name: name,
            rule: "a text of 1 to \(SkipControl.wordColumns) columns",
            isText: true,
            take: { value, settings in
                guard let text = value.stringValue, text.utf8.count <= 100, text.isVisible, !text.isDisruptive,
                    TextWidth.width(of: text) <= SkipControl.wordColumns
                else { return .refused }
                settings[keyPath: property] = text
                return .exactly
            },
            text: { $0[keyPath: property] }
        )
    }

    /// Never for feeds: a server does not choose what runs here.
    private static func command(_ name: String, _ property: any Property<String>) -> Self {
        Self(
            name: name,
            rule: "the id of a command, of 1 to 100 bytes",
            isForFeeds: false,
            isText: true,
            take: { value, settings in
                guard let id = value.stringValue, (1...100).contains(id.utf8.count), !id.isDisruptive else {
                    return .refused
                }
                settings[keyPath: property] = id
                return .exactly
            },
            text: { $0[keyPath: property] }
        )
    }
}
