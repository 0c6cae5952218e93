extension NotificationBus {
    /// Posts a notification by name, with the rules of `post(_:owner:)`.
    ///
    /// A name that nobody has observed leaves nothing on the bus: there may be a new one each time.
    public func post(named name: NotificationName, _ values: [String: PlainValue] = [:], owner: Owner = .host) {
        guard let topic = topics.find(name.text) ?? (listeners.hearPosts ? makeTopic(name) : nil) else { return }
        withUnsafePointer(to: NamedNotification(name: name, values: values)) { topic.post($0, owner: owner) }
    }

    /// Calls the body on the main actor for every notification of the name.
    public func observe(
        named name: NotificationName,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor (NamedNotification) throws -> Void
    ) -> Subscription {
        add(find(name), .mainActor, ObserverSite(owner: owner, file: file, line: line), body)
    }

    /// Calls the body on the posting thread, for every notification of the name.
    public func observeOnAnyThread(
        named name: NotificationName,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (NamedNotification) throws -> Void
    ) -> Subscription {
        add(find(name), .anyThread, ObserverSite(owner: owner, file: file, line: line), body)
    }

    /// Returns the notifications of the name from now on as an asynchronous sequence.
    public func messages(
        named name: NotificationName,
        buffer policy: BufferPolicy = .newest(64),
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line
    ) -> MessageSequence<NamedNotification> {
        makeSequence(find(name), policy, ObserverSite(owner: owner, file: file, line: line))
    }

    /// Returns the topic of a name, which lives as long as the bus.
    func find(_ name: NotificationName) -> Unmanaged<Topic> {
        topics.find(name.text) { makeTopic(name) }
    }

    private func makeTopic(_ name: NotificationName) -> Topic {
        Topic(NamedNotification.self, name: { name.text }, isSticky: false, environment: environment)
    }
}
