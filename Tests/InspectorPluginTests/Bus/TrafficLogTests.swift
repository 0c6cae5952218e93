import HostRuntime
import Testing

@testable import InspectorPlugin

@Suite struct TrafficLogTests {
    private func event(_ number: Int, owner: Owner = .host, subject: Owner? = nil) -> BusEvent {
        BusEvent(number: number, messageName: "tick", text: "tick", owner: owner, subject: subject)
    }

    @Test func `the newest events are kept in their order, and their number is bounded`() {
        var log = TrafficLog()

        for burst in 0..<50 {
            log.append(BusTraffic(events: (0..<1000).map { event(burst * 1000 + $0) }, dropped: 2))
        }

        #expect((TrafficLog.capacity...2 * TrafficLog.capacity).contains(log.events.count))
        #expect(log.events.map(\.number) == Array((50_000 - log.events.count)..<50_000))
        #expect(log.dropped == 100)
    }

    @Test func `what is posted about a party can be left out`() {
        var log = TrafficLog()
        let own = Owner.plugin("inspector")
        log.append(
            BusTraffic(events: [event(1), event(2, owner: own), event(3, subject: own), event(4)], dropped: 0)
        )

        #expect(log.events(notAbout: own).map(\.number) == [1, 2, 4])
    }

    @Test func `a cleared log is empty`() {
        var log = TrafficLog()
        log.append(BusTraffic(events: [event(1)], dropped: 1))

        log.clear()

        #expect(log == TrafficLog())
    }
}

@Suite struct TopicRatesTests {
    private func topic(_ number: Int, posts: Int) -> TopicStatistics {
        TopicStatistics(topic: number, messageName: "tick", isNamed: true, posts: posts)
    }

    @Test func `a rate is the number of posts between two readings, divided by the time`() {
        var rates = TopicRates()

        rates.read([topic(0, posts: 5)], at: .seconds(1))
        #expect(rates.perSecond.isEmpty)
        rates.read([topic(0, posts: 8), topic(1, posts: 4)], at: .seconds(3))
        #expect(rates.perSecond == [0: 1.5, 1: 2])
        rates.read([topic(0, posts: 8), topic(1, posts: 4)], at: .seconds(4))
        #expect(rates.perSecond == [0: 0, 1: 0])
    }

    @Test func `a second reading in the same moment changes nothing`() {
        var rates = TopicRates()
        rates.read([topic(0, posts: 0)], at: .zero)
        rates.read([topic(0, posts: 3)], at: .seconds(1))

        rates.read([topic(0, posts: 9)], at: .seconds(1))

        #expect(rates.perSecond == [0: 3])
    }
}

@Suite struct NotificationLineTests {
    @Test func `a notification is typed as its name and its values`() throws {
        let notice = try NotificationLine(#"shop.changed id=7, name="Faro, Centro", open=true, note=two words"#)

        #expect(notice.name == "shop.changed")
        #expect(notice.values == ["id": 7, "name": "Faro, Centro", "open": true, "note": "two words"])
        #expect(try NotificationLine("  ping  ").values.isEmpty)
    }

    @Test(arguments: ["", "   ", "id=7", "shop.changed id", "shop.changed =7"])
    func `a text that is no notification is a problem`(text: String) {
        #expect(throws: NotificationLine.Problem.self) { try NotificationLine(text) }
    }
}
