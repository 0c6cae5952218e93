import Dispatch
import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@MainActor @Suite(.tags(.bus)) struct MainMailboxTests {
    private let hops = BusTest.Hops()
    private let kept = BusTest.Holder()

    @Test func `a post on the main thread reaches main-actor observers before it returns`() {
        let bus = hops.makeBus()
        let log = BusTest.Log<String>()
        kept["subscription"] = bus.observe(BusTest.Text.self) { log.add($0.value) }

        bus.post(BusTest.Text("now"))

        #expect(log.entries == ["now"])
        #expect(hops.count == 0)
    }

    @Test func `posts from another thread arrive first in, first out, in one hop a burst`() {
        let bus = hops.makeBus()
        let log = BusTest.Log<String>()
        kept["texts"] = bus.observe(BusTest.Text.self) { log.add($0.value) }
        kept["numbers"] = bus.observe(BusTest.Number.self) { log.add("\($0.value)") }

        for burst in 1...2 {
            BusTest.onAnotherThread {
                for number in 0..<3000 {
                    bus.post(BusTest.Number(number))
                    bus.post(BusTest.Text("a text that needs memory, \(number)"))
                }
            }
            let beforeHop = log.entries.count
            hops.run()

            #expect(beforeHop == (burst - 1) * 6000)
            #expect(hops.count == burst)
            let inOrder = (0..<3000).flatMap { ["\($0)", "a text that needs memory, \($0)"] }
            #expect(log.entries.suffix(6000) == inOrder[...])
        }
    }

    @Test func `a real burst reaches the main actor`() async {
        let bus = NotificationBus()
        let log = BusTest.Log<Int>()
        let done = AsyncStream.makeStream(of: Void.self)
        let subscription = bus.observe(BusTest.Number.self) { message in
            log.add(message.value)
            if message.value == 99 { done.continuation.finish() }
        }

        let posting = startThread {
            for number in 0..<100 { bus.post(BusTest.Number(number)) }
        }
        for await _ in done.stream {}

        #expect(log.entries == Array(0..<100))
        withExtendedLifetime((subscription, posting)) {}
    }

    @Test func `a letter that arrives during a delivery waits for the next hop`() {
        let bus = hops.makeBus()
        let log = BusTest.Log<Int>()
        kept["subscription"] = bus.observe(BusTest.Number.self) { message in
            log.add(message.value)
            if message.value == 1 { BusTest.onAnotherThread { bus.post(BusTest.Number(2)) } }
        }
        BusTest.onAnotherThread { bus.post(BusTest.Number(1)) }

        hops.run()
        let afterOne = log.entries
        hops.run()

        #expect(afterOne == [1])
        #expect(log.entries == [1, 2])
        #expect(hops.count == 2)
    }

    @Test func `a burst that exceeds the hop's time continues in the next hops, before later letters`() {
        let time = Tally()
        var setup = MainMailbox.Setup()
        setup.clock = { UInt64(time.value) }
        setup.hopTime = 8
        let bus = hops.makeBus(setup)
        let log = BusTest.Log<Int>()
        kept["subscription"] = bus.observe(BusTest.Number.self) { message in
            log.add(message.value)
            time.add(3)
            if message.value == 1 { BusTest.onAnotherThread { bus.post(BusTest.Number(8)) } }
        }
        BusTest.onAnotherThread {
            for number in 1...7 { bus.post(BusTest.Number(number)) }
        }

        let delivered = (0..<5).map { _ in
            hops.run()
            return log.entries.count
        }

        #expect(delivered == [3, 6, 7, 8, 8])
        #expect(log.entries == Array(1...8))
        #expect(hops.count == 4)
    }

    @Test func `a hop delivers at least one letter, and a slow one stops no other`() {
        let time = Tally()
        var setup = MainMailbox.Setup()
        setup.clock = { UInt64(time.value) }
        setup.hopTime = 0
        let bus = hops.makeBus(setup)
        let log = BusTest.Log<Int>()
        kept["subscription"] = bus.observe(BusTest.Number.self) { log.add($0.value) }
        BusTest.onAnotherThread {
            for number in 1...3 { bus.post(BusTest.Number(number)) }
        }

        for _ in 1...3 { hops.run() }

        #expect(log.entries == [1, 2, 3])
        #expect(hops.count == 3)
    }

    @Test func `posters are slowed while very many letters wait, and none is lost`() {
        let pauses = Tally()
        var setup = MainMailbox.Setup(clock: { 0 })
        setup.letterLimit = 4
        setup.pause = { pauses.add(1) }
        let bus = hops.makeBus(setup)
        let log = BusTest.Log<Int>()
        kept["subscription"] = bus.observe(BusTest.Number.self) { log.add($0.value) }

        for burst in 0..<2 {
            BusTest.onAnotherThread {
                for number in 0..<6 { bus.post(BusTest.Number(burst * 6 + number)) }
            }
            hops.run()
        }

        #expect(pauses.value == 4)
        #expect(log.entries == Array(0..<12))
    }

    @Test func `letters that a hop took and has not delivered count as waiting`() {
        let pauses = Tally()
        var setup = MainMailbox.Setup(clock: { 0 })
        setup.hopTime = 0
        setup.letterLimit = 4
        setup.pause = { pauses.add(1) }
        let bus = hops.makeBus(setup)
        let counts = BusTest.Log<Int>()
        kept["subscription"] = bus.observe(BusTest.Number.self) { message in
            if message.value == 1 { BusTest.onAnotherThread { bus.post(BusTest.Number(5)) } }
            counts.add(pauses.value)
        }
        BusTest.onAnotherThread { for number in 1...4 { bus.post(BusTest.Number(number)) } }

        hops.run()
        BusTest.onAnotherThread { bus.post(BusTest.Number(6)) }

        #expect(counts.entries == [1])
        #expect(pauses.value == 2)
    }

    @Test func `an observer added after the post does not get its letter`() {
        let bus = hops.makeBus()
        let log = BusTest.Log<String>()
        kept["first"] = bus.observe(BusTest.Text.self) { log.add("first \($0.value)") }
        BusTest.onAnotherThread { bus.post(BusTest.Text("early")) }

        kept["second"] = bus.observe(BusTest.Text.self) { log.add("second \($0.value)") }
        hops.run()

        #expect(log.entries == ["first early"])
    }

    @Test func `an observer cancelled after the post does not get its letter`() {
        let bus = hops.makeBus()
        let log = BusTest.Log<String>()
        let first = bus.observe(BusTest.Text.self) { log.add("first \($0.value)") }
        kept["second"] = bus.observe(BusTest.Text.self) { log.add("second \($0.value)") }
        BusTest.onAnotherThread { bus.post(BusTest.Text("early")) }

        first.cancel()
        hops.run()

        #expect(log.entries == ["second early"])
    }

    @Test func `a letter does not keep what a cancelled observer captured`() {
        let bus = hops.makeBus()
        weak let weakly: BusTest.AtEnd?
        let subscription: Subscription
        do {
            let captured = BusTest.AtEnd {}
            weakly = captured
            subscription = bus.observe(BusTest.Text.self) { _ in captured.touch() }
        }
        BusTest.onAnotherThread { bus.post(BusTest.Text("early")) }

        subscription.cancel()

        #expect(weakly == nil)
    }

    @Test func `a post on the main thread overtakes letters of other threads`() {
        let bus = hops.makeBus()
        let log = BusTest.Log<String>()
        kept["subscription"] = bus.observe(BusTest.Text.self) { log.add($0.value) }
        BusTest.onAnotherThread { bus.post(BusTest.Text("letter")) }

        bus.post(BusTest.Text("at once"))
        hops.run()

        #expect(log.entries == ["at once", "letter"])
    }

    @Test func `a message arrives before those that its any-thread observers post in response`() {
        let bus = hops.makeBus()
        let log = BusTest.Log<String>()
        kept["main"] = bus.observe(BusTest.Text.self) { log.add($0.value) }
        kept["responder"] = bus.observeOnAnyThread(BusTest.Text.self) { message in
            if message.value == "first" { bus.post(BusTest.Text("response")) }
        }

        BusTest.onAnotherThread { bus.post(BusTest.Text("first")) }
        hops.run()

        #expect(log.entries == ["first", "response"])
    }

    @Test func `letters of a released bus are dropped`() {
        var bus: NotificationBus? = hops.makeBus()
        let log = BusTest.Log<String>()
        let subscription = bus?.observe(BusTest.Text.self) { log.add($0.value) }
        // Weakly: a thread lets go of its closure some time after its end.
        BusTest.onAnotherThread { [weak bus] in bus?.post(BusTest.Text("late")) }

        bus = nil
        hops.run()

        #expect(log.entries.isEmpty)
        withExtendedLifetime(subscription) {}
    }

    private struct Marked: BusMessage {
        let marker: BusTest.AtEnd
    }

    @Test func `a message is released right after its delivery`() {
        let bus = hops.makeBus()
        let log = BusTest.Log<String>()
        kept["subscription"] = bus.observe(Marked.self) { _ in log.add("delivered") }
        BusTest.onAnotherThread {
            for number in 1...2 {
                bus.post(Marked(marker: BusTest.AtEnd { log.add("released \(number)") }))
            }
        }

        hops.run()

        #expect(log.entries == ["delivered", "released 1", "delivered", "released 2"])
    }

    @Test func `letters that nobody takes are released with the mailbox`() {
        let log = BusTest.Log<String>()
        do {
            let bus = NotificationBus(mailbox: MainMailbox(MainMailbox.Setup(hop: { _ in })))
            let subscription = bus.observe(Marked.self) { _ in }
            BusTest.onAnotherThread { [weak bus] in
                for number in 1...3 { bus?.post(Marked(marker: BusTest.AtEnd { log.add("released \(number)") })) }
            }
            #expect(log.entries.isEmpty)
            withExtendedLifetime(subscription) {}
        }

        #expect(log.entries == ["released 1", "released 2", "released 3"])
    }

    @Test func `deliveries of letters are counted`() {
        let bus = hops.makeBus()
        kept["first"] = bus.observe(BusTest.Text.self) { _ in }
        kept["second"] = bus.observe(BusTest.Text.self) { _ in }
        BusTest.onAnotherThread { bus.post(BusTest.Text("letter")) }

        let before = bus.statistics().map(\.deliveries)
        hops.run()

        #expect(before == [0])
        #expect(bus.statistics().map(\.deliveries) == [2])
    }
}
