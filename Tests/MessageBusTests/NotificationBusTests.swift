import Dispatch
import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@Suite(.tags(.plugins, .bus)) struct NotificationBusTests {
    private let bus = NotificationBus()
    private let kept = BusTest.Holder()

    @Test func `observers are called in registration order`() {
        let log = BusTest.Log<Int>()
        let subscriptions = (0..<50).map { number in
            bus.observeOnAnyThread(BusTest.Text.self) { _ in log.add(number) }
        }

        bus.post(BusTest.Text("go"))

        #expect(log.entries == Array(0..<50))
        withExtendedLifetime(subscriptions) {}
    }

    @Test @MainActor func `main-actor and any-thread observers share one order on the main thread`() {
        let log = BusTest.Log<String>()
        kept["first"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in log.add("any 1") }
        kept["second"] = bus.observe(BusTest.Text.self) { _ in log.add("main") }
        kept["third"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in log.add("any 2") }

        bus.post(BusTest.Text("go"))

        #expect(log.entries == ["any 1", "main", "any 2"])
    }

    @Test func `posts from one thread to one message type are seen in order by every observer`() {
        let posters = 4
        let logs = [BusTest.Log<(Int, Int)>(), BusTest.Log<(Int, Int)>()]
        let subscriptions = logs.map { log in
            bus.observeOnAnyThread(BusTest.Number.self) { log.add(($0.value / 1000, $0.value % 1000)) }
        }

        DispatchQueue.concurrentPerform(iterations: posters) { poster in
            for number in 0..<200 {
                bus.post(BusTest.Number(poster * 1000 + number))
            }
        }

        for log in logs {
            for poster in 0..<posters {
                #expect(log.entries.filter { $0.0 == poster }.map(\.1) == Array(0..<200))
            }
        }
        withExtendedLifetime(subscriptions) {}
    }

    @Test func `a post from inside an observer is delivered at once, depth first`() {
        let log = BusTest.Log<String>()
        let first = bus.observeOnAnyThread(BusTest.Text.self) { [bus] message in
            log.add("1 \(message.value)")
            if message.value == "outer" { bus.post(BusTest.Text("inner")) }
            log.add("1 \(message.value) done")
        }
        let second = bus.observeOnAnyThread(BusTest.Text.self) { log.add("2 \($0.value)") }

        bus.post(BusTest.Text("outer"))

        #expect(
            log.entries == ["1 outer", "1 inner", "1 inner done", "2 inner", "1 outer done", "2 outer"]
        )
        withExtendedLifetime([first, second]) {}
    }

    @Test func `past a depth of 64 a post is an error that names the chain`() {
        let log = BusTest.Log<BusEvent>()
        let depths = BusTest.Log<Int>()
        bus.listeners.add { log.add($0) }
        kept["ping"] = bus.observeOnAnyThread(BusTest.Text.self, owner: .plugin("ping")) { [bus] _ in
            depths.add(1)
            bus.post(BusTest.Number(0))
        }
        kept["pong"] = bus.observeOnAnyThread(BusTest.Number.self, owner: .plugin("pong"), file: "Pong.swift", line: 7)
        {
            [bus] _ in
            depths.add(1)
            bus.post(BusTest.Text("again"))
        }

        bus.post(BusTest.Text("start"))

        let chain = (0..<65).map { $0 % 2 == 0 ? "Text" : "Number" }
        #expect(depths.entries.count == 64)
        #expect(log.entries.map(\.kind) == [.failure])
        #expect(log.entries.map(\.owner) == [.plugin("pong")])
        #expect(log.entries.map(\.place) == ["Pong.swift:7"])
        #expect(
            log.entries.map(\.text) == [
                "'Text' was not delivered: the observer of 'pong' at Pong.swift:7 posted it 64 posts deep. "
                    + "Chain: \(chain.joined(separator: " > "))"
            ]
        )
    }

    @Test func `a thousand names are delivered separately, and those that are heard are counted`() {
        let names = (0..<1000).map { NotificationName("com.example.name-\($0)") }
        let heard = Tally()
        let subscriptions = names.enumerated().compactMap { index, name in
            index % 3 == 0 ? bus.observeOnAnyThread(named: name) { _ in heard.add(1) } : nil
        }

        for _ in 0..<3 {
            for name in names { bus.post(named: name) }
        }

        #expect(heard.value == subscriptions.count * 3)
        #expect(bus.statistics().allSatisfy { $0.posts == 3 })
        #expect(bus.statistics().count == 334)
    }

    @Test func `an observer added during a post is not called in it`() {
        let log = BusTest.Log<String>()
        let holder = BusTest.Holder()
        kept["first"] = bus.observeOnAnyThread(BusTest.Text.self) { [bus] _ in
            guard holder["new"] == nil else { return }
            holder["new"] = bus.observeOnAnyThread(BusTest.Text.self) { log.add("new \($0.value)") }
        }
        kept["last"] = bus.observeOnAnyThread(BusTest.Text.self) { log.add("last \($0.value)") }

        bus.post(BusTest.Text("one"))
        bus.post(BusTest.Text("two"))

        #expect(log.entries == ["last one", "last two", "new two"])
    }

    @Test(arguments: [0, 1, 12, 24])
    func `an observer cancelled during a post is not called any more in it`(canceller: Int) {
        let log = BusTest.Log<Int>()
        let holder = BusTest.Holder()
        for number in 0..<25 {
            holder["\(number)"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in
                log.add(number)
                guard number == canceller else { return }
                for other in 0..<25 where other != canceller && other % 2 == 0 {
                    holder["\(other)"]?.cancel()
                }
            }
        }

        bus.post(BusTest.Text("one"))
        let first = log.entries
        bus.post(BusTest.Text("two"))

        #expect(first == (0..<25).filter { $0 <= canceller || $0 % 2 == 1 })
        #expect(log.entries.dropFirst(first.count) == (0..<25).filter { $0 == canceller || $0 % 2 == 1 }[...])
    }

    @Test func `a throwing observer is isolated and the others are still called`() {
        let log = BusTest.Log<String>()
        let failures = BusTest.Log<BusEvent>()
        bus.listeners.add { failures.add($0) }
        kept["first"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in log.add("first") }
        kept["second"] = bus.observeOnAnyThread(BusTest.Text.self, owner: .plugin("ads"), file: "Ads.swift", line: 3) {
            _ in
            throw BusTest.Failure()
        }
        kept["third"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in log.add("third") }

        bus.post(BusTest.Text("go"))

        #expect(log.entries == ["first", "third"])
        #expect(
            failures.entries.map(\.text) == ["The observer of 'ads' at Ads.swift:3 threw on 'Text': Failure()"]
        )
    }

    @Test func `reporting a failure never recurses`() {
        let failures = BusTest.Log<String>()
        bus.listeners.add { [bus] event in
            failures.add(event.messageName)
            bus.post(BusTest.Number(1))
        }
        kept["text"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in throw BusTest.Failure() }
        kept["number"] = bus.observeOnAnyThread(BusTest.Number.self) { _ in throw BusTest.Failure() }

        bus.post(BusTest.Text("one"))
        bus.post(BusTest.Text("two"))

        #expect(failures.entries == ["Text", "Text"])
    }

    @Test func `two message types of one name are two topics`() {
        enum Other {
            struct Text: BusMessage {}
        }
        let log = BusTest.Log<String>()
        kept["first"] = bus.observeOnAnyThread(BusTest.Text.self) { _ in log.add("first") }
        kept["second"] = bus.observeOnAnyThread(Other.Text.self) { _ in log.add("second") }

        bus.post(Other.Text())

        #expect(Other.Text.messageName == BusTest.Text.messageName)
        #expect(log.entries == ["second"])
    }

    @Test func `two buses do not hear one another`() {
        let log = BusTest.Log<String>()
        let other = NotificationBus()
        let subscription = other.observeOnAnyThread(BusTest.Text.self) { log.add($0.value) }

        bus.post(BusTest.Text("here"))

        #expect(log.entries.isEmpty)
        withExtendedLifetime(subscription) {}
    }
}
