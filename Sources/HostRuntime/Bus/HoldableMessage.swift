/// A message of something that is about to happen, which an observer can delay for a bounded time.
///
/// ```swift
/// bus.observe(WillEnterBackground.self) { message in
///     let hold = message.hold("saving", for: .seconds(2))
///     save { hold.end() }
/// }
/// ```
public protocol HoldableMessage: BusMessage {
    /// The holds on this message, made by its poster.
    var holds: HoldSet { get }
}

extension HoldableMessage {
    /// Delays what is about to happen until the hold ends, at most so long after the post.
    ///
    /// The poster may allow less. It must be taken while the message is being
    /// delivered: a hold that comes when the wait is over is not pending.
    public func hold(
        _ reason: String,
        for limit: Duration,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line
    ) -> Hold {
        let site = ObserverSite(owner: owner, file: file, line: line)
        return Hold(set: holds, id: holds.begin(reason, limit: limit, site: site))
    }
}

extension NotificationBus {
    /// Delivers a message that can be held, and returns its holds for the poster to wait for.
    ///
    /// Post it on the main thread where main-actor observers are to hold it:
    /// letters reach them only after this has returned.
    public func postHoldable<M: HoldableMessage>(_ message: M, owner: Owner = .host) -> HoldSet {
        post(message, owner: owner)
        return message.holds
    }
}
