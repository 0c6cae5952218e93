import Synchronization

/// An observer's registration: it lasts until it is cancelled or released.
///
/// Whoever observes must keep it. A closure that holds its own subscription
/// keeps both alive until it is cancelled.
public final class Subscription: Sendable {
    private struct Target: @unchecked Sendable {  // Reason: the address is only used while the topic owns the observer.
        let topic: Topic
        /// Not retained: what the observer captured must go when it is cancelled.
        let observer: Unmanaged<Observer>
        let id: UInt64
        let kind: Observer.Kind
        let name: String
    }

    private let target: Target?
    private let joined: [Subscription]
    private let cancelled = Mutex(false)

    init(topic: Topic, observer: Observer) {
        target = Target(
            topic: topic,
            observer: Unmanaged.passUnretained(observer),
            id: observer.id,
            kind: observer.kind,
            name: topic.name
        )
        joined = []
    }

    /// Makes one subscription of several.
    init(joining subscriptions: [Subscription]) {
        target = nil
        joined = subscriptions
    }

    deinit {
        cancel()
    }

    /// Whether it was cancelled.
    public var isCancelled: Bool {
        cancelled.withLock { $0 }
    }

    /// Ends the registration, once; may be called from any thread and from inside the observer.
    ///
    /// After it returns no new call of the observer begins. A call that another
    /// thread has begun may still finish; `cancelAndWait()` waits for it. What
    /// the observer captured is released here, or at the end of the last
    /// delivery that may still use it, never under a lock.
    public func cancel() {
        let removed = cancelled.withLock { cancelled -> ObserverList.Removed? in
            if cancelled { return nil }
            cancelled = true
            return target.flatMap { $0.topic.list.remove($0.observer) }
        }
        removed?.observer.onEnd?(true)
        for subscription in joined.reversed() {
            subscription.cancel()
        }
    }

    /// Ends the registration and waits until no call of the observer runs; for tearing down.
    ///
    /// It is cancelled even when this throws, which it does where waiting could
    /// not end: from inside the observer itself, and for a main-actor observer
    /// from another thread. On the main thread a main-actor observer never
    /// needs waiting for. Two observers that wait for one another wait for ever.
    public func cancelAndWait() throws(SubscriptionError) {
        cancel()
        for subscription in joined.reversed() {
            try subscription.cancelAndWait()
        }
        guard let target, target.kind != .sequence else { return }
        let thread = PostingThread.current
        if thread.isCalling(target.id) {
            throw .calledFromItsOwnObserver(messageName: target.name)
        }
        if target.kind == .anyThread {
            PostingThread.waitForEnd(of: target.id)
        } else if !thread.isMain {
            throw .notOnMainThread(messageName: target.name)
        }
    }
}
