import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@MainActor @Suite(.tags(.bus)) struct BusTapTests {
    private let bus = NotificationBus(leakWarningThreshold: 3)
    private let bursts = BusTest.Log<BusTraffic>()
    private let hops = BusTest.Log<@MainActor @Sendable () -> Void>()

    private func tap(limit: Int = 100, seconds: @escaping @Sendable () -> Int = { 0 }) -> BusTap {
        BusTap(
            bus,
            limit: limit,
            sources: BusTap.Sources(
                now: { .seconds(seconds()) },
                place: { $0 ? "Main.swift:1" : "" },
                excerpt: { String($0.prefix(20)) }
            ),
            hop: { [hops] in hops.add($0) },
            body: { [bursts] in bursts.add($0) }
        )
    }

    private func runHops(from first: Int = 0) {
        for hop in hops.entries[first...] { hop() }
    }

    @Test func `a post is an event with its poster, its observers, its time and its depth`() {
        let tap = tap(seconds: { 7 })
        let line = #line + 1
        let outer = bus.observe(BusTest.Text.self, owner: .plugin("ads")) { [bus] _ in
            bus.post(BusTest.Number(1), owner: .plugin("ads"))
        }

        bus.post(BusTest.Text("go"))
        runHops()

        let events = bursts.entries.flatMap(\.events)
        #expect(events.map(\.messageName) == ["Text", "Number"])
        #expect(events.map(\.owner) == [.host, .plugin("ads")])
        #expect(events.map(\.observers) == [1, 0])
        #expect(events.map(\.depth) == [0, 1])
        #expect(events.map(\.number) == [1, 2])
        #expect(events.map(\.time) == [.seconds(7), .seconds(7)])
        #expect(events.map(\.place) == ["Main.swift:1", "\(#fileID):\(line)"])
        withExtendedLifetime((tap, outer)) {}
    }

    @Test func `an observer that throws is an event with its place`() {
        let tap = tap()
        let line = #line + 1
        let throwing = bus.observe(BusTest.Text.self, owner: .plugin("ads")) { _ in throw BusTest.Failure() }

        bus.post(BusTest.Text("go"))
        runHops()

        let failure = bursts.entries.flatMap(\.events).last
        #expect(failure?.kind == .failure)
        #expect(failure?.owner == .plugin("ads"))
        #expect(failure?.place == "\(#fileID):\(line)")
        withExtendedLifetime((tap, throwing)) {}
    }

    @Test func `a leak warning is an event`() {
        let tap = tap()

        let observers = (0..<3).map { _ in bus.observe(BusTest.Text.self, owner: .plugin("ads")) { _ in } }
        runHops()

        #expect(bursts.entries.flatMap(\.events).map(\.kind) == [.leakWarning])
        #expect(bus.leakWarnings().map(\.messageName) == ["Text"])
        withExtendedLifetime((tap, observers)) {}
    }

    @Test func `a burst is handed over in one hop`() {
        let tap = tap()

        for number in 0..<50 { bus.post(BusTest.Number(number)) }
        runHops()
        bus.post(BusTest.Number(50))
        runHops(from: 1)

        #expect(bursts.entries.map(\.events.count) == [50, 1])
        withExtendedLifetime(tap) {}
    }

    @Test func `past the limit only the newest events are kept, and the dropped ones are counted`() {
        let tap = tap(limit: 3)

        for number in 0..<10 { bus.post(BusTest.Number(number)) }
        runHops()

        #expect(bursts.entries.map { $0.events.map(\.number) } == [[8, 9, 10]])
        #expect(bursts.entries.map(\.dropped) == [7])
        withExtendedLifetime(tap) {}
    }

    @Test func `posts of other threads are events too`() async {
        let tap = tap()

        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { [bus] in
                    for number in 0..<20 { bus.post(BusTest.Number(number)) }
                }
            }
        }
        runHops()

        #expect(bursts.entries.flatMap(\.events).map(\.number).sorted() == Array(1...80))
        withExtendedLifetime(tap) {}
    }

    @Test func `several taps see the same, and the transcript beside them`() {
        let (first, second) = (tap(), tap())
        let transcript = BusTest.Log<String>()
        let listener = bus.listeners.add(posts: true) { transcript.add($0.messageName) }

        bus.post(BusTest.Text("go"))
        first.end()
        bus.post(BusTest.Number(1))
        runHops()

        #expect(bursts.entries.map { $0.events.map(\.messageName) } == [["Text", "Number"]])
        #expect(transcript.entries == ["Text", "Number"])
        bus.listeners.remove(listener)
        withExtendedLifetime(second) {}
    }

    @Test func `a tap that has ended or was released hears no posts any more, so that they cost nothing more`() {
        var released: BusTap? = tap()
        let ended = tap()
        #expect(bus.listeners.hearPosts)

        ended.end()
        released = nil

        #expect(!bus.listeners.hearPosts)
        withExtendedLifetime(released) {}
    }

    @Test func `a tap that has ended hands over nothing`() {
        let tap = tap()
        bus.post(BusTest.Text("go"))

        tap.end()
        runHops()

        #expect(bursts.entries.isEmpty)
    }
}
