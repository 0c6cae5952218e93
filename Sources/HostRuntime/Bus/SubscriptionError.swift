/// Why a subscription was cancelled without waiting for its observer.
public enum SubscriptionError: Error, Hashable, Sendable {
    /// The observer that would be waited for is the one that waits.
    case calledFromItsOwnObserver(messageName: String)
    /// Another thread would have waited for the main thread.
    case notOnMainThread(messageName: String)
}

extension SubscriptionError: CustomStringConvertible {
    /// What happened, the rule, and the way out.
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
