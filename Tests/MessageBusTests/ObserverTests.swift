import Foundation
import Testing

@testable import HostBase
@testable import MessageBus

/// Closures whose message type is erased: messages of every shape arrive whole.
@MainActor @Suite struct ObserverTests {
    /// A message of any shape.
    private struct Shaped<Value: Sendable & Equatable>: BusMessage, Equatable {
        let value: Value
    }

    private struct Empty: Equatable {}

    private enum Choice: Equatable {
        case nothing
        case number(Int32)
        case text(String, [Double])
    }

    private final class Reference: Sendable, Equatable {
        static func == (left: Reference, right: Reference) -> Bool { left === right }
    }

    private struct Large: Equatable {
        var words: (Int, Int, Int, Int) = (1, 2, 3, 4)
        var text = "of more than fifteen bytes of text"
        var flag = true
        var date = Date(timeIntervalSinceReferenceDate: 5)

        static func == (left: Large, right: Large) -> Bool {
            left.words == right.words && left.text == right.text && left.flag == right.flag && left.date == right.date
        }
    }

    private let bus = NotificationBus()

    private func expectArrival<Value: Sendable & Equatable>(
        of value: Value,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let message = Shaped(value: value)
        var received: [Shaped<Value>] = []
        let log = BusTest.Log<Shaped<Value>>()
        let subscriptions = [
            bus.observe(Shaped<Value>.self) { received.append($0) },
            bus.observeOnAnyThread(Shaped<Value>.self) { log.add($0) },
            // A function that isn't written here as a closure is one of its own kind.
            bus.observeOnAnyThread(Shaped<Value>.self, log.add),
        ]

        bus.post(message)
        bus.post(message)

        #expect(received == [message, message], sourceLocation: sourceLocation)
        #expect(log.entries == Array(repeating: message, count: 4), sourceLocation: sourceLocation)
        withExtendedLifetime(subscriptions) {}
    }

    @Test func `messages of every shape reach closures of both kinds`() throws {
        try expectArrival(of: Empty())
        try expectArrival(of: true)
        try expectArrival(of: UInt8(200))
        try expectArrival(of: 2.5 as Float)
        try expectArrival(of: 42)
        try expectArrival(of: Int?.none)
        try expectArrival(of: Optional("text"))
        try expectArrival(of: "of more than fifteen bytes of text")
        try expectArrival(of: [1, 2, 3])
        try expectArrival(of: ["key": PlainValue.int(1)])
        try expectArrival(of: Choice.nothing)
        try expectArrival(of: Choice.number(-7))
        try expectArrival(of: Choice.text("some", [0.5, 1.5]))
        try expectArrival(of: Reference())
        try expectArrival(of: Large())
        try expectArrival(of: URL(string: "https://example.com/a"))
        try expectArrival(of: UUID())
        try expectArrival(of: Date(timeIntervalSinceReferenceDate: 1))
    }
}
