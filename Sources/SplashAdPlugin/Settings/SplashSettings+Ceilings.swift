import HostRuntime

// The ceilings of the configuration for feeds and their creatives.

extension SplashSettings {
    /// Returns the settings for one creative; the configuration takes precedence over the creative.
    func showing(_ look: [String: PlainValue]) -> SplashSettings { reading(look).settings }

    /// Returns the settings for one creative, and what the ceilings change in them.
    func reading(_ look: [String: PlainValue]) -> (settings: SplashSettings, changes: [SplashProblem]) {
        var settings = self
        for setting in Setting.all where sources[setting.name] != .configuration {
            guard let value = look[setting.name] else { continue }
            _ = setting.read(value, &settings)
            settings.sources[setting.name] = .creative
        }
        let changes = settings.keepToCeilings()
        return (settings, changes)
    }

    /// Clamps the settings of a feed or a creative to the ceilings, and returns each change.
    ///
    /// The configuration's own settings are not bound by the ceilings.
    mutating func keepToCeilings() -> [SplashProblem] {
        var changes: [SplashProblem] = []
        func isForeign(_ property: PartialKeyPath<Self>) -> Bool { [.feed, .creative].contains(source(of: property)) }
        func report(
            _ property: PartialKeyPath<Self>,
            _ rule: String,
            by ceiling: PartialKeyPath<Self>,
            not value: String
        ) {
            let name = Setting.name(of: property)
            let text = "'\(name)' is \(rule) by '\(Setting.name(of: ceiling))', not \(value)"
            changes.append(SplashProblem(source(of: property).rawValue, text, at: [name]))
        }
        func lower(_ property: WritableKeyPath<Self, Int>, to ceiling: KeyPath<Self, Int>) {
            let (value, most) = (self[keyPath: property], self[keyPath: ceiling])
            guard isForeign(property), value > most else { return }
            report(property, "at most \(most)", by: ceiling, not: "\(value)")
            self[keyPath: property] = most
        }
        lower(\.seconds, to: \.mostSeconds)
        lower(\.dailyCap, to: \.mostDailyCap)
        if isForeign(\.minimumBackground), minimumBackground < leastBackground {
            let (least, value) = (
                leastBackground.inSeconds(decimals: 0...3), minimumBackground.inSeconds(decimals: 0...3)
            )
            report(\.minimumBackground, "at least \(least)", by: \.leastBackground, not: value)
            minimumBackground = leastBackground
        }
        lower(\.skipAfterSeconds, to: \.mostSecondsBeforeSkip)
        // A feed without a skip control gets one once its time is up.
        if isForeign(\.skip), skip == .none, seconds > mostSecondsBeforeSkip {
            let rule = "'none' for at most \(mostSecondsBeforeSkip) s"
            report(\.skip, rule, by: \.mostSecondsBeforeSkip, not: "for \(seconds) s")
            skip = .textAndTime
            if source(of: \.skipAfterSeconds) != .configuration { skipAfterSeconds = mostSecondsBeforeSkip }
        }
        return changes
    }

    /// The two settings by which the skip control would only open at the end of the countdown, if they do.
    var skipRule: String? {
        guard skip != .none, skipAfterSeconds >= seconds else { return nil }
        return "'skip-after-seconds' is \(skipAfterSeconds) and 'seconds' is \(seconds)"
    }
}
