import HostRuntime

extension Message: BusMessage {}

/// The bus with observers on any thread.
final class HostBus: OpenContestant {
    static let name = "ours"
    private let bus = NotificationBus(leakWarningThreshold: 0)

    @inline(never)
    func post(_ count: Int, value: Int) {
        for number in 0..<count { bus.post(Message(value: value, number: number)) }
    }

    func observe(_ sum: Sum) -> Subscription {
        bus.observeOnAnyThread(Message.self) { sum.add($0) }
    }

    func observe(calling body: @escaping @Sendable () -> Void) -> Subscription {
        bus.observeOnAnyThread(Message.self) { _ in body() }
    }

    func cancel(_ registration: Subscription) {
        registration.cancel()
    }
}

/// The bus with observers on the main actor.
final class HostBusOnMainActor: Contestant {
    static let name = "ours"
    static let isOnMainActor = true
    private let bus = NotificationBus(leakWarningThreshold: 0)

    @inline(never)
    func post(_ count: Int, value: Int) {
        for number in 0..<count { bus.post(Message(value: value, number: number)) }
    }

    func observe(_ sum: Sum) -> Subscription {
        bus.observe(Message.self) { sum.add($0) }
    }

    func cancel(_ registration: Subscription) {
        registration.cancel()
    }
}

/// The bus with a message whose last value it keeps.
final class HostBusSticky: Contestant {
    private struct StickyMessage: BusMessage {
        static let isSticky = true
        let message: Message
    }

    static let name = "ours"
    private let bus = NotificationBus(leakWarningThreshold: 0)

    @inline(never)
    func post(_ count: Int, value: Int) {
        for number in 0..<count {
            bus.post(StickyMessage(message: Message(value: value, number: number)))
        }
    }

    func observe(_ sum: Sum) -> Subscription {
        bus.observeOnAnyThread(StickyMessage.self) { sum.add($0.message) }
    }

    func cancel(_ registration: Subscription) {
        registration.cancel()
    }
}

/// The bus with a named notification that has one value, which the observer reads.
final class HostBusNamed: Contestant {
    static let name = "ours"
    private static let event: NotificationName = "com.example.shop.changed"
    private let bus = NotificationBus(leakWarningThreshold: 0)

    @inline(never)
    func post(_ count: Int, value: Int) {
        for _ in 0..<count { bus.post(named: Self.event, ["value": .int(value)]) }
    }

    func observe(_ sum: Sum) -> Subscription {
        bus.observeOnAnyThread(named: Self.event) { notification in
            sum.add(Message(value: notification["value"]?.intValue ?? 0, number: 0))
        }
    }

    func cancel(_ registration: Subscription) {
        registration.cancel()
    }
}
