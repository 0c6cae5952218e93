import AsyncAlgorithms
import Dispatch
import HostRuntime
import Measuring

/// Adds the cells for messages from one task to another.
func addStreams() {
    let title = "a message from task to task"
    row(title, "ours") {
        let bus = NotificationBus(leakWarningThreshold: 0)
        let messages = bus.messages(of: Message.self, buffer: .unbounded)
        return await measureStream(100_000) { count in
            for number in 0..<count { bus.post(Message(value: 1, number: number)) }
        } consume: { count in
            await receive(count, of: messages)
        }
    }
    row(title, "AsyncStream") {
        let (messages, continuation) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .unbounded)
        return await measureStream(100_000) { count in
            for number in 0..<count { continuation.yield(Message(value: 1, number: number)) }
        } consume: { count in
            await receive(count, of: messages)
        }
    }
    // A channel has no buffer: the sender waits for the receiver, which the others don't.
    row(title, "AsyncChannel") {
        let channel = AsyncChannel<Message>()
        return await measureStream(5000) { count in
            for number in 0..<count { await channel.send(Message(value: 1, number: number)) }
        } consume: { count in
            await receive(count, of: channel)
        }
    }
}

/// Adds the cells for messages that one thread sends to the main actor without a pause.
func addBursts() {
    let title = "a message of a burst to the main actor"
    row(title, "ours") {
        let bus = NotificationBus(leakWarningThreshold: 0)
        return await measureBurst(50_000) { count, arrival in
            let observer = bus.observe(Message.self) { _ in arrival.add() }
            for number in 0..<count { bus.post(Message(value: 1, number: number)) }
            return observer
        }
    }
    row(title, "DispatchQueue.main") {
        await measureBurst(50_000) { count, arrival in
            for _ in 0..<count { DispatchQueue.main.async { arrival.add() } }
            return nil
        }
    }
    row(title, "a Task each") {
        await measureBurst(20_000) { count, arrival in
            for _ in 0..<count { Task { @MainActor in arrival.add() } }
            return nil
        }
    }
}

/// Returns the nanoseconds a message until a task has received all that another one sends.
private func measureStream(
    _ count: Int,
    produce: @escaping @Sendable (Int) async -> Void,
    consume: @escaping @Sendable (Int) async -> Void
) async -> Double {
    let consumer = Task.detached { await consume(count) }
    let start = Clock.wall.now
    let producer = Task.detached { await produce(count) }
    await producer.value
    await consumer.value
    return (Clock.wall.now - start) / Double(count)
}

private func receive<Messages: AsyncSequence>(_ count: Int, of messages: Messages) async
where Messages.Element == Message, Messages.Failure == Never {
    var (received, iterator) = (0, messages.makeAsyncIterator())
    while received < count, await iterator.next(isolation: nil) != nil { received += 1 }
}

/// Returns the nanoseconds a message until the last one has arrived on the main actor.
///
/// The body sends the messages from another thread, and returns what must live until then.
private func measureBurst(
    _ count: Int,
    _ send: @escaping @Sendable (Int, Arrival) -> (any Sendable)?
) async -> Double {
    var sender: Task<(any Sendable)?, Never>?
    let start = Clock.wall.now
    await withCheckedContinuation { continuation in
        let arrival = Arrival(count, continuation)
        sender = Task.detached { send(count, arrival) }
    }
    let time = (Clock.wall.now - start) / Double(count)
    _ = await sender?.value
    return time
}

/// A count of messages that have arrived on the main actor; resumes the waiting task at the last one.
private final class Arrival: @unchecked Sendable {
    // Unchecked: only the main actor counts.
    private var missing: Int
    private let continuation: CheckedContinuation<Void, Never>

    init(_ count: Int, _ continuation: CheckedContinuation<Void, Never>) {
        missing = count
        self.continuation = continuation
    }

    func add() {
        missing -= 1
        if missing == 0 { continuation.resume() }
    }
}
