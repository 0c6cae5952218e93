import HostRuntime

@MainActor enum SplashNotifications {
    /// An advertisement has appeared on the screen: `creative`, `landing`, `occasion`.
    static let shown = NotificationName("splash.shown")
    /// The user has tapped it: `creative`, `landing`, `seconds`.
    static let clicked = NotificationName("splash.clicked")
    /// An advertisement that had appeared has ended: `creative`, `landing`, `outcome`, `seconds`.
    static let ended = NotificationName("splash.ended")
    /// Asks for an advertisement, by the rules.
    static let offer = NotificationName("splash.offer")
    /// The answer to `offer`: `shown`, `reason`.
    ///
    /// It comes when it is known: at once if the rules are against it, and otherwise
    /// after `shown`, or once the picture turns out not to be readable.
    static let answered = NotificationName("splash.answered")
    /// Keeps advertisements away: `reason`, `seconds`.
    static let hold = NotificationName("splash.hold")
    /// Ends a hold: `reason`, or all holds without one.
    static let release = NotificationName("splash.release")
}

extension PluginContext {
    func postShown(_ creative: SplashCreative, on occasion: SplashOccasion) {
        log.info("shown: '\(creative.id)' \(occasion)")
        let message = SplashAdDidShow(creative: creative.id, landing: creative.landing)
        post(message, SplashNotifications.shown, creative, ["occasion": .string(occasion.kind.name)])
    }

    func postClicked(_ creative: SplashCreative, to landing: String, after visible: Duration) {
        log.info("clicked: '\(creative.id)' after \(visible.inSeconds(decimals: 1...1)) s, to \(landing.hidingUser)")
        let message = SplashAdWasClicked(creative: creative.id, landing: landing, visibleTime: visible)
        post(message, SplashNotifications.clicked, creative, ["seconds": visible.plainSeconds])
    }

    /// Posts the end of a presentation; the named notification only of an advertisement that has appeared.
    func postEnded(_ creative: SplashCreative?, isShown: Bool, _ outcome: SplashOutcome, after visible: Duration) {
        let (id, landing) = (creative?.id, creative?.landing)
        let message = SplashAdDidEnd(outcome: outcome, visibleTime: visible, creative: id, landing: landing)
        guard isShown, let creative else { return bus.post(message) }
        log.info("ended: '\(creative.id)' \(outcome) after \(visible.inSeconds(decimals: 1...1)) s")
        let values: [String: PlainValue] = ["outcome": .string(outcome.rawValue), "seconds": visible.plainSeconds]
        post(message, SplashNotifications.ended, creative, values)
    }

    private func post(
        _ message: some BusMessage,
        _ name: NotificationName,
        _ creative: SplashCreative,
        _ values: [String: PlainValue]
    ) {
        bus.post(message)
        // An observer of the type may have disabled the plugin.
        guard !isClosed else { return }
        var values = values
        values["creative"] = .string(creative.id)
        values["landing"] = creative.landing.map { .string($0) }
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
