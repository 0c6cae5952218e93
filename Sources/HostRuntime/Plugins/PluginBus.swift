/// The host's bus as a plugin sees it: what it observes is the plugin's, and ends with it.
///
/// Observers are called on the main actor. An error that one throws is caught,
/// reported under the plugin's name, and keeps nobody else from being called.
@MainActor public struct PluginBus {
    /// How long an observer may hold the main actor before it is named in the log.
    public static let patience: Duration = .milliseconds(250)

    let context: PluginContext
    let bus: NotificationBus

    /// Delivers a message to everyone who observes its type.
    public func post(_ message: some BusMessage) {
        guard context.isOpen("bus.post") else { return }
        bus.post(message)
    }

    /// Delivers values under a name, to parties that need not share a type with the plugin.
    public func post(named name: NotificationName, _ values: [String: PlainValue] = [:]) {
        guard context.isOpen("bus.post") else { return }
        bus.post(named: name, values)
    }

    /// Calls a closure on the main actor for each message of a type, until the plugin ends.
    ///
    /// A sticky type's last value comes at once. The returned subscription is
    /// for ending it earlier.
    @discardableResult
    public func observe<Message: BusMessage>(
        _ type: Message.Type,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor (Message) throws -> Void
    ) -> Subscription {
        let watched = watch(Message.messageName, file, line, body)
        let subscription = bus.observe(type, owner: context.manifest.id, file: file, line: line, watched)
        context.own(subscription, "bus.observe(\(Message.messageName))")
        return subscription
    }

    /// Calls a closure on the main actor for each notification of a name, until the plugin ends.
    @discardableResult
    public func observe(
        named name: NotificationName,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor (NamedNotification) throws -> Void
    ) -> Subscription {
        let watched = watch("\(name)", file, line, body)
        let subscription = bus.observe(named: name, owner: context.manifest.id, file: file, line: line, watched)
        context.own(subscription, "bus.observe(named: \(name))")
        return subscription
    }

    /// Times the observer on the host's clock: one that holds the main actor holds everything.
    private func watch<Message>(
        _ name: String,
        _ file: String,
        _ line: Int,
        _ body: @escaping @MainActor (Message) throws -> Void
    ) -> @MainActor (Message) throws -> Void {
        { [weak context] message in
            guard let context, !context.isClosed else { return }
            let begin = context.now
            defer {
                let held = context.now - begin
                if held > PluginBus.patience {
                    context.log.warning("the observer of \(name) at \(file):\(line) took \(held.inThousandths) s")
                }
            }
            try RunningCode.call(of: context.manifest.id) { try body(message) }
        }
    }
}
