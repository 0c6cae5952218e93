import HostRuntime

extension SplashSettings {
    /// A setting: its name, its rule, and how to read and print it.
    struct Setting: Sendable {
        enum Name: String, CaseIterable, Sendable, CustomStringConvertible {
            case afterTap = "after-tap"
            case area
            case budgetMebibytes = "budget-mebibytes"
            case cachePolicy = "cache-policy"
            case dailyCap = "daily-cap"
            case endsInWords = "ends-in-words"
            case fade
            case landingCommand = "landing-command"
            case leastBackgroundSeconds = "least-background-seconds"
            case minimumBackgroundSeconds = "minimum-background-seconds"
            case mostDailyCap = "most-daily-cap"
            case mostSeconds = "most-seconds"
            case mostSecondsBeforeSkip = "most-seconds-before-skip"
            case seconds
            case secondsBetweenShows = "seconds-between-shows"
            case skip
            case skipAfterSeconds = "skip-after-seconds"
            case skipInWords = "skip-in-words"
            case skipWord = "skip-word"
            case transition
            case waitSeconds = "wait-seconds"

            var description: String { rawValue }
        }

        let name: Name
        /// The rule for its value, such as "a whole number from 1 to 60".
        let rule: String
        var isForFeeds = true

        var isForCreatives: Bool {
            [.seconds, .skip, .skipAfterSeconds, .transition, .area, .afterTap].contains(name)
        }

        /// Whether its value is a text, which is quoted in sentences.
        let isText: Bool
        let read: @Sendable (PlainValue, inout SplashSettings) -> ReadResult
        let text: @Sendable (SplashSettings) -> String

        enum ReadResult: Hashable, Sendable {
            case exact
            case clamped
            case refused
        }

        /// All settings in the order of their names.
        static let all: [Setting] = [
            .choice(.afterTap, \.afterTap),
            .choice(.area, \.area),
            .whole(.budgetMebibytes, \.budgetMebibytes, 0...64).forConfiguration,
            .choice(.cachePolicy, \.cachePolicy),
            .whole(.dailyCap, \.dailyCap, 0...1000),
            .words(.endsInWords, \.endsInWords),
            .choice(.fade, \.fade),
            .command(.landingCommand, \.landingCommand),
            .time(.leastBackgroundSeconds, \.leastBackground, 0...3600).forConfiguration,
            .time(.minimumBackgroundSeconds, \.minimumBackground, 0...3600),
            .whole(.mostDailyCap, \.mostDailyCap, 0...1000).forConfiguration,
            .whole(.mostSeconds, \.mostSeconds, 1...60).forConfiguration,
            .whole(.mostSecondsBeforeSkip, \.mostSecondsBeforeSkip, 0...60).forConfiguration,
            .whole(.seconds, \.seconds, 1...60),
            .time(.secondsBetweenShows, \.betweenShows, 0...86_400),
            .choice(.skip, \.skip),
            .whole(.skipAfterSeconds, \.skipAfterSeconds, 0...60),
            .words(.skipInWords, \.skipInWords),
            .words(.skipWord, \.skipWord),
            .choice(.transition, \.transition),
            .time(.waitSeconds, \.waitLimit, 0...5),
        ]

        /// The values that apply where nobody sets another one, by name.
        static var defaults: [String: PlainValue] {
            let settings = SplashSettings()
            return all.reduce(into: [:]) { defaults, setting in
                let text = setting.text(settings)
                let number = Int(text).map { PlainValue.int($0) } ?? Double(text).map { .double($0) }
                defaults[setting.name.rawValue] = (setting.isText ? nil : number) ?? .string(text)
            }
        }

        func inWords(_ settings: SplashSettings) -> String {
            isText ? text(settings).quoted : text(settings)
        }
    }
}

// MARK: - Kinds

extension SplashSettings.Setting {
    private typealias Property<Value> = WritableKeyPath<SplashSettings, Value> & Sendable

    private static func whole(_ name: Name, _ property: any Property<Int>, _ range: ClosedRange<Int>) -> Self {
        Self(
            name: name,
            rule: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            isText: false,
            read: { bounded($0.whole(in: range), property, &$1) },
            text: { "\($0[keyPath: property])" }
        )
    }

    private static func time(_ name: Name, _ property: any Property<Duration>, _ range: ClosedRange<Int>) -> Self {
        Self(
            name: name,
            rule: "a number from \(range.lowerBound) to \(range.upperBound)",
            isText: false,
            read: { bounded($0.seconds(in: range), property, &$1) },
            text: { $0[keyPath: property].inWholeSeconds }
        )
    }

    private static func bounded<Number>(
        _ number: Bounded<Number>?,
        _ property: any Property<Number>,
        _ settings: inout SplashSettings
    ) -> ReadResult {
        guard let number else { return .refused }
        settings[keyPath: property] = number.value
        return number.isExact ? .exact : .clamped
    }

    private static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
        _ name: Name,
        _ property: any Property<Value>
    ) -> Self where Value.RawValue == String {
        Self(
            name: name,
            rule: "one of " + Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "),
            isText: true,
            read: { value, settings in
                guard let choice = value.stringValue.flatMap(Value.init) else { return .refused }
                settings[keyPath: property] = choice
                return .exact
            },
            text: { $0[keyPath: property].rawValue }
        )
    }

    private var forConfiguration: Self {
        var setting = self
        setting.isForFeeds = false
        return setting
    }

    private static func words(_ name: Name, _ property: any Property<String>) -> Self {
        text(name, property, "a visible text of up to \(SkipControl.wordColumns) columns") {
            $0.isVisible && TextWidth.width(of: $0) <= SkipControl.wordColumns
        }
    }

    /// Never for feeds: a server must not choose the command that runs.
    private static func command(_ name: Name, _ property: any Property<String>) -> Self {
        text(name, property, "the id of a command, of 1 to 100 bytes") { !$0.isEmpty }.forConfiguration
    }

    private static func text(
        _ name: Name,
        _ property: any Property<String>,
        _ rule: String,
        isValid: @escaping @Sendable (String) -> Bool
    ) -> Self {
        Self(
            name: name,
            rule: rule,
            isText: true,
            read: { value, settings in
                guard let text = value.stringValue, text.utf8.count <= 100, !text.isDisruptive, isValid(text) else {
                    return .refused
                }
                settings[keyPath: property] = text
                return .exact
            },
            text: { $0[keyPath: property] }
        )
    }
}
