// What a feed and its creatives may ask of a person, by the ceilings of the configuration.

extension SplashSettings {
    /// The settings for one creative; what the configuration gives goes before what the creative says of itself.
    func showing(_ look: CreativeLook) -> SplashSettings {
        var settings = self
        func take<Value>(_ name: String, _ value: Value?, _ property: WritableKeyPath<SplashSettings, Value>) {
            guard let value, sources[name] != .configuration else { return }
            settings[keyPath: property] = value
            settings.sources[name] = .creative
        }
        take("seconds", look.seconds, \.seconds)
        take("skip", look.skip, \.skip)
        take("skip-after-seconds", look.skipAfterSeconds, \.skipAfterSeconds)
        take("transition", look.transition, \.transition)
        take("area", look.area, \.area)
        take("after-tap", look.afterTap, \.afterTap)
        settings.keepToCeilings()
        return settings
    }

    /// Brings what a feed or a creative asks for within the ceilings; returns what was brought there, a sentence each.
    ///
    /// Whoever runs the program is bound by none: the configuration's own values stay.
    @discardableResult
    mutating func keepToCeilings() -> [String] {
        var told: [String] = []
        func isStrange(_ name: String) -> Bool { [.feed, .creative].contains(sources[name]) }
        func tell(_ name: String, _ rule: String, _ ceiling: String, not value: String) {
            told.append("\(sources[name]?.rawValue ?? ""): '\(name)' is \(rule) by '\(ceiling)', not \(value)")
        }
        if isStrange("seconds"), seconds > mostSeconds {
            tell("seconds", "at most \(mostSeconds)", "most-seconds", not: "\(seconds)")
            seconds = mostSeconds
        }
        if isStrange("daily-cap"), dailyCap > mostDailyCap {
            tell("daily-cap", "at most \(mostDailyCap)", "most-daily-cap", not: "\(dailyCap)")
            dailyCap = mostDailyCap
        }
        if isStrange("minimum-background-seconds"), minimumBackground < leastBackground {
            let least = leastBackground.inWholeSeconds
            tell(
                "minimum-background-seconds",
                "at least \(least)",
                "least-background-seconds",
                not: minimumBackground.inWholeSeconds
            )
            minimumBackground = leastBackground
        }
        if isStrange("skip-after-seconds"), skipAfterSeconds > mostSecondsBeforeSkip {
            let rule = "at most \(mostSecondsBeforeSkip)"
            tell("skip-after-seconds", rule, "most-seconds-before-skip", not: "\(skipAfterSeconds)")
            skipAfterSeconds = mostSecondsBeforeSkip
        }
        // A feed that leaves no way out gets one, once it has had its time.
        if isStrange("skip"), skip == .none, seconds > mostSecondsBeforeSkip {
            let rule = "'none' for at most \(mostSecondsBeforeSkip) s"
            tell("skip", rule, "most-seconds-before-skip", not: "for \(seconds) s")
            skip = .textAndTime
            skipAfterSeconds = mostSecondsBeforeSkip
        }
        return told
    }

    /// That the way out opens only when the countdown is over anyway; nil where it opens before.
    var skipProblem: String? {
        guard skip != .none, skipAfterSeconds > 0, skipAfterSeconds >= seconds else { return nil }
        let source = sources["skip-after-seconds"] ?? .default
        return "\(source.rawValue): 'skip-after-seconds' is \(skipAfterSeconds) and 'seconds' is \(seconds), "
            + "so the advertisement cannot be skipped"
    }
}
