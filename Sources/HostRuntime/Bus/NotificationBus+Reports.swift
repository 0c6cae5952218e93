extension NotificationBus {
    /// Called for every observer that throws and every post that is nested too deep.
    ///
    /// The hook runs on the thread of the failure, with no lock held. Failures and
    /// posts inside a hook on the same thread aren't reported.
    var onFailure: (@Sendable (ObserverFailure) -> Void)? {
        get { hooks.onFailure.body }
        set { hooks.onFailure.body = newValue }
    }

    /// Called when a message type has suspiciously many observers.
    var onLeakWarning: (@Sendable (LeakWarning) -> Void)? {
        get { hooks.onLeakWarning.body }
        set { hooks.onLeakWarning.body = newValue }
    }

    /// Called for every post, before its observers; costs one load while nil.
    ///
    /// Nested posts come after the post that they're nested in.
    var onPost: (@Sendable (PostedMessage) -> Void)? {
        get { hooks.onPost.body }
        set { hooks.onPost.body = newValue }
    }

    /// Returns the counters of each topic, in the order of first use.
    public func statistics() -> [TopicStatistics] {
        topics.all.map(\.statistics)
    }

    /// Returns every observer and sequence, by topic in the order of first use, then in registration order.
    public func observers() -> [ObserverInfo] {
        topics.all.flatMap { topic in
            topic.list.observers.map { observer in
                ObserverInfo(
                    messageName: topic.name,
                    owner: observer.site.owner,
                    file: observer.site.file,
                    line: observer.site.line,
                    delivery: ObserverInfo.Delivery(observer.kind)
                )
            }
        }
    }
}

extension ObserverInfo.Delivery {
    fileprivate init(_ kind: Observer.Kind) {
        switch kind {
        case .mainActor: self = .mainActor
        case .anyThread: self = .anyThread
        case .sequence: self = .sequence
        }
    }
}

/// An observer of a bus, for inspection.
public struct ObserverInfo: Hashable, Sendable {
    /// The place where an observer is called.
    public enum Delivery: String, Hashable, Sendable {
        /// On the main actor.
        case mainActor
        /// On the posting thread.
        case anyThread
        /// Through an asynchronous sequence.
        case sequence
    }

    /// The message's name.
    public let messageName: String

    /// The owner of the observer.
    public let owner: Owner

    /// The file that added it, as `Module/File.swift`.
    public let file: String

    /// The line that added it.
    public let line: Int

    /// The place where it's called.
    public let delivery: Delivery
}

/// The counters of a bus's topic since its first use.
public struct TopicStatistics: Hashable, Sendable {
    /// The message's name.
    public let messageName: String

    /// The number of posts, without those refused for their depth.
    public let posts: Int

    /// The number of calls of observers and arrivals in sequences, including replays.
    public let deliveries: Int

    /// The number of messages that full sequences dropped.
    public let dropped: Int

    /// The number of observers that threw, plus the posts refused for their depth.
    public let failures: Int

    /// The number of observers and sequences now.
    public let observers: Int
}

/// A post, as a transcript shows it.
struct PostedMessage: Hashable, Sendable {
    /// The message's name.
    let messageName: String

    /// The message's description, or its name if it has none.
    let text: String

    /// The owner of the post.
    let owner: Owner

    /// The number of deliveries that it's nested in on its thread.
    let depth: Int

    /// Whether it was posted on the main thread.
    let isOnMainThread: Bool
}
