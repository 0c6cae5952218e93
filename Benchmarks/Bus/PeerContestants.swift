import BoostSignals
import Foundation
import OpenCombine

/// A walk over closures that nothing protects and nothing retains: what the processor needs at least.
final class BareWalk: Contestant, @unchecked Sendable {
    // Unchecked: observers are added before the first post.
    private final class Entry {
        let body: @Sendable (UnsafePointer<Message>) -> Void

        init(_ body: @escaping @Sendable (UnsafePointer<Message>) -> Void) {
            self.body = body
        }
    }

    static let name = "bare walk"
    private var owned: [Entry] = []
    private var entries: ContiguousArray<Unmanaged<Entry>> = []

    @inline(never)
    func post(_ count: Int, value: Int) {
        // A buffer, because a loop over an array retains it.
        entries.withUnsafeBufferPointer { entries in
            for number in 0..<count {
                withUnsafePointer(to: Message(value: value, number: number)) { message in
                    for entry in entries { entry._withUnsafeGuaranteedRef { $0.body(message) } }
                }
            }
        }
    }

    func observe(_ sum: Sum) {
        let entry = Entry { sum.add($0.pointee) }
        owned.append(entry)
        entries.append(.passUnretained(entry))
    }

    func cancel(_ registration: Void) {}
}

/// OpenCombine's subject without a value.
final class CombineSubject: OpenContestant, @unchecked Sendable {
    // Unchecked: the subject has its own lock.
    static let name = "OpenCombine"
    private let subject = PassthroughSubject<Message, Never>()

    @inline(never)
    func post(_ count: Int, value: Int) {
        for number in 0..<count { subject.send(Message(value: value, number: number)) }
    }

    func observe(_ sum: Sum) -> AnyCancellable {
        subject.sink { sum.add($0) }
    }

    func observe(calling body: @escaping @Sendable () -> Void) -> AnyCancellable {
        subject.sink { _ in body() }
    }

    func cancel(_ registration: AnyCancellable) {
        registration.cancel()
    }
}

/// OpenCombine's subject that keeps its last value.
final class CombineValueSubject: Contestant, @unchecked Sendable {
    // Unchecked: the subject has its own lock.
    static let name = "OpenCombine"
    private let subject = CurrentValueSubject<Message, Never>(Message(value: 0, number: 0))

    @inline(never)
    func post(_ count: Int, value: Int) {
        for number in 0..<count { subject.send(Message(value: value, number: number)) }
    }

    func observe(_ sum: Sum) -> AnyCancellable {
        subject.sink { sum.add($0) }
    }

    func cancel(_ registration: AnyCancellable) {
        registration.cancel()
    }
}

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

/// boost::signals2, a C++ library.
final class BoostSignals2: Contestant, @unchecked Sendable {
    // Unchecked: the signal has its own lock.
    static let name = "boost"
    private let signal: OpaquePointer

    init() {
        guard let signal = boost_make() else { preconditionFailure("Boost wasn't found when this was compiled") }
        self.signal = signal
    }

    deinit {
        boost_free(signal)
    }

    func post(_ count: Int, value: Int) {
        boost_post(signal, count, value)
    }

    func observe(_ sum: Sum) -> UnsafeMutableRawPointer? {
        boost_observe(signal, sum.value)
    }

    func cancel(_ registration: UnsafeMutableRawPointer?) {
        boost_cancel(registration)
    }
}
