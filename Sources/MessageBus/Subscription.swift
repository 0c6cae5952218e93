import Synchronization

/// An observer's registration, which lasts until it's cancelled or released.
///
/// Keep it for as long as you observe. An array of subscriptions ends them
/// together when it's released. A closure that captures its own subscription
/// keeps both alive until it's cancelled. What a plugin observes through its context
/// lasts until the plugin ends, whether or not it keeps the subscription.
public final class Subscription: Sendable {
    /// The topic of the observer; nil for a subscription that joins others.
    private let topic: Topic?
    // Not retained: cancelling must release what the observer captured. Used while the topic owns the observer.
    private let observer: Unmanaged<Observer>?
    private let joined: [Subscription]
    /// Set under the lock of the list.
    private let isEnded = Atomic(false)

    init(topic: Topic, observer: Unmanaged<Observer>) {
        self.topic = topic
        self.observer = observer
        joined = []
    }

    package init(joining subscriptions: [Subscription]) {
        topic = nil
        observer = nil
        joined = subscriptions
    }

    deinit {
        cancel()
    }

    /// Whether the subscription was cancelled.
    package var isCancelled: Bool {
        isEnded.load(ordering: .acquiring)
    }

    /// Ends the registration; may be called on any thread, inside the observer, and more than once.
    ///
    /// After it returns, no delivery finds the observer any more. Another thread that
    /// has just found it may still call it once. The observer's captures are released
    /// here, or once the deliveries of its message type that run now have ended, and
    /// never under a lock.
    public func cancel() {
        if isEnded.load(ordering: .acquiring) { return }
        for subscription in joined.reversed() {
            subscription.cancel()
        }
        guard let topic, let observer else { return isEnded.store(true, ordering: .releasing) }
        topic.list.remove(observer, isEnded: isEnded)
    }
}
