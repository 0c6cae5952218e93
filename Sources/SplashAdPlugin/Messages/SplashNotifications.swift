import HostRuntime

@MainActor enum SplashNotifications {
    /// An advertisement has appeared on the screen: `nonce`, `creative`, `landing`, its place, `occasion`.
    ///
    /// Its place is its cells, `x`, `y`, `width` and `height`, and the `level` of its window.
    static let shown = NotificationName("splash.shown")
    /// The user has tapped it: `nonce`, `creative`, `landing`, its place, `seconds`.
    static let clicked = NotificationName("splash.clicked")
    /// An advertisement that had appeared has ended: `nonce`, `creative`, `landing`, its place, `outcome`, `seconds`.
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

extension SplashNotifications {
    /// Posts the plugin's messages under their names, too, for programs that don't import it.
    ///
    /// A wait that ends without an advertisement has no named notification. Nothing
    /// that others post under these names becomes a message.
    static func bridge(_ bus: PluginBus) {
        bus.bridge(SplashAdDidShow.self, to: shown) { message in
            values(
                message.nonce,
                message.creative,
                message.landing,
                message.frame,
                ["occasion": .string(message.occasion.rawValue)]
            )
        } decode: { _ in
            nil
        }
        bus.bridge(SplashAdWasClicked.self, to: clicked) { message in
            values(
                message.nonce,
                message.creative,
                message.landing,
                message.frame,
                ["seconds": message.visibleTime.plainSeconds]
            )
        } decode: { _ in
            nil
        }
        bus.bridge(SplashAdDidEnd.self, to: ended) { message in
            message.creative.map { creative in
                let seconds = message.visibleTime.plainSeconds
                return values(
                    message.nonce,
                    creative,
                    message.landing,
                    message.frame,
                    ["outcome": .string(message.outcome.rawValue), "seconds": seconds]
                )
            }
        } decode: { _ in
            nil
        }
    }

    private nonisolated static func values(
        _ nonce: String,
        _ creative: String,
        _ landing: String?,
        _ frame: Rect,
        _ others: [String: PlainValue]
    ) -> [String: PlainValue] {
        var values = others
        for (name, number) in [("x", frame.minX), ("y", frame.minY), ("width", frame.width), ("height", frame.height)] {
            values[name] = .int(number)
        }
        values["level"] = .int(Int(SplashScreen.level.rawValue))
        values["nonce"] = .string(nonce)
        values["creative"] = .string(creative)
        values["landing"] = landing.map { .string($0) }
        return values
    }
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
        let (id, landing) = (creative.id, creative.landing)
        bus.post(SplashAdDidShow(nonce: nonce, creative: id, landing: landing, frame: frame, occasion: occasion.kind))
    }

    func postClicked(
        _ creative: SplashCreative,
        at frame: Rect,
        to landing: String,
        after visible: Duration,
        _ nonce: String
    ) {
        log.info("clicked: '\(creative.id)' after \(visible.inSeconds(decimals: 1...1)) s, to \(landing.hidingUser)")
        let id = creative.id
        bus.post(SplashAdWasClicked(nonce: nonce, creative: id, landing: landing, frame: frame, visibleTime: visible))
    }

    /// Posts the end of a presentation; `creative` is nil if none has appeared.
    func postEnded(
        _ creative: SplashCreative?,
        at frame: Rect,
        _ outcome: SplashOutcome,
        after visible: Duration,
        _ nonce: String
    ) {
        if let creative { log.info("ended: '\(creative.id)' \(outcome) after \(visible.inSeconds(decimals: 1...1)) s") }
        let (id, landing) = (creative?.id, creative?.landing)
        bus.post(
            SplashAdDidEnd(
                nonce: nonce,
                outcome: outcome,
                visibleTime: visible,
                creative: id,
                landing: landing,
                frame: frame
            )
        )
    }
}

extension Duration {
    fileprivate var plainSeconds: PlainValue { .double(Double(wholeMilliseconds) / 1000) }
}
