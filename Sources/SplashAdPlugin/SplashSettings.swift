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

    /// The countdown in whole seconds, 1...60: `seconds`.
    var seconds = 5

    /// The user must have been away for longer than this, 0...3600 s: `minimum-background-seconds`.
    var minimumBackground: Duration = .seconds(10)

    /// How the advertisement comes on the screen: `fade`.
    var fade = Fade.content

    private static let names = ["fade", "minimum-background-seconds", "seconds"]

    /// Reads a section of the configuration.
    ///
    /// A value of a wrong kind counts as not given, and a number out of range as
    /// the nearest one in it. Each problem is a sentence that names the setting,
    /// its rule, and what is used instead.
    static func read(_ values: [String: PlainValue]) -> (settings: SplashSettings, problems: [String]) {
        var settings = SplashSettings()
        var problems: [String] = []
        if let value = values["seconds"] {
            let rule = "'seconds' is a whole number from 1 to 60"
            if let number = value.intValue {
                settings.seconds = min(max(number, 1), 60)
                if settings.seconds != number { problems.append("\(rule), not \(number); \(settings.seconds) is used") }
            } else {
                problems.append("\(rule), not '\(value)'; \(settings.seconds) is used")
            }
        }
        if let value = values["minimum-background-seconds"] {
            let rule = "'minimum-background-seconds' is a number from 0 to 3600"
            // Not a number is no number to clamp.
            if let number = value.doubleValue, !number.isNaN {
                let clamped = min(max(number, 0), 3600)
                settings.minimumBackground = .milliseconds(Int((clamped * 1000).rounded()))
                if clamped != number { problems.append("\(rule), not \(value); \(Int(clamped)) is used") }
            } else {
                problems.append("\(rule), not '\(value)'; 10 is used")
            }
        }
        if let value = values["fade"] {
            if let fade = value.stringValue.flatMap(Fade.init) {
                settings.fade = fade
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
}
