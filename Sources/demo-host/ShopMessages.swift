import HostRuntime

// What the shop tells of itself on the bus. Each message's description is the
// line that it is in a transcript; none of them knows a password. `ShopChange`
// says in which order they come.

/// Somebody has logged in or out.
struct SessionDidChange: BusMessage, Hashable, CustomStringConvertible {
    /// Who is logged in now; nil for nobody.
    let session: Session?

    var description: String { "session changed  \(session?.label ?? "nobody")" }
}

/// Another shop is looked after.
struct ShopDidChange: BusMessage, Hashable, CustomStringConvertible {
    let shop: Shop

    var description: String { "shop changed  \(shop.name), \(shop.city)" }
}

/// Another network is talked to.
struct EnvironmentDidChange: BusMessage, Hashable, CustomStringConvertible {
    let environment: ShopEnvironment

    var description: String { "environment changed  \(environment.rawValue)" }
}

extension NotificationBus {
    /// Posts the shop's messages by name too, with plain values, for parties that share no type.
    ///
    /// Only the shop knows when it has changed, so a name that somebody else
    /// posts becomes no message.
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
