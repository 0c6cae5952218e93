import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@Suite(.tags(.bus)) struct HoldSetTests {
    private struct WillStop: HoldableMessage {
        var holds: HoldSet
    }

    private let bus = NotificationBus()
    private let kept = BusTest.Holder()
    private let message = WillStop(holds: HoldSet(maximum: .seconds(5)))

    @Test func `a wait without holds is over at once`() {
        let log = BusTest.Log<String>()

        bus.postHoldable(message).whenOver { log.add("over") }

        #expect(log.entries == ["over"])
    }

    @Test func `the wait is over when the last hold has ended`() {
        let log = BusTest.Log<String>()
        let holds = BusTest.Log<Hold>()
        kept["subscription"] = bus.observeOnAnyThread(WillStop.self) { message in
            holds.add(message.hold("saving", for: .seconds(2)))
            holds.add(message.hold("sending", for: .seconds(3)))
        }

        let set = bus.postHoldable(message)
        set.whenOver { log.add("over") }
        let pending = set.pending.map(\.reason)
        holds.entries[0].end()
        holds.entries[0].end()
        let afterOne = log.entries
        holds.entries[1].end()

        #expect(pending == ["saving", "sending"])
        #expect(afterOne.isEmpty)
        #expect(log.entries == ["over"])
    }

    @Test func `a hold ends when it is released`() {
        let log = BusTest.Log<String>()
        var hold: Hold? = message.hold("saving", for: .seconds(2))
        message.holds.whenOver { log.add("over") }
        let before = log.entries

        hold = nil

        #expect(hold == nil)
        #expect(before.isEmpty)
        #expect(log.entries == ["over"])
    }

    @Test func `a holder that runs over its time is named`() {
        let log = BusTest.Log<String>()
        let late = message.hold("saving", for: .seconds(2), owner: .plugin("ads"), file: "Ads.swift", line: 9)
        let quick = message.hold("sending", for: .seconds(1))
        message.holds.whenOver { log.add("over") }

        quick.end()
        let tooEarly = message.holds.expire(after: .milliseconds(1999))
        let expired = message.holds.expire(after: .seconds(2))

        #expect(tooEarly.isEmpty)
        #expect(expired.map(\.reason) == ["saving"])
        #expect(expired.map(\.site.owner) == [.plugin("ads")])
        #expect(expired.map(\.site.file) == ["Ads.swift"])
        #expect(log.entries == ["over"])
        #expect(!late.isPending)
    }

    @Test func `no hold is longer than the poster allows`() {
        let hold = message.hold("for ever", for: .seconds(1_000_000))

        #expect(message.holds.nextDeadline == .seconds(5))
        #expect(message.holds.expire(after: .seconds(5)).map(\.reason) == ["for ever"])
        withExtendedLifetime(hold) {}
    }

    @Test func `the next deadline is that of the hold that ends first`() {
        let long = message.hold("long", for: .seconds(4))
        let short = message.hold("short", for: .seconds(1))
        let first = message.holds.nextDeadline

        short.end()
        let second = message.holds.nextDeadline
        long.end()

        #expect(first == .seconds(1))
        #expect(second == .seconds(4))
        #expect(message.holds.nextDeadline == nil)
    }

    @Test func `a hold that comes when the wait is over is not pending`() {
        message.holds.whenOver {}

        let late = message.hold("late", for: .seconds(1))

        #expect(!late.isPending)
        #expect(message.holds.pending.isEmpty)
    }

    @Test func `holds may end before the wait begins`() {
        let log = BusTest.Log<Int>()
        message.hold("quick", for: .seconds(1)).end()
        let second = message.hold("second", for: .seconds(1))

        let isStillOpen = second.isPending
        second.end()
        message.holds.whenOver { log.add(0) }

        #expect(isStillOpen)
        #expect(log.entries == [0])
    }

    @Test func `no lock is held while the closure of the wait runs`() {
        let log = BusTest.Log<Int>()
        let hold = message.hold("saving", for: .seconds(1))
        message.holds.whenOver { [message] in
            log.add(message.holds.pending.count)
            message.holds.whenOver { log.add(-1) }
        }

        hold.end()

        #expect(log.entries == [0, -1])
    }
}
