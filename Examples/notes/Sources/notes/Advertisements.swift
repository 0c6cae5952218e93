import HostRuntime

/// What the program has to do with advertisements, where any are shown: names on the bus, and nothing else.
///
/// Without anybody who shows some, nothing is heard and nothing is done.
@MainActor final class Advertisements {
    private let bus: NotificationBus
    private let say: @MainActor (String) -> Void
    private var subscriptions: [Subscription] = []

    /// Why none came of the latest request; nil where one did.
    private var answer: String?

    /// What the program calls the reason for which it keeps them away.
    private static let payment: [String: PlainValue] = ["reason": "payment", "seconds": 300]

    init(bus: NotificationBus, say: @escaping @MainActor (String) -> Void) {
        self.bus = bus
        self.say = say
        observe("splash.clicked") { values in
            "You followed '\(values["creative"] ?? "")' after \(values["seconds"] ?? 0) s."
        }
        observe("splash.ended") { values in
            guard let creative = values["creative"], values["outcome"] != "clicked" else { return nil }
            return "'\(creative)' was \(values["outcome"] ?? "") after \(values["seconds"] ?? 0) s."
        }
        observe("splash.answered") { [weak self] values in
            self?.answer = values["shown"] == true ? nil : values["reason"]?.stringValue
            return nil
        }
    }

    /// Keeps them away while somebody pays, for five minutes at most.
    func holdForPayment() { bus.post(named: NotificationName("splash.hold"), Advertisements.payment) }

    /// Lets them come again.
    func releasePayment() { bus.post(named: NotificationName("splash.release"), Advertisements.payment) }

    /// Asks for one, which comes if the rules allow it; returns why none does.
    func ask() -> String? {
        answer = nil
        bus.post(named: NotificationName("splash.offer"))
        return answer
    }

    private func observe(_ name: String, _ text: @escaping @MainActor ([String: PlainValue]) -> String?) {
        let subscription = bus.observe(named: NotificationName(name)) { [weak self] notification in
            if let text = text(notification.values) { self?.say(text) }
        }
        subscriptions.append(subscription)
    }
}
