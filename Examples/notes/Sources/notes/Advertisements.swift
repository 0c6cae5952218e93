import HostRuntime

/// The program's side of advertisements: it posts and observes names on the bus, and knows no plugin.
///
/// If nothing shows advertisements, nothing happens.
@MainActor final class Advertisements {
    private let bus: NotificationBus
    private let say: @MainActor (String) -> Void
    private var subscriptions: [Subscription] = []

    /// The reason that the latest request showed no advertisement; nil if it showed one.
    private var answer: String?

    /// The values of a hold on advertisements during a payment.
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

    /// Keeps advertisements away during a payment, for five minutes at most.
    func holdForPayment() { bus.post(named: NotificationName("splash.hold"), Advertisements.payment) }

    /// Ends the hold.
    func releasePayment() { bus.post(named: NotificationName("splash.release"), Advertisements.payment) }

    /// Asks for an advertisement, which the rules may refuse; returns the reason if they do.
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
