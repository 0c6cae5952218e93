import Dispatch
import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@Suite(.tags(.bus)) struct MessageSequenceTests {
    private let bus = NotificationBus()

    @Test func `a sequence is registered when it is created`() async {
        let sequence = bus.messages(of: BusTest.Number.self)
        bus.post(BusTest.Number(1))
        bus.post(BusTest.Number(2))

        var iterator = sequence.makeAsyncIterator()
        let seen = [await iterator.next(), await iterator.next()]

        #expect(seen == [BusTest.Number(1), BusTest.Number(2)])
    }

    @Test(arguments: [
        (BufferPolicy.newest(3), [3, 4, 5], 2),
        (.oldest(3), [1, 2, 3], 2),
        (.unbounded, [1, 2, 3, 4, 5], 0),
        (.newest(0), [5], 4),
        (.oldest(-1), [1], 4),
    ])
    func `a buffer keeps what its policy says and counts what it dropped`(
        policy: BufferPolicy,
        kept: [Int],
        dropped: Int
    ) async {
        var bus: NotificationBus? = NotificationBus()
        let sequence = bus?.messages(of: BusTest.Number.self, buffer: policy)
        for number in 1...5 { bus?.post(BusTest.Number(number)) }
        let reported = bus?.statistics().map(\.dropped)

        bus = nil
        var seen: [Int] = []
        if let sequence {
            for await message in sequence { seen.append(message.value) }
        }

        #expect(seen == kept)
        #expect(sequence?.droppedCount == dropped)
        #expect(reported == [dropped])
    }

    @Test func `each of many sequences gets every message in order`() async {
        let sequences = (0..<5).map { _ in bus.messages(of: BusTest.Number.self, buffer: .unbounded) }

        let posting = startThread { [bus] in
            for number in 0..<500 { bus.post(BusTest.Number(number)) }
        }
        let all = await withTaskGroup(of: [Int].self) { group in
            for sequence in sequences {
                group.addTask {
                    var seen: [Int] = []
                    for await message in sequence {
                        seen.append(message.value)
                        if message.value == 499 { break }
                    }
                    return seen
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        #expect(all == Array(repeating: Array(0..<500), count: 5))
        withExtendedLifetime(posting) {}
    }

    @Test func `a cancelled sequence ends at once and discards its buffered messages`() async {
        let sequence = bus.messages(of: BusTest.Number.self)
        bus.post(BusTest.Number(1))

        sequence.subscription.cancel()
        var iterator = sequence.makeAsyncIterator()

        #expect(await iterator.next() == nil)
        #expect(bus.observers().isEmpty)
    }

    @Test func `cancelling ends a consumer that waits`() async {
        let sequence = bus.messages(of: BusTest.Number.self)
        let task = Task {
            var seen: [Int] = []
            for await message in sequence { seen.append(message.value) }
            return seen
        }

        sequence.subscription.cancel()

        #expect(await task.value.isEmpty)
    }

    @Test func `cancelling a task ends its iteration, and a later one still receives messages`() async {
        let sequence = bus.messages(of: BusTest.Number.self)
        let task = Task {
            for await _ in sequence {}
        }

        task.cancel()
        await task.value
        bus.post(BusTest.Number(1))
        var iterator = sequence.makeAsyncIterator()

        #expect(await iterator.next() == BusTest.Number(1))
    }

    @Test func `a task that is cancelled leaves the messages of a full buffer to others`() async {
        var bus: NotificationBus? = NotificationBus()
        guard let sequence = bus?.messages(of: BusTest.Number.self, buffer: .oldest(2)) else { return }
        for number in 1...3 { bus?.post(BusTest.Number(number)) }
        bus = nil

        let first = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var iterator = sequence.makeAsyncIterator()
            return await iterator.next()
        }.value
        var others: [Int] = []
        for await message in sequence { others.append(message.value) }

        #expect(first == nil)
        #expect(others == [1, 2])
    }

    @Test func `a task that is cancelled ends its loop, though more messages follow`() async {
        let sequence = bus.messages(of: BusTest.Number.self)
        bus.post(BusTest.Number(1))

        let task = Task { [bus] in
            var seen: [Int] = []
            for await message in sequence {
                seen.append(message.value)
                // Bounds the loop in case the cancellation isn't seen.
                guard message.value < 100 else { break }
                bus.post(BusTest.Number(message.value + 1))
                if message.value == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return seen
        }

        #expect(await task.value == [1, 2, 3])
    }

    @Test func `a sequence that is released is no longer registered`() {
        var sequence: MessageSequence<BusTest.Number>? = bus.messages(of: BusTest.Number.self)
        let before = bus.observers().count

        sequence = nil

        #expect(sequence == nil)
        #expect(before == 1)
        #expect(bus.observers().isEmpty)
    }

    @Test func `an iterator keeps its sequence registered`() async {
        var iterator = bus.messages(of: BusTest.Number.self).makeAsyncIterator()

        bus.post(BusTest.Number(1))

        #expect(await iterator.next() == BusTest.Number(1))
    }

    @Test func `a sticky value comes first`() async {
        bus.post(BusTest.Kept(1))

        var iterator = bus.messages(of: BusTest.Kept.self).makeAsyncIterator()
        bus.post(BusTest.Kept(2))
        let seen = [await iterator.next(), await iterator.next()]

        #expect(seen == [BusTest.Kept(1), BusTest.Kept(2)])
    }

    @Test func `no lock is held while a dropped message is released`() async {
        struct Held: BusMessage {
            var end: BusTest.AtEnd?
        }
        let log = BusTest.Log<String>()
        let sequence = bus.messages(of: Held.self, buffer: .newest(1))
        bus.post(
            Held(
                end: BusTest.AtEnd { [bus] in
                    log.add("dropped \(sequence.droppedCount)")
                    bus.post(Held(end: nil))
                }
            )
        )

        bus.post(Held(end: nil))

        #expect(log.entries == ["dropped 1"])
    }

    @Test(arguments: [BufferPolicy.newest(1), .oldest(1), .newest(.max), .oldest(.max), .newest(.min)])
    func `a consumer that waits gets the next message beside those that the buffer keeps`(
        policy: BufferPolicy
    ) async {
        let sequence = bus.messages(of: BusTest.Number.self, buffer: policy)
        let task = Task { @MainActor in
            var iterator = sequence.makeAsyncIterator()
            return [await iterator.next(), await iterator.next()]
        }
        // The consumer, on the same actor, waits when this task runs again.
        await Task { @MainActor in }.value

        bus.post(BusTest.Number(1))
        bus.post(BusTest.Number(2))

        #expect(await task.value == [BusTest.Number(1), BusTest.Number(2)])
        #expect(sequence.droppedCount == 0)
    }

    @Test(arguments: [BufferPolicy.unbounded, .newest(4), .oldest(4)])
    func `each message of several threads is received once, by one of several consumers, or counted as dropped`(
        policy: BufferPolicy
    ) async {
        var bus: NotificationBus? = NotificationBus()
        guard let sequence = bus?.messages(of: BusTest.Number.self, buffer: policy) else { return }
        let (threads, posts) = (3, 2000)
        async let received = withTaskGroup(of: [Int].self) { group in
            for _ in 0..<2 {
                group.addTask {
                    var seen: [Int] = []
                    for await message in sequence { seen.append(message.value) }
                    return seen
                }
            }
            return await group.reduce(into: [[Int]]()) { $0.append($1) }
        }

        await withTaskGroup { [bus] group in
            for thread in 0..<threads {
                group.addTask { for number in 0..<posts { bus?.post(BusTest.Number(thread * posts + number)) } }
            }
        }
        bus = nil
        let all = await received

        for seen in all {
            for thread in 0..<threads {
                let own = seen.filter { $0 / posts == thread }
                #expect(own == own.sorted())
            }
        }
        #expect(Set(all.joined()).count == all.joined().count)
        #expect(all.joined().count + sequence.droppedCount == threads * posts)
        if policy == .unbounded { #expect(sequence.droppedCount == 0) }
    }

    @Test func `each message is released once, whether it was received, dropped or left`() async {
        struct Held: BusMessage {
            var end: BusTest.AtEnd
        }
        let log = BusTest.Log<String>()
        do {
            let sequence = bus.messages(of: Held.self, buffer: .newest(3))
            for number in 1...5 { bus.post(Held(end: BusTest.AtEnd { log.add("\(number)") })) }
            #expect(log.entries == ["1", "2"])

            var iterator = sequence.makeAsyncIterator()
            _ = await iterator.next()
            #expect(log.entries == ["1", "2", "3"])
        }

        #expect(log.entries == ["1", "2", "3", "4", "5"])
    }

    @Test func `messages keep their order and their values while a buffer grows and empties`() async {
        struct Text: BusMessage, Equatable {
            var text: String
        }
        var iterator = bus.messages(of: Text.self, buffer: .unbounded).makeAsyncIterator()
        var (posted, received) = (0, 0)

        for round in 1...50 {
            for _ in 0..<round {
                bus.post(Text(text: String(repeating: "x", count: posted)))
                posted += 1
            }
            for _ in 0..<round / 2 {
                #expect(await iterator.next()?.text.count == received)
                received += 1
            }
        }
        while received < posted {
            #expect(await iterator.next()?.text.count == received)
            received += 1
        }
    }
}
