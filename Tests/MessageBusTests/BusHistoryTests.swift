import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@Suite(.tags(.bus)) struct BusHistoryTests {
    private func event(_ name: String, _ number: Int) -> BusEvent {
        BusEvent(number: number, messageName: name, text: name)
    }

    @Test func `each message keeps its last hundred when a hundred thousand of another one come`() {
        var history = BusHistory(limit: 10_000)
        for number in 0..<50 * 120 { history.append(event("topic \(number % 50)", number)) }

        for number in 0..<100_000 { history.append(event("flood", number)) }

        for topic in 0..<50 {
            let numbers = history.events.filter { $0.messageName == "topic \(topic)" }.map(\.number)
            #expect(numbers.suffix(100) == Array((20..<120).map { $0 * 50 + topic })[...])
        }
        #expect(history.events.count < 20_000)
        #expect(history.events.count + history.dropped == 106_000)
    }

    @Test func `the newest are kept, in their order`() {
        var history = BusHistory(limit: 100)

        for number in 0..<100_000 { history.append(event("tick", number)) }

        #expect((100..<200).contains(history.events.count))
        #expect(history.events.map(\.number) == Array((100_000 - history.events.count)..<100_000))
    }

    @Test func `messages that flood share the room`() {
        var history = BusHistory(limit: 100)

        for number in 0..<10_000 { history.append(event("flood \(number % 4)", number)) }
        let kept = history.removeAll().events

        let counts = Dictionary(grouping: kept, by: \.messageName).mapValues(\.count)
        #expect(counts == ["flood 0": 25, "flood 1": 25, "flood 2": 25, "flood 3": 25])
    }

    @Test func `with more messages than room the newest are kept`() {
        var history = BusHistory(limit: 10)

        for number in 0..<1000 { history.append(event("\(number)", number)) }

        #expect(history.removeAll() == BusTraffic(events: (990..<1000).map { event("\($0)", $0) }, dropped: 990))
        #expect(history == BusHistory(limit: 10))
    }

    @Test func `the dropped ones of a burst are counted with its own`() {
        var history = BusHistory(limit: 10)

        history.append(BusTraffic(events: [event("a", 3)], dropped: 2))

        #expect(history.dropped == 2)
        #expect(history.events.map(\.number) == [3])
    }
}
