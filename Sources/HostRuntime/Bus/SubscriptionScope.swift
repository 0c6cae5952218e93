import Synchronization

/// The subscriptions of one owner, which end together.
public final class SubscriptionScope: Sendable {
    private struct State {
        var subscriptions: [Subscription] = []
        var nextSweep = 32
        var isEnded = false
    }

    private let state = Mutex(State())

    /// Creates a scope that holds nothing.
    public init() {}

    deinit {
        cancelAll()
    }

    /// Keeps a subscription until the scope ends; cancels it at once when that has happened.
    public func add(_ subscription: Subscription) {
        let (isKept, swept): (Bool, [Subscription]) = state.withLock { state in
            if state.isEnded { return (false, []) }
            var swept: [Subscription] = []
            if state.subscriptions.count >= state.nextSweep {
                swept = state.subscriptions
                state.subscriptions.removeAll(where: \.isCancelled)
                state.nextSweep = max(32, state.subscriptions.count * 2)
            }
            state.subscriptions.append(subscription)
            return (true, swept)
        }
        if !isKept { subscription.cancel() }
        _ = swept
    }

    /// Cancels every subscription, the last one first, and ends the scope.
    public func cancelAll() {
        for subscription in end() {
            subscription.cancel()
        }
    }

    /// Cancels every subscription, the last one first, and waits for the calls that run.
    ///
    /// All are cancelled, and all that can be are waited for, before the first
    /// error is thrown.
    public func cancelAllAndWait() throws(SubscriptionError) {
        let subscriptions = end()
        for subscription in subscriptions {
            subscription.cancel()
        }
        var failure: SubscriptionError?
        for subscription in subscriptions {
            do throws(SubscriptionError) {
                try subscription.cancelAndWait()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func end() -> [Subscription] {
        state.withLock { state in
            let subscriptions = state.subscriptions
            state.subscriptions = []
            state.isEnded = true
            return subscriptions.reversed()
        }
    }
}
