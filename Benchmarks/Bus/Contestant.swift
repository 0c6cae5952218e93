/// The message of all rows: two words.
struct Message: Sendable {
    let value: Int
    let number: Int
}

/// The work of an observer: it adds the message's value to a number that it captures.
///
/// Messages between threads have the value 0, so that observers don't share a
/// cache line that changes.
final class Sum: @unchecked Sendable {
    // Unchecked: only messages of one thread have another value than 0.
    let value: UnsafeMutablePointer<Int> = {
        let value = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        value.initialize(to: 0)
        return value
    }()

    deinit {
        value.deallocate()
    }

    @inline(__always)
    func add(_ message: Message) {
        if message.value != 0 { value.pointee &+= message.value }
    }
}

/// A way to deliver messages to observers: the bus, or one of its peers.
protocol Contestant: AnyObject, Sendable {
    associatedtype Registration

    static var name: String { get }

    /// Whether everything happens on the main actor.
    static var isOnMainActor: Bool { get }

    init()

    /// Posts messages, one after the other.
    func post(_ count: Int, value: Int)

    /// Adds an observer that adds to the sum, which the caller retains.
    func observe(_ sum: Sum) -> Registration

    func cancel(_ registration: Registration)
}

extension Contestant {
    static var isOnMainActor: Bool { false }
}

/// A contestant whose observers may run any code, for rows inside a delivery.
protocol OpenContestant: Contestant {
    func observe(calling body: @escaping @Sendable () -> Void) -> Registration
}
