import HostRuntime

// The shop's messages on the bus. The description of each is its line in a
// transcript; none contains a password.

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
    func bridgeShopMessages() -> [Subscription] {
        [
            announce(SessionDidChange.self, as: "session.changed") { message in
                [
                    "loggedIn": .bool(message.session != nil),
                    "label": message.session.map { .string($0.label) } ?? .null,
                ]
            },
            announce(ShopDidChange.self, as: "shop.changed") { message in
                [
                    "id": .string(message.shop.id),
                    "name": .string(message.shop.name),
                    "city": .string(message.shop.city),
                    "isOpen": .bool(message.shop.isOpen),
                ]
            },
            announce(EnvironmentDidChange.self, as: "environment.changed") { message in
                ["environment": .string(message.environment.rawValue)]
            },
        ]
    }

    // Only the shop posts its messages: the same name posted by others becomes none.
    private func announce<Message: BusMessage>(
        _ type: Message.Type,
        as name: NotificationName,
        encode: @escaping @Sendable (Message) -> [String: PlainValue]
    ) -> Subscription {
        bridge(type, to: name, encode: encode, decode: { _ in nil })
    }
}

extension ShopModel {
    /// The messages about the change from an earlier model, in an order that observers can rely on.
    ///
    /// The end of a session comes before the change of its shop or environment, and
    /// the start of one after it. So an observer that goes by the messages alone never
    /// combines the new environment with the session of the old one. The model has all
    /// changes before the first message is posted.
    func messages(since old: ShopModel) -> [any BusMessage] {
        var messages: [any BusMessage] = []
        let isElsewhere = environment != old.environment || shop != old.shop
        if session != old.session, old.session != nil, isElsewhere || session == nil {
            messages.append(SessionDidChange(session: nil))
        }
        if environment != old.environment { messages.append(EnvironmentDidChange(environment: environment)) }
        if shop != old.shop { messages.append(ShopDidChange(shop: shop)) }
        if session != old.session, let session { messages.append(SessionDidChange(session: session)) }
        return messages
    }
}
