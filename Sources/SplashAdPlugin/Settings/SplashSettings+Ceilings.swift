import HostRuntime

// The ceilings of the configuration for feeds and their creatives.

extension SplashSettings {
    /// Returns the settings for one creative; the configuration takes precedence over the creative.
    func showing(_ look: [Setting.Name: PlainValue]) -> SplashSettings {
        var settings = self
        for setting in Setting.all where sources[setting.name] != .configuration {
            guard let value = look[setting.name] else { continue }
            _ = setting.read(value, &settings)
            settings.sources[setting.name] = .creative
        }
        settings.keepToCeilings()
        return settings
    }

    /// Clamps the settings of a feed or a creative to the ceilings, and returns each change.
    ///
    /// The configuration's own settings are not bound by the ceilings.
    @discardableResult
    mutating func keepToCeilings() -> [SplashProblem] {
        var changes: [SplashProblem] = []
        func isForeign(_ name: Setting.Name) -> Bool { [.feed, .creative].contains(sources[name]) }
        func report(_ name: Setting.Name, _ rule: String, _ ceiling: Setting.Name, not value: String) {
            let text = "'\(name)' is \(rule) by '\(ceiling)', not \(value)"
            changes.append(SplashProblem(sources[name]?.rawValue, text))
        }
        func lower(_ name: Setting.Name, _ value: inout Int, to most: Int, _ ceiling: Setting.Name) {
            guard isForeign(name), value > most else { return }
            report(name, "at most \(most)", ceiling, not: "\(value)")
            value = most
        }
        lower(.seconds, &seconds, to: mostSeconds, .mostSeconds)
        lower(.dailyCap, &dailyCap, to: mostDailyCap, .mostDailyCap)
        if isForeign(.minimumBackgroundSeconds), minimumBackground < leastBackground {
            let (least, value) = (
                leastBackground.inSeconds(decimals: 0...3), minimumBackground.inSeconds(decimals: 0...3)
            )
            report(.minimumBackgroundSeconds, "at least \(least)", .leastBackgroundSeconds, not: value)
            minimumBackground = leastBackground
        }
        lower(.skipAfterSeconds, &skipAfterSeconds, to: mostSecondsBeforeSkip, .mostSecondsBeforeSkip)
        // A feed without a skip control gets one once its time is up.
        if isForeign(.skip), skip == .none, seconds > mostSecondsBeforeSkip {
            let rule = "'none' for at most \(mostSecondsBeforeSkip) s"
            report(.skip, rule, .mostSecondsBeforeSkip, not: "for \(seconds) s")
            skip = .textAndTime
            if sources[.skipAfterSeconds] != .configuration { skipAfterSeconds = mostSecondsBeforeSkip }
        }
        return changes
    }

    /// The two settings by which the skip control would only open at the end of the countdown, if they do.
    var skipRule: String? {
        guard skip != .none, skipAfterSeconds >= seconds else { return nil }
        return "'skip-after-seconds' is \(skipAfterSeconds) and 'seconds' is \(seconds)"
    }
}
