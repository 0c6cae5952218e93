import HostRuntime

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
    ///
    /// It comes at once, before a picture is read from the cache. If that fails, `ended` follows without a creative.
    static let answered = NotificationName("splash.answered")
    /// Keeps advertisements away: `reason`, `seconds`.
    static let hold = NotificationName("splash.hold")
    /// Ends a hold: `reason`, or all holds without one.
    static let release = NotificationName("splash.release")
}

extension PluginContext {
    func postShown(_ creative: SplashCreative, on occasion: SplashOccasion) {
        let message = SplashAdDidShow(creative: creative.id, landing: creative.landing)
        post(message, SplashNotifications.shown, creative, ["occasion": .string(occasion.kind.name)])
    }

    func postClicked(_ creative: SplashCreative, to landing: String, after visible: Duration) {
        let message = SplashAdWasClicked(creative: creative.id, landing: landing, visibleTime: visible)
        post(message, SplashNotifications.clicked, creative, ["seconds": visible.plainSeconds])
    }

    func postEnded(_ creative: SplashCreative?, _ outcome: SplashOutcome, after visible: Duration) {
        let (id, landing) = (creative?.id, creative?.landing)
        let message = SplashAdDidEnd(outcome: outcome, visibleTime: visible, creative: id, landing: landing)
        let values: [String: PlainValue] = ["outcome": .string(outcome.rawValue), "seconds": visible.plainSeconds]
        post(message, SplashNotifications.ended, creative, values)
    }

    private func post(
        _ message: some BusMessage,
        _ name: NotificationName,
        _ creative: SplashCreative?,
        _ values: [String: PlainValue]
    ) {
        bus.post(message)
        // An observer of the type may have disabled the plugin.
        guard !isClosed else { return }
        var values = values
        values["creative"] = creative.map { .string($0.id) }
        values["landing"] = creative?.landing.map { .string($0) }
        bus.post(named: name, values)
    }
}

extension Duration {
    fileprivate var plainSeconds: PlainValue { .double((self / .milliseconds(1)).rounded() / 1000) }
}

extension SplashOccasion.Kind {
    fileprivate var name: String {
        switch self {
        case .launch: "launch"
        case .comeBack: "return"
        case .offer: "offer"
        case .byHand: "hand"
        }
    }
}
