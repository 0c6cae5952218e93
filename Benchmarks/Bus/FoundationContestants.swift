import Foundation

/// Foundation's notifications by name, without values.
final class FoundationNamed: OpenContestant, @unchecked Sendable {
    // Unchecked: the center has its own lock.
    static let name = "Foundation"
    private static let event = Notification.Name("com.example.shop.changed")
    private let center = NotificationCenter()

    @inline(never)
    func post(_ count: Int, value: Int) {
        for _ in 0..<count { center.post(name: Self.event, object: nil) }
    }

    func observe(_ sum: Sum) -> any NSObjectProtocol {
        center.addObserver(forName: Self.event, object: nil, queue: nil) { _ in
            sum.add(Message(value: 1, number: 0))
        }
    }

    func observe(calling body: @escaping @Sendable () -> Void) -> any NSObjectProtocol {
        center.addObserver(forName: Self.event, object: nil, queue: nil) { _ in body() }
    }

    func cancel(_ registration: any NSObjectProtocol) {
        center.removeObserver(registration)
    }
}

/// Foundation's notifications by name, with one value that the observer reads.
final class FoundationWithValue: Contestant, @unchecked Sendable {
    // Unchecked: the center has its own lock.
    static let name = "Foundation"
    private static let event = Notification.Name("com.example.shop.changed")
    private let center = NotificationCenter()

    @inline(never)
    func post(_ count: Int, value: Int) {
        for _ in 0..<count { center.post(name: Self.event, object: nil, userInfo: ["value": value]) }
    }

    func observe(_ sum: Sum) -> any NSObjectProtocol {
        center.addObserver(forName: Self.event, object: nil, queue: nil) { notification in
            sum.add(Message(value: notification.userInfo?["value"] as? Int ?? 0, number: 0))
        }
    }

    func cancel(_ registration: any NSObjectProtocol) {
        center.removeObserver(registration)
    }
}

/// Foundation's notifications by type, which are for the main actor.
final class FoundationTyped: Contestant, @unchecked Sendable {
    // Unchecked: the center has its own lock.
    private final class Shop: Sendable {}

    private struct Changed: NotificationCenter.MainActorMessage {
        typealias Subject = Shop
        let message: Message
    }

    static let name = "Foundation, typed"
    static let isOnMainActor = true
    private let center = NotificationCenter()
    private let shop = Shop()

    @inline(never)
    func post(_ count: Int, value: Int) {
        MainActor.assumeIsolated {
            for number in 0..<count {
                center.post(Changed(message: Message(value: value, number: number)), subject: shop)
            }
        }
    }

    func observe(_ sum: Sum) -> NotificationCenter.ObservationToken {
        center.addObserver(of: shop, for: Changed.self) { sum.add($0.message) }
    }

    func cancel(_ registration: NotificationCenter.ObservationToken) {
        center.removeObserver(registration)
    }
}
