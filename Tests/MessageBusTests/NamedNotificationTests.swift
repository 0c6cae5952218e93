import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@Suite(.tags(.bus)) struct NamedNotificationTests {
    private let bus = NotificationBus()
    private let kept = BusTest.Holder()
    private let name: NotificationName = "com.example.changed"

    @Test func `a notification is printed without its secrets`() {
        let notification = NamedNotification(name: "login", values: ["phone": 7, "password": "hunter2"])

        #expect("\(notification)" == "login  password=••• phone=7")
    }

    @Test func `a named notification carries its values to the observers of its name only`() {
        let log = BusTest.Log<NamedNotification>()
        kept["here"] = bus.observeOnAnyThread(named: name) { log.add($0) }
        kept["elsewhere"] = bus.observeOnAnyThread(named: "com.example.other") { log.add($0) }

        bus.post(named: name, ["count": 2])

        #expect(log.entries == [NamedNotification(name: name, values: ["count": 2])])
        #expect(log.entries.first?["count"] == 2)
    }

    @Test @MainActor func `a named notification posted on the main thread reaches main-actor observers at once`() {
        let log = BusTest.Log<NamedNotification>()
        kept["subscription"] = bus.observe(named: name) { log.add($0) }

        bus.post(named: name)

        #expect(log.entries.count == 1)
    }

    @Test func `a named notification reaches sequences`() async {
        var iterator = bus.messages(named: name).makeAsyncIterator()

        bus.post(named: name, ["count": 1])

        #expect(await iterator.next()?["count"] == 1)
    }

    @Test func `a name that nobody has observed leaves nothing on the bus, and is shown to those who hear every post`()
    {
        let told = BusTest.Log<String>()
        bus.listeners.add(posts: true) { told.add($0.text) }

        for number in 0..<1000 { bus.post(named: NotificationName("item.\(number)")) }

        #expect(bus.statistics().isEmpty)
        #expect(told.entries == (0..<1000).map { "item.\($0)" })
    }

    @Test func `names of equal text are equal, others are not`() {
        #expect(NotificationName("com.example.changed") == name)
        #expect(NotificationName("com.example.Changed") != name)
        #expect(name.text == "com.example.changed")
    }

    @Test(arguments: 1...4)
    func `a post reaches each observer once, however many bridges join its type and its name`(count: Int) {
        let log = BusTest.Log<String>()
        let bridges = (0..<count).map { makeBridge(owner: .plugin("\($0)")) }
        let typed = bus.observeOnAnyThread(BusTest.Number.self) { log.add("typed \($0.value)") }
        let named = bus.observeOnAnyThread(named: name) { log.add("named \($0["number"] ?? .null)") }

        bus.post(BusTest.Number(1))
        bus.post(named: name, ["number": 2])

        #expect(log.entries.sorted() == ["named 1", "named 2", "typed 1", "typed 2"])
        withExtendedLifetime(bridges + [typed, named]) {}
    }

    @Test func `a post reaches each observer once where bridges lead around through two names and two types`() {
        let (log, failures) = (BusTest.Log<String>(), BusTest.Log<BusEvent>())
        bus.listeners.add { failures.add($0) }
        let other: NotificationName = "com.example.other"
        let subscriptions = [
            makeBridge(), makeBridge(to: other), makeKeptBridge(to: name), makeKeptBridge(to: other), makeBridge(),
            bus.observeOnAnyThread(BusTest.Number.self) { _ in log.add("number") },
            bus.observeOnAnyThread(BusTest.Kept.self) { _ in log.add("kept") },
            bus.observeOnAnyThread(named: name) { _ in log.add("name") },
            bus.observeOnAnyThread(named: other) { _ in log.add("other") },
        ]

        for _ in 0..<2 {
            bus.post(BusTest.Number(1))
            bus.post(named: other, ["number": 1])
            bus.post(BusTest.Kept(1))
        }

        let counts = Dictionary(log.entries.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(counts == ["number": 6, "kept": 6, "name": 6, "other": 6])
        #expect(failures.entries.isEmpty)
        withExtendedLifetime(subscriptions) {}
    }

    @Test func `a message that a bridge encodes as nil doesn't cross, and the next bridge may carry it`() {
        let log = BusTest.Log<String>()
        let other: NotificationName = "com.example.other"
        let picky = [name, other].map { name in
            bus.bridge(
                BusTest.Number.self,
                to: name,
                encode: { $0.value > 1 ? ["number": 2] : nil },
                decode: { _ in nil }
            )
        }
        let bridge = makeBridge()
        let subscriptions = [name, other].map { name in
            bus.observeOnAnyThread(named: name) { log.add("\(name) \($0["number"] ?? "")") }
        }

        bus.post(BusTest.Number(1))
        bus.post(BusTest.Number(2))

        #expect(log.entries == ["\(name) 1", "\(name) 2", "\(other) 2"])
        withExtendedLifetime(picky + [bridge] + subscriptions) {}
    }

    @Test func `the next bridge carries what the first one cannot decode`() {
        let log = BusTest.Log<Int>()
        let picky = bus.bridge(BusTest.Number.self, to: name, encode: { _ in [:] }, decode: { _ in nil })
        let bridge = makeBridge()
        let typed = bus.observeOnAnyThread(BusTest.Number.self) { log.add($0.value) }

        bus.post(named: name, ["number": 2])

        #expect(log.entries == [2])
        withExtendedLifetime([picky, bridge, typed]) {}
    }

    @Test func `another bridge carries on when the first one ends`() {
        let log = BusTest.Log<NamedNotification>()
        let first = makeBridge()
        kept["second"] = makeBridge()
        kept["named"] = bus.observeOnAnyThread(named: name) { log.add($0) }

        first.cancel()
        bus.post(BusTest.Number(1))

        #expect(log.entries == [NamedNotification(name: name, values: ["number": 1])])
    }

    @Test func `a sticky value crosses once, with the first bridge between its type and a name`() {
        let log = BusTest.Log<PlainValue?>()
        kept["named"] = bus.observeOnAnyThread(named: name) { log.add($0["number"]) }
        bus.post(BusTest.Kept(1))

        let bridges = [makeKeptBridge(to: name), makeKeptBridge(to: name)]
        #expect(log.entries == [1])
        for bridge in bridges { bridge.cancel() }
        kept["later"] = makeKeptBridge(to: name)

        #expect(log.entries == [1, 1])
    }

    @Test func `a post of another thread while a sticky value crosses a bridge crosses it next`() {
        let log = BusTest.Log<PlainValue?>()
        let named = bus.observeOnAnyThread(named: name) { log.add($0["number"]) }
        bus.post(BusTest.Kept(1))

        let bridge = makeKeptBridge(to: name) { [bus] message in
            guard message.value == 1 else { return }
            BusTest.onAnotherThread {
                bus.post(BusTest.Kept(2))
                bus.post(BusTest.Kept(3))
            }
        }

        #expect(log.entries == [1, 2, 3])
        withExtendedLifetime([named, bridge]) {}
    }

    @Test func `a post made in response to a bridged message crosses the bridge`() {
        let log = BusTest.Log<String>()
        let bridge = makeBridge()
        let named = bus.observeOnAnyThread(named: name) { [bus, name] notification in
            log.add("named \(notification["number"] ?? .null)")
            if notification["number"] == 1 { bus.post(named: name, ["number": 10]) }
        }
        let typed = bus.observeOnAnyThread(BusTest.Number.self) { log.add("typed \($0.value)") }

        bus.post(BusTest.Number(1))

        #expect(log.entries == ["named 1", "typed 10", "named 10", "typed 1"])
        withExtendedLifetime([bridge, named, typed]) {}
    }

    @Test func `a notification that cannot be decoded does not cross the bridge`() {
        let log = BusTest.Log<String>()
        let bridge = makeBridge()
        let typed = bus.observeOnAnyThread(BusTest.Number.self) { _ in log.add("typed") }
        let named = bus.observeOnAnyThread(named: name) { _ in log.add("named") }

        bus.post(named: name, ["number": "many"])

        #expect(log.entries == ["named"])
        withExtendedLifetime([bridge, typed, named]) {}
    }

    @Test func `what is nested deeper than 64 levels becomes null, and the rest stays`() {
        func nested(_ levels: Int) -> PlainValue {
            (0..<levels).reduce(.string("end")) { value, level in level.isMultiple(of: 2) ? [value] : ["in": value] }
        }

        let notification = NamedNotification(name: name, values: ["deep": nested(1000), "allowed": nested(64)])

        #expect(notification["allowed"] == nested(64))
        #expect(notification["deep"]?.isNested() == false)
        #expect(notification["deep"]?.json.contains("null") == true)
    }

    @Test func `cancelling a bridge ends both ways`() {
        let log = BusTest.Log<String>()
        let bridge = makeBridge()
        let typed = bus.observeOnAnyThread(BusTest.Number.self) { _ in log.add("typed") }
        let named = bus.observeOnAnyThread(named: name) { _ in log.add("named") }

        bridge.cancel()
        bus.post(BusTest.Number(1))
        bus.post(named: name, ["number": 2])

        #expect(log.entries == ["typed", "named"])
        withExtendedLifetime([typed, named]) {}
    }

    private func makeBridge(to name: NotificationName? = nil, owner: Owner = .host) -> Subscription {
        bus.bridge(
            BusTest.Number.self,
            to: name ?? self.name,
            owner: owner,
            encode: { ["number": .int($0.value)] },
            decode: { $0["number"]?.intValue.map { BusTest.Number($0) } }
        )
    }

    private func makeKeptBridge(
        to name: NotificationName,
        onEncode: @escaping @Sendable (BusTest.Kept) -> Void = { _ in }
    ) -> Subscription {
        bus.bridge(
            BusTest.Kept.self,
            to: name,
            encode: {
                onEncode($0)
                return ["number": .int($0.value)]
            },
            decode: { $0["number"]?.intValue.map { BusTest.Kept($0) } }
        )
    }
}
