import HostRuntime

/// What others say and hear by name, without a type of the plugin's.
@MainActor enum SplashNotifications {
    /// The first frame with an advertisement was brought: `creative`, `landing`, `occasion`.
    static let shown = NotificationName("splash.shown")
    /// It was followed: `creative`, `landing`, `seconds`.
    static let clicked = NotificationName("splash.clicked")
    /// It has ended, or none has come: `creative`, `landing`, `outcome`, `seconds`.
    static let ended = NotificationName("splash.ended")
    /// Somebody asks for one, by the rules.
    static let offer = NotificationName("splash.offer")
    /// The answer to that: `shown`, `reason`.
    static let answered = NotificationName("splash.answered")
    /// Somebody keeps advertisements away: `reason`, `seconds`.
    static let hold = NotificationName("splash.hold")
    /// They may come again: `reason`, or all reasons.
    static let release = NotificationName("splash.release")
}

extension PluginContext {
    /// Posts that an advertisement has come on the screen, as a type and by name.
    func postShown(_ creative: SplashCreative, on occasion: SplashOccasion) {
        bus.post(SplashAdDidShow(creative: creative.id, landing: creative.landing))
        // Whoever hears of the type may end the plugin with it.
        guard !isClosed else { return }
        let values = values(of: creative).merging(["occasion": .string(occasion.kind.name)]) { $1 }
        bus.post(named: SplashNotifications.shown, values)
    }

    /// Posts that it was followed.
    func postClicked(_ creative: SplashCreative, to landing: String, after visible: Duration) {
        bus.post(SplashAdWasClicked(creative: creative.id, landing: landing, visibleTime: visible))
        guard !isClosed else { return }
        let values = values(of: creative).merging(["seconds": visible.plainSeconds]) { $1 }
        bus.post(named: SplashNotifications.clicked, values)
    }

    /// Posts that it has ended.
    func postEnded(_ creative: SplashCreative?, _ outcome: SplashOutcome, after visible: Duration) {
        bus.post(
            SplashAdDidEnd(
                outcome: outcome,
                visibleTime: visible,
                creative: creative?.id,
                landing: creative?.landing
            )
        )
        guard !isClosed else { return }
        var values = creative.map(values) ?? [:]
        values["outcome"] = .string(outcome.rawValue)
        values["seconds"] = visible.plainSeconds
        bus.post(named: SplashNotifications.ended, values)
    }

    private func values(of creative: SplashCreative) -> [String: PlainValue] {
        var values: [String: PlainValue] = ["creative": .string(creative.id)]
        values["landing"] = creative.landing.map { .string($0) }
        return values
    }
}

extension Duration {
    /// The seconds to a thousandth.
    fileprivate var plainSeconds: PlainValue { .double((self / .milliseconds(1)).rounded() / 1000) }
}

extension SplashOccasion.Kind {
    /// What it is called in a notification.
    fileprivate var name: String {
        switch self {
        case .launch: "launch"
        case .comeBack: "return"
        case .offer: "offer"
        case .byHand: "hand"
        }
    }
}
