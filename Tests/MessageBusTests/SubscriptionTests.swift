import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@Suite(.tags(.bus)) struct SubscriptionTests {
    private let bus = NotificationBus()
    private let kept = BusTest.Holder()

    @Test func `a subscription cancels when it is released`() {
        let log = BusTest.Log<String>()
        var subscription: Subscription? = bus.observeOnAnyThread(BusTest.Text.self) { log.add($0.value) }

        bus.post(BusTest.Text("kept"))
        subscription = nil
        bus.post(BusTest.Text("released"))

        #expect(log.entries == ["kept"])
        #expect(subscription == nil)
        #expect(bus.observers().isEmpty)
    }

    @Test func `a subscription cancels once`() {
        let subscription = bus.observeOnAnyThread(BusTest.Text.self) { _ in }
        let other = bus.observeOnAnyThread(BusTest.Text.self) { _ in }

        subscription.cancel()
        subscription.cancel()

        #expect(subscription.isCancelled)
        #expect(!other.isCancelled)
        #expect(bus.observers().count == 1)
    }

    @Test func `cancelling releases what the observer captured`() {
        weak let weakly: BusTest.AtEnd?
        let subscription: Subscription
        do {
            let captured = BusTest.AtEnd {}
            weakly = captured
            subscription = bus.observeOnAnyThread(BusTest.Text.self) { _ in captured.touch() }
        }
        let isKept = weakly != nil

        subscription.cancel()

        #expect(isKept)
        #expect(weakly == nil)
    }

    @Test func `captures of an observer that cancels itself are released when the post ends`() {
        let log = BusTest.Log<String>()
        let holder = BusTest.Holder()
        do {
            let captured = BusTest.AtEnd { log.add("released") }
            holder["self"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in
                holder["self"]?.cancel()
                captured.touch()
                log.add("called")
            }
        }
        kept["last"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in log.add("last") }

        bus.post(BusTest.Text("go"))

        #expect(log.entries == ["called", "last", "released"])
    }

    @Test func `captures are released when the last delivery ends that another thread runs`() {
        let (reached, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let log = BusTest.Log<String>()
        kept["blocking"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in
            reached.signal()
            goOn.wait()
            log.add("delivery ends")
        }
        let subscription: Subscription
        do {
            let captured = BusTest.AtEnd { log.add("released") }
            subscription = bus.observeOnAnyThread(BusTest.Text.self) { _ in captured.touch() }
        }
        let posting = startThread { [bus] in bus.post(BusTest.Text("go")) }
        reached.wait()

        subscription.cancel()
        log.add("cancelled")
        goOn.signal()
        posting.wait()

        #expect(log.entries == ["cancelled", "delivery ends", "released"])
    }

    @Test func `captures of ten thousand observers that a delivery cancels are released in order at its end`() {
        let log = BusTest.Log<Int>()
        let holder = BusTest.Holder()
        kept["first"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in
            for number in 0..<10_000 { holder["\(number)"]?.cancel() }
            log.add(-1)
        }
        for number in 0..<10_000 {
            let captured = BusTest.AtEnd { log.add(number) }
            holder["\(number)"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in captured.touch() }
        }

        bus.post(BusTest.Text("go"))

        #expect(log.entries == Array(-1..<10_000))
    }

    @Test func `captures are released at once while another message is being delivered`() {
        let (reached, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        kept["blocking"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in
            reached.signal()
            goOn.wait()
        }
        let posting = startThread { [bus] in bus.post(BusTest.Text("go")) }
        reached.wait()
        weak let weakly: BusTest.AtEnd?
        let subscription: Subscription
        do {
            let captured = BusTest.AtEnd {}
            weakly = captured
            subscription = bus.observeOnAnyThread(BusTest.Number.self) { _ in captured.touch() }
        }

        subscription.cancel()

        #expect(weakly == nil)
        goOn.signal()
        posting.wait()
    }

    @Test func `no lock is held while an observer runs`() {
        let log = BusTest.Log<String>()
        kept["subscription"] = bus.observeOnAnyThread(BusTest.Text.self) { [bus] message in
            guard message.value == "outer" else { return }
            BusTest.onAnotherThread {
                let other = bus.observeOnAnyThread(BusTest.Text.self) { log.add($0.value) }
                bus.post(BusTest.Text("from the other thread"))
                other.cancel()
                _ = bus.observers()
            }
        }

        bus.post(BusTest.Text("outer"))

        #expect(log.entries == ["from the other thread"])
    }

    @Test(arguments: ["cancel", "release", "during a post"])
    func `no lock is held while an observer is released`(way: String) {
        let log = BusTest.Log<String>()
        let holder = BusTest.Holder()
        kept["other"] = bus.observeOnAnyThread(BusTest.Number.self) { _ in log.add("heard the deinit") }
        do {
            let captured = BusTest.AtEnd { [bus] in
                bus.post(BusTest.Text("from the deinit"))
                bus.post(BusTest.Number(1))
                bus.observeOnAnyThread(BusTest.Text.self) { _ in }.cancel()
                _ = bus.statistics()
            }
            holder["self"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in
                captured.touch()
                holder["self"]?.cancel()
            }
        }

        switch way {
        case "cancel": holder["self"]?.cancel()
        case "release": holder["self"] = nil
        default: bus.post(BusTest.Text("go"))
        }

        #expect(log.entries == ["heard the deinit"])
    }

    @Test func `releasing the bus ends every registration and releases what was captured`() {
        let log = BusTest.Log<String>()
        var bus: NotificationBus? = NotificationBus()
        let subscription = bus?.observeOnAnyThread(BusTest.Text.self) {
            [end = BusTest.AtEnd { log.add("released") }] _ in
            end.touch()
        }

        bus = nil
        subscription?.cancel()

        #expect(log.entries == ["released"])
        #expect(bus == nil)
    }

    @Test func `no delivery finds an observer after cancel returns, even one under way`() {
        let log = BusTest.Log<String>()
        let reached = DispatchSemaphore(value: 0)
        let goOn = DispatchSemaphore(value: 0)
        kept["first"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in
            reached.signal()
            goOn.wait()
        }
        let second = bus.observeOnAnyThread(BusTest.Text.self) { _ in log.add("second") }

        let done = startThread { [bus] in bus.post(BusTest.Text("go")) }
        reached.wait()
        second.cancel()
        goOn.signal()
        done.wait()

        #expect(log.entries.isEmpty)
    }
}
