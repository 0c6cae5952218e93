extension NotificationBus {
    /// Called for every observer that throws and every post that is nested too deep.
    ///
    /// It runs on the thread where that happened, with no lock held. What fails
    /// or is posted inside a hook on the same thread is not reported again.
    var onFailure: (@Sendable (ObserverFailure) -> Void)? {
        get { hooks.onFailure.body }
        set { hooks.onFailure.body = newValue }
    }

    /// Called when a message type has suspiciously many observers.
    var onLeakWarning: (@Sendable (LeakWarning) -> Void)? {
        get { hooks.onLeakWarning.body }
        set { hooks.onLeakWarning.body = newValue }
    }

    /// Called for every post, before its observers are; costs one load while nil.
    ///
    /// Nested posts come after the post that they are nested in.
    var onPost: (@Sendable (PostedMessage) -> Void)? {
        get { hooks.onPost.body }
        set { hooks.onPost.body = newValue }
    }

    /// What has passed through each topic, in the order of their first use.
    public func statistics() -> [TopicStatistics] {
        topics.all.map(\.statistics)
    }

    /// Every observer and sequence, by topic in the order of first use, then in registration order.
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
