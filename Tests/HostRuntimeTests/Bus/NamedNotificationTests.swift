import Testing

@testable import HostRuntime

@Suite struct NamedNotificationTests {
    private let bus = NotificationBus()
    private let name: NotificationName = "com.example.changed"

    @Test func `a named notification carries its values to the observers of its name only`() {
        let log = BusTest.Log<NamedNotification>()
        let here = bus.observeOnAnyThread(named: name) { log.add($0) }
        let elsewhere = bus.observeOnAnyThread(named: "com.example.other") { log.add($0) }

        bus.post(named: name, ["count": 2])

        #expect(log.entries == [NamedNotification(name: name, values: ["count": 2])])
        #expect(log.entries.first?["count"] == 2)
        withExtendedLifetime([here, elsewhere]) {}
    }

    @Test @MainActor func `a named notification posted on the main thread reaches main-actor observers at once`() {
        let log = BusTest.Log<NamedNotification>()
        let subscription = bus.observe(named: name) { log.add($0) }

        bus.post(named: name)

        #expect(log.entries.count == 1)
        withExtendedLifetime(subscription) {}
    }

    @Test func `a named notification reaches sequences`() async {
        var iterator = bus.messages(named: name).makeAsyncIterator()

        bus.post(named: name, ["count": 1])

        #expect(await iterator.next()?["count"] == 1)
    }

    @Test func `names of equal text are equal, others are not`() {
        #expect(NotificationName("com.example.changed") == name)
        #expect(NotificationName("com.example.Changed") != name)
        #expect(name.text == "com.example.changed")
    }

    @Test func `a bridge carries messages both ways`() {
        let log = BusTest.Log<String>()
        let bridge = makeBridge()
        let typed = bus.observeOnAnyThread(BusTest.Number.self) { log.add("typed \($0.value)") }
        let named = bus.observeOnAnyThread(named: name) { log.add("named \($0["number"] ?? .null)") }

        bus.post(BusTest.Number(1))
        bus.post(named: name, ["number": 2])

        #expect(log.entries == ["named 1", "typed 1", "typed 2", "named 2"])
        withExtendedLifetime([bridge, typed, named]) {}
    }

    @Test func `two bridges between one type and one name do not echo without end`() {
        let failures = BusTest.Log<ObserverFailure>()
        let log = BusTest.Log<String>()
        bus.hooks.onFailure.body = { failures.add($0) }
        let bridges = [makeBridge(), makeBridge()]
        let typed = bus.observeOnAnyThread(BusTest.Number.self) { _ in log.add("typed") }
        let named = bus.observeOnAnyThread(named: name) { _ in log.add("named") }

        bus.post(BusTest.Number(1))

        #expect(failures.entries.isEmpty)
        #expect(log.entries.filter { $0 == "typed" }.count == 3)
        withExtendedLifetime(bridges + [typed, named]) {}
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

    private func makeBridge() -> Subscription {
        bus.bridge(
            BusTest.Number.self,
            to: name,
            encode: { ["number": .int($0.value)] },
            decode: { $0["number"]?.intValue.map { BusTest.Number($0) } }
        )
    }
}
