import HostRuntime

/// The named notifications of the plugin, for programs that don't import it.
@MainActor enum SplashNotifications {
    /// An advertisement has appeared on the screen: `creative`, `landing`, `occasion`.
    static let shown = NotificationName("splash.shown")
    /// The user has tapped it: `creative`, `landing`, `seconds`.
    static let clicked = NotificationName("splash.clicked")
    /// A presentation has ended, with or without an advertisement: `creative`, `landing`, `outcome`, `seconds`.
    static let ended = NotificationName("splash.ended")
    /// Asks for an advertisement, by the rules.
    static let offer = NotificationName("splash.offer")
    /// The answer to `offer`: `shown`, `reason`.
    static let answered = NotificationName("splash.answered")
    /// Keeps advertisements away: `reason`, `seconds`.
    static let hold = NotificationName("splash.hold")
    /// Ends a hold: `reason`, or all holds without one.
    static let release = NotificationName("splash.release")
}

extension PluginContext {
    /// Posts that an advertisement has appeared, as a type and by name.
    func postShown(_ creative: SplashCreative, on occasion: SplashOccasion) {
        bus.post(SplashAdDidShow(creative: creative.id, landing: creative.landing))
        // An observer of the type may have disabled the plugin.
        guard !isClosed else { return }
        let values = values(of: creative).merging(["occasion": .string(occasion.kind.name)]) { $1 }
        bus.post(named: SplashNotifications.shown, values)
    }

    /// Posts that an advertisement was tapped.
    func postClicked(_ creative: SplashCreative, to landing: String, after visible: Duration) {
        bus.post(SplashAdWasClicked(creative: creative.id, landing: landing, visibleTime: visible))
        guard !isClosed else { return }
        let values = values(of: creative).merging(["seconds": visible.plainSeconds]) { $1 }
        bus.post(named: SplashNotifications.clicked, values)
    }

    /// Posts that a presentation has ended.
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
    /// The seconds, rounded to thousandths.
    fileprivate var plainSeconds: PlainValue { .double((self / .milliseconds(1)).rounded() / 1000) }
}

extension SplashOccasion.Kind {
    /// The name in a notification.
    fileprivate var name: String {
        switch self {
        case .launch: "launch"
        case .comeBack: "return"
        case .offer: "offer"
        case .byHand: "hand"
        }
    }
}
