import Testing

@testable import HostRuntime

/// The topics of a bus that nobody hears.
@Suite struct UnheardTopicsTests {
    private final class Topics: Sendable {
        let unheard = UnheardTopics()

        deinit { unheard.deallocate() }
    }

    /// Two keys that share a place.
    private static let keys: (UInt, UInt) = {
        let first: UInt = 16
        let place = UnheardTopics.index(of: first)
        let second = (2...).lazy.map { UInt($0) * 16 }.first { UnheardTopics.index(of: $0) == place }
        return (first, second ?? 0)
    }()

    init() {
        // From here on the thread has a cell of its own, unless eight others have theirs.
        _ = PostingThread.current
    }

    @Test func `a topic is counted only in its place, and only while it has no observers`() {
        let topics = Topics()
        let counters = TopicCounters(key: Self.keys.0)
        let place = topics.unheard.place(of: counters)

        #expect(!topics.unheard.countPost(Self.keys.0))
        place.setUnheard(true)
        let isCounted = topics.unheard.countPost(Self.keys.0)
        place.setUnheard(false)

        // A thread without a cell of its own counts elsewhere.
        #expect(isCounted == (PostingThread.ownCell != 0))
        #expect(!topics.unheard.countPost(Self.keys.0))
        #expect(counters.posts == (isCounted ? 1 : 0))
    }

    @Test func `of two topics that share a place the one that came last is found, and is taken out by itself alone`() {
        let topics = Topics()
        let first = TopicCounters(key: Self.keys.0)
        let second = TopicCounters(key: Self.keys.1)
        let (firstPlace, secondPlace) = (topics.unheard.place(of: first), topics.unheard.place(of: second))

        firstPlace.setUnheard(true)
        secondPlace.setUnheard(true)
        #expect(!topics.unheard.countPost(Self.keys.0))
        firstPlace.setUnheard(false)
        let isCounted = topics.unheard.countPost(Self.keys.1)
        secondPlace.setUnheard(false)

        #expect(!topics.unheard.countPost(Self.keys.1))
        #expect(isCounted == (PostingThread.ownCell != 0))
        #expect(first.posts == 0)
        #expect(second.posts == (isCounted ? 1 : 0))
    }

    @Test func `observers receive only messages posted while they are registered`() {
        let bus = NotificationBus()
        let heard = BusTest.Tally()
        for round in 1...3 {
            bus.post(BusTest.Number(1))
            let subscription = bus.observeOnAnyThread(BusTest.Number.self) { heard.add($0.value) }
            bus.post(BusTest.Number(10))
            let other = bus.observeOnAnyThread(BusTest.Number.self) { _ in }
            other.cancel()
            bus.post(BusTest.Number(10))
            subscription.cancel()
            bus.post(BusTest.Number(1))
            #expect(heard.value == round * 20)
        }
        #expect(bus.statistics().map(\.posts) == [12])
        #expect(bus.statistics().map(\.deliveries) == [6])
    }

    @Test func `a hook sees messages without observers, also of types older than itself, until it is removed`() {
        struct Later: BusMessage {
            static let messageName = "Later"
        }
        let bus = NotificationBus()
        let told = BusTest.Log<String>()
        bus.post(BusTest.Number(1))
        bus.post(named: "early")

        let hook = bus.hooks.onPost.add { told.add($0.messageName) }
        bus.post(BusTest.Number(1))
        bus.post(named: "early")
        bus.post(Later())
        bus.post(named: "late")
        bus.hooks.onPost.remove(hook)
        bus.post(BusTest.Number(1))
        bus.post(Later())
        bus.post(named: "late")

        #expect(told.entries == [BusTest.Number.messageName, "early", "Later", "late"])
        #expect(bus.statistics().map(\.posts) == [3, 2, 2, 2])
    }

    @Test func `a sticky message without observers is kept`() {
        let bus = NotificationBus()
        for number in 1...3 { bus.post(BusTest.Kept(number)) }
        #expect(bus.lastValue(of: BusTest.Kept.self) == BusTest.Kept(3))
        #expect(bus.statistics().map(\.posts) == [3])
    }

    @Test func `a thousand names that share places are counted and delivered separately`() {
        let bus = NotificationBus()
        let names = (0..<1000).map { NotificationName("com.example.name-\($0)") }
        let heard = BusTest.Tally()
        let subscriptions = names.enumerated().compactMap { index, name in
            index % 3 == 0 ? bus.observeOnAnyThread(named: name) { _ in heard.add(1) } : nil
        }
        for _ in 0..<3 {
            for name in names { bus.post(named: name) }
        }
        #expect(heard.value == subscriptions.count * 3)
        #expect(bus.statistics().allSatisfy { $0.posts == 3 })
        #expect(bus.statistics().count == 1000)
    }
}
