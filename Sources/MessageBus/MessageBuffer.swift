import Synchronization

/// The messages of one sequence that wait for its consumers, with their type erased.
///
/// A consumer that finds nothing looks again for about a microsecond before it
/// sleeps: waking it would cost the poster more than that.
final class MessageBuffer: Sendable {
    private struct Waiter {
        let id: UInt64
        let continuation: UnsafeContinuation<Outcome, Never>
    }

    private enum Outcome {
        /// There was a message, or the end, before the consumer slept.
        case ready
        /// A post has woken the consumer.
        case woken
        /// The sequence has ended, or the task was cancelled.
        case ended
    }

    private struct State: ~Copyable {
        var messages = RingBuffer<any Sendable>()
        var waiters: [Waiter] = []
        var lastWaiter: UInt64 = 0
        /// The number of consumers that were woken and haven't come yet; each has room for one message more.
        var woken = 0
        var dropped = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    /// Whether there are messages, for consumers that look without the lock.
    private let hasMessages = Atomic(false)
    private let limit: Int
    private let keepsNewest: Bool

    init(_ policy: BufferPolicy) {
        // Never reached, and there are numbers above it.
        let most = Int.max / 2
        switch policy {
        case .newest(let count): (limit, keepsNewest) = (min(max(1, count), most), true)
        case .oldest(let count): (limit, keepsNewest) = (min(max(1, count), most), false)
        case .unbounded: (limit, keepsNewest) = (most, false)
        }
    }

    var droppedCount: Int {
        state.withLock { $0.dropped }
    }

    // MARK: - Producing

    /// Adds a message as the policy says; returns whether none was dropped.
    func put(_ message: any Sendable) -> Bool {
        // The dropped message is released after the lock.
        let (waiter, isComplete, dropped): (Waiter?, Bool, (any Sendable)?) = state.withLock { state in
            if state.isFinished { return (nil, true, nil) }
            var dropped: (any Sendable)?
            let isFull = state.messages.count >= limit + state.woken
            if isFull {
                state.dropped += 1
                guard keepsNewest else { return (nil, false, nil) }
                dropped = state.messages.popFirst()
            }
            state.messages.append(message)
            hasMessages.store(true, ordering: .relaxed)
            if state.waiters.isEmpty { return (nil, !isFull, dropped) }
            state.woken += 1
            return (state.waiters.removeFirst(), !isFull, dropped)
        }
        waiter?.continuation.resume(returning: .woken)
        withExtendedLifetime(dropped) {}
        return isComplete
    }

    /// Ends the sequence, after the buffered messages unless they're discarded.
    func finish(discarding: Bool) {
        // Released after the lock.
        var discarded = RingBuffer<any Sendable>()
        let waiters = state.withLock { state in
            state.isFinished = true
            if discarding {
                swap(&state.messages, &discarded)
                hasMessages.store(false, ordering: .relaxed)
            }
            let waiters = state.waiters
            state.waiters = []
            return waiters
        }
        for waiter in waiters {
            waiter.continuation.resume(returning: .ready)
        }
    }

    // MARK: - Consuming

    /// Removes and returns the next message; nil if there is none.
    func take() -> (any Sendable)? {
        guard hasMessages.load(ordering: .relaxed) else { return nil }
        return state.withLock { state in
            let message = state.messages.popFirst()
            if state.messages.count == 0 { hasMessages.store(false, ordering: .relaxed) }
            return message
        }
    }

    /// Waits until a message may be there; returns false at the end, or when the calling task is cancelled.
    func wait(isolation: isolated (any Actor)?) async -> Bool {
        if seesMessageSoon() { return true }
        switch await sleep(isolation: isolation) {
        case .ready: return true
        case .woken:
            state.withLock { $0.woken -= 1 }
            return true
        case .ended: return false
        }
    }

    private func sleep(isolation: isolated (any Actor)?) async -> Outcome {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { continuation in
                let outcome: Outcome? = state.withLock { state in
                    if state.messages.count > 0 { return .ready }
                    if state.isFinished || Task.isCancelled { return .ended }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: .ended)
        }
    }

    private func seesMessageSoon() -> Bool {
        // On one processor, a poster can't run meanwhile. A look takes about a nanosecond.
        guard SystemThread.parallelCount > 1 else { return false }
        for _ in 0..<1000 where hasMessages.load(ordering: .relaxed) { return true }
        return false
    }
}
