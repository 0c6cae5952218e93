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
    private let id: UInt64
    private let kind: Observer.Kind
    private let joined: [Subscription]
    /// Set under the lock of the list.
    private let isEnded = Atomic(false)

    init(topic: Topic, observer: Unmanaged<Observer>) {
        self.topic = topic
        self.observer = observer
        (id, kind) = observer._withUnsafeGuaranteedRef { ($0.id, $0.kind) }
        joined = []
    }

    init(joining subscriptions: [Subscription]) {
        topic = nil
        observer = nil
        id = 0
        kind = .anyThread
        joined = subscriptions
    }

    deinit {
        cancel()
    }

    /// Whether the subscription was cancelled.
    var isCancelled: Bool {
        isEnded.load(ordering: .acquiring)
    }

    /// Ends the registration; may be called on any thread, inside the observer, and more than once.
    ///
    /// After it returns, no new call of the observer begins. A call that another
    /// thread has begun may still finish; `cancelAndWait()` waits for it. The
    /// observer's captures are released here, or once the deliveries of its message
    /// type that run now have ended, and never under a lock.
    public func cancel() {
        if isEnded.load(ordering: .acquiring) { return }
        for subscription in joined.reversed() {
            subscription.cancel()
        }
        guard let topic, let observer else { return isEnded.store(true, ordering: .releasing) }
        topic.list.remove(observer, isEnded: isEnded)
    }

    /// Ends the registration, and blocks the calling thread until no call of the observer runs.
    ///
    /// Throws where the wait could not end: inside the observer itself, and for a
    /// main-actor observer on another thread. The subscription is cancelled all
    /// the same. On the main thread a main-actor observer needs no wait. Two
    /// observers that wait for each other wait for ever.
    public func cancelAndWait() throws(SubscriptionError) {
        let called = kind == .anyThread ? topic?.list.retain(observer, id, isEnded: isEnded) : nil
        defer { called?.release() }
        cancel()
        var failure: SubscriptionError?
        for subscription in joined.reversed() {
            do throws(SubscriptionError) { try subscription.cancelAndWait() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        guard let topic, kind != .sequence else { return }
        let thread = PostingThread.current
        if thread.isCalling(id) {
            throw .calledFromItsOwnObserver(messageName: topic.name)
        }
        if kind == .anyThread {
            if let called { PostingThread.waitForEnd(of: called, in: topic.list) }
        } else if !thread.isMain {
            throw .notOnMainThread(messageName: topic.name)
        }
    }
}

/// A reason why a subscription was cancelled without waiting for its observer.
public enum SubscriptionError: Error, Hashable, Sendable {
    /// The observer would have waited for itself.
    case calledFromItsOwnObserver(messageName: String)
    /// Another thread would have waited for the main thread.
    case notOnMainThread(messageName: String)
}

extension SubscriptionError: CustomStringConvertible {
    /// The error as a sentence, with the rule and the way out.
    public var description: String {
        switch self {
        case .calledFromItsOwnObserver(let name):
            """
            An observer of '\(name)' waits for its own end.
            It was cancelled. A running observer cannot wait for itself: call cancel() there.
            """
        case .notOnMainThread(let name):
            """
            Another thread waits for the main-actor observer of '\(name)'.
            It was cancelled. Only the main thread can be sure that none runs: call cancelAndWait() there.
            """
        }
    }
}
