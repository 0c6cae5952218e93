import HostRuntime

/// The notifications that programs and other plugins hear and post.
@MainActor enum SplashNotifications {
    /// An advertisement has appeared on the screen: `nonce`, `creative`, `landing`, its place, `occasion`.
    ///
    /// Its place is its cells, `x`, `y`, `width` and `height`, and the `level` of its window.
    static let shown = NotificationName("splash.shown")
    /// The user has tapped it: `nonce`, `creative`, `landing`, its place, `seconds`.
    static let clicked = NotificationName("splash.clicked")
    /// An advertisement that had appeared has ended: `nonce`, `creative`, `landing`, its place, `outcome`, `seconds`.
    ///
    /// The page below has its keyboard back, the advertisement may still be fading out, and a landing page has not
    /// been opened yet. A wait that ends without an advertisement posts nothing.
    static let ended = NotificationName("splash.ended")
    /// Asks for an advertisement, by the rules.
    static let offer = NotificationName("splash.offer")
    /// The answer to `offer`: `shown`, `reason`, and `nonce` if a presentation began.
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
    /// Returns a name for a presentation that nobody can guess: 128 random bits.
    func makeNonce() -> String {
        var random = random
        return (0..<2).map { _ in
            let digits = String(random.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    func postShown(_ creative: SplashCreative, at frame: Rect, on occasion: SplashOccasion, _ nonce: String) {
        log.info("shown: '\(creative.id)' \(occasion)")
        post(SplashNotifications.shown, creative, at: frame, nonce, ["occasion": .string(occasion.kind.rawValue)])
    }

    func postClicked(
        _ creative: SplashCreative,
        at frame: Rect,
        to landing: String,
        after visible: Duration,
        _ nonce: String
    ) {
        log.info("clicked: '\(creative.id)' after \(visible.inSeconds(decimals: 1...1)) s, to \(landing.hidingUser)")
        post(SplashNotifications.clicked, creative, at: frame, nonce, ["seconds": visible.plainSeconds])
    }

    func postEnded(
        _ creative: SplashCreative,
        at frame: Rect,
        _ outcome: SplashOutcome,
        after visible: Duration,
        _ nonce: String
    ) {
        log.info("ended: '\(creative.id)' \(outcome) after \(visible.inSeconds(decimals: 1...1)) s")
        let values: [String: PlainValue] = ["outcome": .string(outcome.rawValue), "seconds": visible.plainSeconds]
        post(SplashNotifications.ended, creative, at: frame, nonce, values)
    }

    private func post(
        _ name: NotificationName,
        _ creative: SplashCreative,
        at frame: Rect,
        _ nonce: String,
        _ others: [String: PlainValue]
    ) {
        var values = others
        values["nonce"] = .string(nonce)
        values["creative"] = .string(creative.id)
        values["landing"] = creative.landing.map { .string($0) }
        for (name, number) in [("x", frame.minX), ("y", frame.minY), ("width", frame.width), ("height", frame.height)] {
            values[name] = .int(number)
        }
        values["level"] = .int(Int(SplashScreen.level.rawValue))
        bus.post(named: name, values)
    }
}

extension Duration {
    fileprivate var plainSeconds: PlainValue { .double(Double(wholeMilliseconds) / 1000) }
}
