import Synchronization

/// The messages of one sequence that wait for its consumer.
final class MessageBuffer<Message: Sendable>: Sendable {
    private struct Waiter {
        let id: UInt64
        let continuation: UnsafeContinuation<Message?, Never>
    }

    private struct State {
        var messages: RingBuffer<Message>
        var waiters: [Waiter] = []
        var lastWaiter: UInt64 = 0
        var dropped = 0
        var isFinished = false
    }

    private let state: Mutex<State>
    private let limit: Int
    private let keepsNewest: Bool

    init(_ policy: BufferPolicy) {
        switch policy {
        case .newest(let count): (limit, keepsNewest) = (max(1, count), true)
        case .oldest(let count): (limit, keepsNewest) = (max(1, count), false)
        case .unbounded: (limit, keepsNewest) = (.max, false)
        }
        state = Mutex(State(messages: RingBuffer()))
    }

    var droppedCount: Int {
        state.withLock { $0.dropped }
    }

    // MARK: - Producing

    /// Adds a message; returns whether no message was dropped.
    func put(_ message: Message) -> Bool {
        // Messages that leave the buffer are released, and waiters resumed, after the lock.
        let (waiter, dropped): (Waiter?, Message?) = state.withLock { state in
            if state.isFinished { return (nil, nil) }
            if !state.waiters.isEmpty { return (state.waiters.removeFirst(), nil) }
            guard state.messages.count >= limit else {
                state.messages.append(message)
                return (nil, nil)
            }
            state.dropped += 1
            guard keepsNewest else { return (nil, message) }
            let oldest = state.messages.popFirst()
            state.messages.append(message)
            return (nil, oldest)
        }
        waiter?.continuation.resume(returning: message)
        return dropped == nil
    }

    /// Ends the sequence, after the buffered messages unless they're discarded.
    func finish(discarding: Bool) {
        let (waiters, discarded): ([Waiter], RingBuffer<Message>?) = state.withLock { state in
            state.isFinished = true
            let waiters = state.waiters
            state.waiters = []
            guard discarding else { return (waiters, nil) }
            let discarded = state.messages
            state.messages = RingBuffer()
            return (waiters, discarded)
        }
        for waiter in waiters {
            waiter.continuation.resume(returning: nil)
        }
        _ = discarded
    }

    // MARK: - Consuming

    /// Returns the next message; nil at the end, or when the calling task is cancelled.
    func next(isolation: isolated (any Actor)?) async -> Message? {
        if let ready = state.withLock({ $0.messages.popFirst() }) { return ready }
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { continuation in
                let (isReady, message): (Bool, Message?) = state.withLock { state in
                    if let message = state.messages.popFirst() { return (true, message) }
                    if state.isFinished || Task.isCancelled { return (true, nil) }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return (false, nil)
                }
                if isReady { continuation.resume(returning: message) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: nil)
        }
    }
}
