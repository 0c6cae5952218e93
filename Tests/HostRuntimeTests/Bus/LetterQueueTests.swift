import Testing

@testable import HostRuntime

@MainActor @Suite struct LetterQueueTests {
    private struct Marked: BusMessage {
        let marker: BusTest.AtEnd
    }

    private let log = BusTest.Log<String>()
    private let bus = BusTest.Hops().makeBus()

    private func marked(_ text: String) -> Marked {
        Marked(marker: BusTest.AtEnd { [log] in log.add("released \(text)") })
    }

    private func append<Message: BusMessage>(_ message: Message, burst: UInt64 = 1, to queue: inout LetterQueue) {
        let topic = bus.find(Message.self).takeUnretainedValue()
        withUnsafePointer(to: message) {
            queue.append($0, of: topic, inBurst: burst, upTo: topic.list.lastOrder)
        }
    }

    @Test func `messages of several types are delivered in the order in which they came`() {
        var queue = LetterQueue()
        let numbers = bus.observe(BusTest.Number.self) { [log] in log.add("\($0.value)") }
        let texts = bus.observe(BusTest.Text.self) { [log] in log.add($0.value) }
        for number in 0..<3000 {
            append(BusTest.Number(number), to: &queue)
            append(BusTest.Text("a text that needs memory, \(number)"), to: &queue)
        }

        while !queue.isEmpty { queue.deliverNext() }

        #expect(log.entries == (0..<3000).flatMap { ["\($0)", "a text that needs memory, \($0)"] })
        withExtendedLifetime([numbers, texts]) {}
    }

    @Test func `a message is released right after its delivery`() {
        var queue = LetterQueue()
        let subscription = bus.observe(Marked.self) { [log] _ in log.add("delivered") }
        append(marked("1"), to: &queue)
        append(marked("2"), to: &queue)

        while !queue.isEmpty { queue.deliverNext() }

        #expect(log.entries == ["delivered", "released 1", "delivered", "released 2"])
        withExtendedLifetime(subscription) {}
    }

    @Test func `messages that weren't delivered are released with the queue`() {
        var queue = LetterQueue()
        for number in 1...3 { append(marked("\(number)"), to: &queue) }
        queue.deliverNext()
        let before = log.entries

        queue = LetterQueue()

        #expect(before == ["released 1"])
        #expect(log.entries == ["released 1", "released 2", "released 3"])
    }

    @Test func `a queue that was delivered can be filled again`() {
        var queue = LetterQueue()
        let subscription = bus.observe(BusTest.Number.self) { [log] in log.add("\($0.value)") }
        for number in 0..<4 {
            append(BusTest.Number(number), burst: UInt64(number) + 1, to: &queue)
            while !queue.isEmpty { queue.deliverNext() }
            queue.removeAll()

            let count = queue.count
            #expect(count == 0)
        }

        #expect(log.entries == ["0", "1", "2", "3"])
        withExtendedLifetime(subscription) {}
    }
}
