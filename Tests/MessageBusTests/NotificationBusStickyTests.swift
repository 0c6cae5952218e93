import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@Suite(.tags(.bus)) struct NotificationBusStickyTests {
    private let bus = NotificationBus()
    private let kept = BusTest.Holder()

    @Test func `captures of an observer that is cancelled in a replay are released when the replay ends`() {
        bus.post(BusTest.Kept(1))
        let holder = BusTest.Holder()
        weak let weakly: BusTest.AtEnd?
        do {
            let captured = BusTest.AtEnd {}
            weakly = captured
            let other = bus.observeOnAnyThread(BusTest.Kept.self) { _ in captured.touch() }
            holder["other"] = other
        }

        kept["replaying"] = bus.observeOnAnyThread(BusTest.Kept.self) { _ in holder["other"]?.cancel() }

        #expect(weakly == nil)
    }

    @Test func `a new observer gets the sticky value before observe returns, exactly once`() {
        let log = BusTest.Log<Int>()
        bus.post(BusTest.Kept(1))
        bus.post(BusTest.Kept(2))

        kept["subscription"] = bus.observeOnAnyThread(BusTest.Kept.self) { log.add($0.value) }
        let atReturn = log.entries
        bus.post(BusTest.Kept(3))

        #expect(atReturn == [2])
        #expect(log.entries == [2, 3])
    }

    @Test @MainActor func `a main-actor observer registered on the main thread gets the value at once`() {
        let log = BusTest.Log<Int>()
        bus.post(BusTest.Kept(1))

        kept["subscription"] = bus.observe(BusTest.Kept.self) { log.add($0.value) }

        #expect(log.entries == [1])
    }

    /// A bus whose sticky value waits in the mailbox for an observer that another thread has registered.
    private func registeredElsewhere() -> (NotificationBus, BusTest.Hops, BusTest.Log<Int>, BusTest.Holder) {
        let (hops, log, holder) = (BusTest.Hops(), BusTest.Log<Int>(), BusTest.Holder())
        let bus = hops.makeBus()
        bus.post(BusTest.Kept(1))
        BusTest.onAnotherThread { holder["it"] = bus.observe(BusTest.Kept.self) { log.add($0.value) } }
        return (bus, hops, log, holder)
    }

    @Test @MainActor func `a main-actor observer registered elsewhere gets the value through the mailbox`() {
        let (bus, hops, log, holder) = registeredElsewhere()

        BusTest.onAnotherThread { bus.post(BusTest.Kept(2)) }
        let before = log.entries
        hops.run()

        #expect(before.isEmpty)
        #expect(log.entries == [1, 2])
        #expect(hops.count == 1)
        withExtendedLifetime((bus, holder)) {}
    }

    @Test @MainActor
    func `a value that waits in the mailbox is delivered before a newer one posted on the main thread`() {
        let (bus, hops, log, holder) = registeredElsewhere()

        bus.post(BusTest.Kept(2))
        let before = log.entries
        hops.run()

        #expect(before == [1, 2])
        #expect(log.entries == [1, 2])
        withExtendedLifetime((bus, holder)) {}
    }

    @Test @MainActor func `a value that waits in the mailbox is not delivered to a cancelled observer`() {
        let (bus, hops, log, holder) = registeredElsewhere()

        holder["it"]?.cancel()
        hops.run()

        #expect(log.entries.isEmpty)
        withExtendedLifetime(bus) {}
    }

    @Test func `an observer made inside the delivery of a sticky value gets that value once`() {
        let log = BusTest.Log<Int>()
        let holder = BusTest.Holder()
        kept["first"] = bus.observeOnAnyThread(BusTest.Kept.self) { [bus] _ in
            guard holder["new"] == nil else { return }
            holder["new"] = bus.observeOnAnyThread(BusTest.Kept.self) { log.add($0.value) }
        }

        bus.post(BusTest.Kept(1))
        bus.post(BusTest.Kept(2))

        #expect(log.entries == [1, 2])
    }

    @Test func `a post nested in a replay is delivered at once, depth first`() {
        let log = BusTest.Log<String>()
        bus.post(BusTest.Kept(1))

        kept["subscription"] = bus.observeOnAnyThread(BusTest.Kept.self) { [bus] message in
            log.add("begin \(message.value)")
            if message.value == 1 { bus.post(BusTest.Kept(2)) }
            log.add("end \(message.value)")
        }

        #expect(log.entries == ["begin 1", "begin 2", "end 2", "end 1"])
    }

    @Test func `a post of another thread during a replay is delivered after it`() {
        let log = BusTest.Log<String>()
        bus.post(BusTest.Kept(1))

        kept["subscription"] = bus.observeOnAnyThread(BusTest.Kept.self) { [bus] message in
            log.add("begin \(message.value)")
            if message.value == 1 {
                BusTest.onAnotherThread {
                    bus.post(BusTest.Kept(2))
                    bus.post(BusTest.Kept(3))
                }
            }
            log.add("end \(message.value)")
        }
        bus.post(BusTest.Kept(4))

        #expect(log.entries == (1...4).flatMap { ["begin \($0)", "end \($0)"] })
        #expect(bus.statistics().map(\.deliveries) == [4])
    }

    @Test func `racing registration sees the value once and every newer one in order`() {
        let rounds = 300
        DispatchQueue.concurrentPerform(iterations: 2) { side in
            for number in 1...rounds {
                if side == 0 {
                    bus.post(BusTest.Kept(number))
                    continue
                }
                let log = BusTest.Log<Int>()
                let subscription = bus.observeOnAnyThread(BusTest.Kept.self) { log.add($0.value) }
                bus.observeOnAnyThread(BusTest.Kept.self) { _ in }.cancel()
                subscription.cancel()
                let seen = log.entries
                if let first = seen.first {
                    // One poster: exactly-once and nothing missed means consecutive numbers.
                    #expect(seen == Array(first..<(first + seen.count)))
                }
            }
        }

        #expect(bus.lastValue(of: BusTest.Kept.self) == BusTest.Kept(rounds))
    }

    @Test func `the last value can be read, and is gone when it was cleared`() {
        let log = BusTest.Log<Int>()
        let before = bus.lastValue(of: BusTest.Kept.self)
        bus.post(BusTest.Kept(1))
        bus.post(BusTest.Kept(2))

        let kept = bus.lastValue(of: BusTest.Kept.self)
        bus.clearSticky(BusTest.Kept.self)
        let subscription = bus.observeOnAnyThread(BusTest.Kept.self) { log.add($0.value) }

        #expect(before == nil)
        #expect(kept == BusTest.Kept(2))
        #expect(bus.lastValue(of: BusTest.Kept.self) == nil)
        #expect(log.entries.isEmpty)
        withExtendedLifetime(subscription) {}
    }

    @Test func `an owner's sticky values are cleared, those of others stay`() {
        struct Other: BusMessage {
            static let isSticky = true
        }
        bus.post(BusTest.Kept(1), owner: .plugin("ads"))
        bus.post(Other(), owner: .host)

        bus.clearSticky(owner: .plugin("ads"))

        #expect(bus.lastValue(of: BusTest.Kept.self) == nil)
        #expect(bus.lastValue(of: Other.self) != nil)
    }

    @Test func `a message that is not sticky is not kept`() {
        bus.post(BusTest.Number(1))

        #expect(bus.lastValue(of: BusTest.Number.self) == nil)
    }

    @Test func `no lock is held while a sticky value is released`() {
        struct Held: BusMessage {
            static let isSticky = true
            var end: BusTest.AtEnd?
        }
        let log = BusTest.Log<Int>()
        kept["numbers"] = bus.observeOnAnyThread(BusTest.Number.self) { log.add($0.value) }
        for number in 1...3 {
            bus.post(
                Held(
                    end: BusTest.AtEnd { [bus] in
                        _ = bus.lastValue(of: Held.self)
                        bus.post(BusTest.Number(number))
                    }
                )
            )
        }

        bus.post(Held(end: nil))
        bus.clearSticky(Held.self)

        #expect(log.entries == [1, 2, 3])
    }

    @Test func `a sticky post that is nested too deep is not kept`() {
        kept["cycle"] = bus.observeOnAnyThread(BusTest.Kept.self) { [bus] in bus.post(BusTest.Kept($0.value + 1)) }

        bus.post(BusTest.Kept(1))

        #expect(bus.lastValue(of: BusTest.Kept.self) == BusTest.Kept(64))
    }
}
