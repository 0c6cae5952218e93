import HostRuntime

/// What is told of a change of the shop, in an order that observers can rely on.
///
/// A session is told of only together with the place that it belongs to: one
/// that has ended is told before the place is left, one that begins after it is
/// reached. So who goes by the messages alone never has the new environment
/// with the session of the old one. All of it is true already when the first
/// message is posted.
struct ShopChange {
    private let old: ShopModel
    private let new: ShopModel

    init(from old: ShopModel, to new: ShopModel) {
        self.old = old
        self.new = new
    }

    /// The messages, in order: the end of a session, the environment, the shop, the beginning of a session.
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
