import HostRuntime
import Testing

@testable import InspectorPlugin

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
