/// The notification bus as a plugin sees it: what it observes ends with the plugin.
///
/// Observers are called on the main actor. An error that one throws is caught
/// and logged under the plugin's name; the other observers are still called.
@MainActor public struct PluginBus {
    private let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }

    // MARK: - Posting

    /// Delivers a message to the observers of its type.
    ///
    /// The bus keeps a sticky message until the plugin ends.
    public func post(_ message: some BusMessage) {
        context.environment(for: "bus.post")?.bus.post(message, owner: context.owner)
    }

    /// Delivers values under a name, to parties that need not share a type with the plugin.
    public func post(named name: NotificationName, _ values: [String: PlainValue] = [:]) {
        context.environment(for: "bus.post")?.bus.post(named: name, values, owner: context.owner)
    }

    // MARK: - Observing

    /// Calls a closure on the main actor for each message of a type, until the plugin ends.
    ///
    /// A sticky type's last value comes at once. Cancel the returned
    /// subscription to stop earlier.
    @discardableResult
    public func observe<Message: BusMessage>(
        _ type: Message.Type,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor (Message) throws -> Void
    ) -> Subscription {
        own("bus.observe(\(Message.messageName))", .observer, Message.messageName, file, line) { environment in
            let recorded = recorded(body, file, line)
            return environment.bus.observe(type, owner: context.owner, file: file, line: line, recorded)
        }
    }

    /// Calls a closure on the main actor for each notification of a name, until the plugin ends.
    @discardableResult
    public func observe(
        named name: NotificationName,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor (NamedNotification) throws -> Void
    ) -> Subscription {
        own("bus.observe(named: \(name))", .observer, name.text, file, line) { environment in
            let recorded = recorded(body, file, line)
            return environment.bus.observe(named: name, owner: context.owner, file: file, line: line, recorded)
        }
    }

    /// Returns the messages of a type from now on as an asynchronous sequence, which ends with the plugin.
    ///
    /// A sticky type's last value comes first.
    public func messages<Message: BusMessage>(
        of type: Message.Type,
        buffer policy: BufferPolicy = .newest(64),
        file: String = #fileID,
        line: Int = #line
    ) -> MessageSequence<Message> {
        own("bus.messages(of: \(Message.messageName))", Message.messageName, file, line) {
            $0.messages(of: type, buffer: policy, owner: context.owner, file: file, line: line)
        }
    }

    /// Returns the notifications of a name from now on as an asynchronous sequence, which ends with the plugin.
    public func messages(
        named name: NotificationName,
        buffer policy: BufferPolicy = .newest(64),
        file: String = #fileID,
        line: Int = #line
    ) -> MessageSequence<NamedNotification> {
        own("bus.messages(named: \(name))", name.text, file, line) {
            $0.messages(named: name, buffer: policy, owner: context.owner, file: file, line: line)
        }
    }

    /// Returns the value that a sticky message type keeps; nil before the first post.
    public func lastValue<Message: BusMessage>(of type: Message.Type) -> Message? {
        context.environment(for: "bus.lastValue(of: \(Message.messageName))")?.bus.lastValue(of: type)
    }

    /// Posts every message of a type under a name too, and the other way round, until the plugin ends.
    ///
    /// `encode` and `decode` are called on the thread that posts. What they return
    /// nil for doesn't cross.
    /// One post reaches each observer once, however many bridges lead to it.
    @discardableResult
    public func bridge<Message: BusMessage>(
        _ type: Message.Type,
        to name: NotificationName,
        file: String = #fileID,
        line: Int = #line,
        encode: @escaping @Sendable (Message) -> [String: PlainValue]?,
        decode: @escaping @Sendable ([String: PlainValue]) -> Message?
    ) -> Subscription {
        // Whoever posts, on any thread.
        let entry = CallEntry(of: context.owner, .observer, source: file, line: line)
        return own("bus.bridge(\(Message.messageName))", .bridge, "\(Message.messageName) and \(name)", file, line) {
            $0.bus.bridge(type, to: name, owner: context.owner, file: file, line: line) { message in
                ThreadCalls.run(entry, on: ThreadCalls.current) { encode(message) }
            } decode: { values in
                ThreadCalls.run(entry, on: ThreadCalls.current) { decode(values) }
            }
        }
    }

    /// Holds back what a message announces, until the hold is ended or released, its limit is over, or the plugin ends.
    public func hold(
        _ message: some HoldableMessage,
        _ reason: String,
        for limit: Duration,
        file: String = #fileID,
        line: Int = #line
    ) -> Hold {
        let hold = message.hold(reason, for: limit, owner: context.owner, file: file, line: line)
        guard context.environment(for: "bus.hold") != nil else {
            hold.end()
            return hold
        }
        context.resources.own(
            HeldResource(.hold, reason, file: file, line: line),
            isSpent: { [weak hold] in hold.map { !$0.isPending } ?? true },
            release: { [weak hold] in hold?.end() }
        )
        return hold
    }

    // MARK: - Owning

    /// Makes a subscription that ends with the plugin; after the plugin's end it's a cancelled one.
    private func own(
        _ call: @autoclosure () -> PluginCall,
        _ kind: HeldResource.Kind,
        _ name: @escaping @MainActor @autoclosure () -> String,
        _ file: String,
        _ line: Int,
        _ make: (PluginEnvironment) -> Subscription
    ) -> Subscription {
        guard let environment = context.environment(for: call()) else {
            let subscription = Subscription(joining: [])
            subscription.cancel()
            return subscription
        }
        let subscription = make(environment)
        context.resources.own(
            HeldResource(kind, name(), file: file, line: line),
            isSpent: { subscription.isCancelled },
            release: { subscription.cancel() }
        )
        return subscription
    }

    /// Makes a sequence that ends with the plugin; after the plugin's end it has ended.
    private func own<Message>(
        _ call: @autoclosure () -> PluginCall,
        _ name: @escaping @MainActor @autoclosure () -> String,
        _ file: String,
        _ line: Int,
        _ make: (NotificationBus) -> MessageSequence<Message>
    ) -> MessageSequence<Message> {
        var sequence: MessageSequence<Message>?
        // The subscription doesn't keep a sequence that the plugin has released.
        _ = own(call(), .sequence, name(), file, line) { environment in
            let made = make(environment.bus)
            sequence = made
            return made.subscription
        }
        // After the end it's registered on a bus without posts, so that it is one that has ended.
        return sequence ?? make(NotificationBus())
    }

    /// Records each call of an observer in the journal.
    private func recorded<Message>(
        _ body: @escaping @MainActor (Message) throws -> Void,
        _ file: String,
        _ line: Int
    ) -> @MainActor (Message) throws -> Void {
        let entry = CallEntry(of: context.owner, .observer, source: file, line: line)
        return { [weak context] message in
            guard let context, !context.isClosed else { return }
            try RunningCode.call(entry) { try body(message) }
        }
    }
}
