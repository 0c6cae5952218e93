// The ceilings of the configuration for feeds and their creatives.

extension SplashSettings {
    /// Returns the settings for one creative; the configuration takes precedence over the creative.
    func showing(_ look: CreativeLook) -> SplashSettings {
        var settings = self
        func adopt<Value>(_ name: Setting.Name, _ value: Value?, _ property: WritableKeyPath<SplashSettings, Value>) {
            guard let value, sources[name] != .configuration else { return }
            settings[keyPath: property] = value
            settings.sources[name] = .creative
        }
        adopt(.seconds, look.seconds, \.seconds)
        adopt(.skip, look.skip, \.skip)
        adopt(.skipAfterSeconds, look.skipAfterSeconds, \.skipAfterSeconds)
        adopt(.transition, look.transition, \.transition)
        adopt(.area, look.area, \.area)
        adopt(.afterTap, look.afterTap, \.afterTap)
        settings.keepToCeilings()
        return settings
    }

    /// Clamps the settings of a feed or a creative to the ceilings, and returns a sentence for each change.
    ///
    /// The configuration's own settings are not bound by the ceilings.
    @discardableResult
    mutating func keepToCeilings() -> [String] {
        var changes: [String] = []
        func isForeign(_ name: Setting.Name) -> Bool { [.feed, .creative].contains(sources[name]) }
        func report(_ name: Setting.Name, _ rule: String, _ ceiling: Setting.Name, not value: String) {
            changes.append("\(sources[name]?.rawValue ?? ""): '\(name)' is \(rule) by '\(ceiling)', not \(value)")
        }
        if isForeign(.seconds), seconds > mostSeconds {
            report(.seconds, "at most \(mostSeconds)", .mostSeconds, not: "\(seconds)")
            seconds = mostSeconds
        }
        if isForeign(.dailyCap), dailyCap > mostDailyCap {
            report(.dailyCap, "at most \(mostDailyCap)", .mostDailyCap, not: "\(dailyCap)")
            dailyCap = mostDailyCap
        }
        if isForeign(.minimumBackgroundSeconds), minimumBackground < leastBackground {
            let least = leastBackground.inWholeSeconds
            report(
                .minimumBackgroundSeconds,
                "at least \(least)",
                .leastBackgroundSeconds,
                not: minimumBackground.inWholeSeconds
            )
            minimumBackground = leastBackground
        }
        if isForeign(.skipAfterSeconds), skipAfterSeconds > mostSecondsBeforeSkip {
            let rule = "at most \(mostSecondsBeforeSkip)"
            report(.skipAfterSeconds, rule, .mostSecondsBeforeSkip, not: "\(skipAfterSeconds)")
            skipAfterSeconds = mostSecondsBeforeSkip
        }
        // A feed without a skip control gets one once its time is up.
        if isForeign(.skip), skip == .none, seconds > mostSecondsBeforeSkip {
            let rule = "'none' for at most \(mostSecondsBeforeSkip) s"
            report(.skip, rule, .mostSecondsBeforeSkip, not: "for \(seconds) s")
            skip = .textAndTime
            skipAfterSeconds = mostSecondsBeforeSkip
        }
        return changes
    }

    /// The problem that the skip control would only open at the end of the countdown, if so.
    var skipProblem: String? {
        guard skip != .none, skipAfterSeconds > 0, skipAfterSeconds >= seconds else { return nil }
        let source = sources[.skipAfterSeconds] ?? .default
        return "\(source.rawValue): 'skip-after-seconds' is \(skipAfterSeconds) and 'seconds' is \(seconds), "
            + "so the advertisement cannot be skipped"
    }
}
