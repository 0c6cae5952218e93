import HostRuntime

/// What the configuration says of the splash; a pure value that is always in range.
struct SplashSettings: Hashable, Sendable {
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
        /// The page shines through more and more.
        case fade
        /// It moves out over the upper edge.
        case slide
        /// The page appears behind an edge that moves over the screen.
        case wipe
    }

    /// What the skip control looks like.
    enum SkipStyle: String, CaseIterable, Sendable {
        /// There is none, and nothing skips.
        case none
        /// The seconds that are left.
        case time
        /// A word.
        case text
        /// A word and the seconds that are left.
        case textAndTime = "text-and-time"
        /// A ring that empties, around the seconds that are left.
        case ring
    }

    /// Which part of the screen the advertisement takes.
    enum Area: String, CaseIterable, Sendable {
        case full
        case upper
        case lower
    }

    /// What becomes of the advertisement when it is tapped.
    enum AfterTap: String, CaseIterable, Sendable {
        case close
        case keep
    }

    /// The countdown in whole seconds, 1...60: `seconds`.
    var seconds = 5

    /// The user must have been away for longer than this, 0...3600 s: `minimum-background-seconds`.
    var minimumBackground: Duration = .seconds(10)

    /// How the advertisement comes on the screen: `fade`.
    var fade = Fade.content

    /// How it goes: `transition`.
    var transition = Transition.fade

    /// What the skip control looks like: `skip`.
    var skip = SkipStyle.textAndTime

    /// After how many visible seconds it can be skipped: `skip-after-seconds`.
    var skipAfterSeconds = 0

    /// Which part of the screen it takes: `area`.
    var area = Area.full

    /// What becomes of it when it is tapped: `after-tap`.
    var afterTap = AfterTap.close

    /// How often it is shown in a day of the local calendar, 0...1000: `daily-cap`.
    var dailyCap = 20

    /// The names of the settings that come from the configuration; the others are the defaults.
    var configured: Set<String> = []

    private static let names = ["daily-cap", "fade", "minimum-background-seconds", "seconds"]

    /// Reads a section of the configuration.
    ///
    /// A value of a wrong kind counts as not given, and a number out of range as
    /// the nearest one in it. Each problem is a sentence that names the setting,
    /// its rule, and what is used instead.
    static func read(_ values: [String: PlainValue]) -> (settings: SplashSettings, problems: [String]) {
        var settings = SplashSettings()
        var problems: [String] = []
        func readWhole(_ name: String, _ setting: WritableKeyPath<SplashSettings, Int>, in range: ClosedRange<Int>) {
            guard let value = values[name] else { return }
            let rule = "'\(name)' is a whole number from \(range.lowerBound) to \(range.upperBound)"
            if let number = value.intValue {
                let clamped = min(max(number, range.lowerBound), range.upperBound)
                settings[keyPath: setting] = clamped
                settings.configured.insert(name)
                if clamped != number { problems.append("\(rule), not \(number); \(clamped) is used") }
            } else {
                problems.append("\(rule), not '\(value)'; \(settings[keyPath: setting]) is used")
            }
        }
        readWhole("daily-cap", \.dailyCap, in: 0...1000)
        readWhole("seconds", \.seconds, in: 1...60)
        if let value = values["minimum-background-seconds"] {
            let rule = "'minimum-background-seconds' is a number from 0 to 3600"
            // Not a number is no number to clamp.
            if let number = value.doubleValue, !number.isNaN {
                let clamped = min(max(number, 0), 3600)
                settings.minimumBackground = .milliseconds(Int((clamped * 1000).rounded()))
                settings.configured.insert("minimum-background-seconds")
                if clamped != number { problems.append("\(rule), not \(value); \(Int(clamped)) is used") }
            } else {
                problems.append("\(rule), not '\(value)'; 10 is used")
            }
        }
        if let value = values["fade"] {
            if let fade = value.stringValue.flatMap(Fade.init) {
                settings.fade = fade
                settings.configured.insert("fade")
            } else {
                let names = Fade.allCases.map { "'\($0)'" }.joined(separator: ", ")
                problems.append("'fade' is one of \(names), not '\(value)'; '\(settings.fade)' is used")
            }
        }
        for name in values.keys.sorted() where !names.contains(name) {
            problems.append("'\(name)' is not a setting; there are \(names.joined(separator: ", "))")
        }
        return (settings, problems)
    }

    /// A table of the settings, each with its value and where that comes from.
    var policy: String {
        let rows = [
            ["setting", "value", "from"],
            row("daily-cap", "\(dailyCap)"),
            row("fade", fade.rawValue),
            row("minimum-background-seconds", minimumBackground.inTenths),
            row("seconds", "\(seconds)"),
        ]
        return rows.map { row in
            row.enumerated().map { column, cell in
                let width = rows.map { $0[column].count }.max() ?? 0
                return column == row.count - 1 ? cell : cell + String(repeating: " ", count: width - cell.count)
            }
            .joined(separator: "  ")
        }
        .joined(separator: "\n")
    }

    private func row(_ name: String, _ value: String) -> [String] {
        [name, value, configured.contains(name) ? "configuration" : "default"]
    }
}
