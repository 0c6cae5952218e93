import HostRuntime

// The shop's messages on the bus. The description of each is its line in a
// transcript; none contains a password. `ShopChange` puts them in order.

/// A message posted after a merchant logged in or out.
struct SessionDidChange: BusMessage, Hashable, CustomStringConvertible {
    /// The new session; nil after a logout.
    let session: Session?

    var description: String { "session changed  \(session?.label ?? "nobody")" }
}

/// A message posted after the merchant switched to another shop.
struct ShopDidChange: BusMessage, Hashable, CustomStringConvertible {
    let shop: Shop

    var description: String { "shop changed  \(shop.name), \(shop.city)" }
}

/// A message posted after the shop switched to another environment.
struct EnvironmentDidChange: BusMessage, Hashable, CustomStringConvertible {
    let environment: ShopEnvironment

    var description: String { "environment changed  \(environment.rawValue)" }
}

extension NotificationBus {
    /// Posts the shop's messages by name too, with plain values, for observers that don't know their types.
    ///
    /// Only the shop posts them: the same name posted by others becomes no message.
    func bridgeShopMessages() -> [Subscription] {
        [
            bridge(SessionDidChange.self, to: "session.changed") { message in
                [
                    "loggedIn": .bool(message.session != nil),
                    "label": message.session.map { .string($0.label) } ?? .null,
                ]
            } decode: { _ in
                nil
            },
            bridge(ShopDidChange.self, to: "shop.changed") { message in
                [
                    "id": .string(message.shop.id),
                    "name": .string(message.shop.name),
                    "city": .string(message.shop.city),
                    "isOpen": .bool(message.shop.isOpen),
                ]
            } decode: { _ in
                nil
            },
            bridge(EnvironmentDidChange.self, to: "environment.changed") { message in
                ["environment": .string(message.environment.rawValue)]
            } decode: { _ in
                nil
            },
        ]
    }
}

/// The messages about a change of the model, in an order that observers can rely on.
///
/// The end of a session comes before the change of its shop or environment, and
/// the start of one after it. So an observer that goes by the messages alone never
/// combines the new environment with the session of the old one. The model has all
/// changes before the first message is posted.
struct ShopChange {
    private let old: ShopModel
    private let new: ShopModel

    init(from old: ShopModel, to new: ShopModel) {
        self.old = old
        self.new = new
    }

    /// The messages in order: the end of a session, the environment, the shop, the start of a session.
    var messages: [any BusMessage] {
        var messages: [any BusMessage] = []
        let isElsewhere = new.environment != old.environment || new.shop != old.shop
        let isOther = new.session != old.session
        if isOther, old.session != nil, isElsewhere || new.session == nil {
            messages.append(SessionDidChange(session: nil))
        }
        if new.environment != old.environment { messages.append(EnvironmentDidChange(environment: new.environment)) }
        if new.shop != old.shop { messages.append(ShopDidChange(shop: new.shop)) }
        if isOther, let session = new.session { messages.append(SessionDidChange(session: session)) }
        return messages
    }
}
