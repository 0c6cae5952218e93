import Synchronization

/// The messages of one sequence that wait for its consumers.
///
/// The type is erased, so this code is compiled once and is as fast for a message
/// of another module. A consumer that finds nothing looks again for about a
/// microsecond before it sleeps: waking it would cost the poster more than that.
///
/// Posters and consumers have a ring and a lock each. A consumer whose ring is empty
/// takes over the posters' whole ring, so the two seldom wait for each other. Code
/// that needs both locks takes the consumers' first.
@usableFromInline
final class MessageBuffer: Sendable {
    private struct Waiter {
        let id: UInt64
        let continuation: UnsafeContinuation<Outcome, Never>
    }

    /// The outcome of a wait.
    private enum Outcome {
        /// There was a message, or the end, before the consumer slept.
        case ready
        /// A post has woken the consumer.
        case woken
        /// The sequence has ended, or the task was cancelled.
        case ended
    }

    private struct State: ~Copyable {
        var messages: MessageRing
        var waiters: [Waiter] = []
        var lastWaiter: UInt64 = 0
        /// The number of consumers that were woken and haven't come yet; each has room for one message more.
        var woken = 0
        var dropped = 0
        var isFinished = false
    }

    private let state: Mutex<State>
    /// The messages that consumers have taken over, which are older than all others.
    private let ready: Mutex<MessageRing>
    /// The number of messages in both rings; it only grows under the posters' lock.
    private let count = Atomic(0)
    private let layout: MessageLayout
    private let limit: Int
    private let keepsNewest: Bool

    init(_ layout: MessageLayout, _ policy: BufferPolicy) {
        // Never reached, and there are numbers above it.
        let most = Int.max / 2
        switch policy {
        case .newest(let count): (limit, keepsNewest) = (min(max(1, count), most), true)
        case .oldest(let count): (limit, keepsNewest) = (min(max(1, count), most), false)
        case .unbounded: (limit, keepsNewest) = (most, false)
        }
        self.layout = layout
        state = Mutex(State(messages: MessageRing(layout)))
        ready = Mutex(MessageRing(layout))
    }

    var droppedCount: Int {
        state.withLock { $0.dropped }
    }

    // MARK: - Producing

    /// Adds a copy of the message at an address; returns whether no message was dropped.
    func put(_ message: UnsafeRawPointer) -> Bool {
        var isFull = false
        let waiter = state.withLock { state -> Waiter? in
            isFull = self.isFull(state)
            return isFull ? nil : append(message, to: &state)
        }
        if isFull { return replaceOldest(with: message) }
        waiter?.continuation.resume(returning: .woken)
        return true
    }

    private func isFull(_ state: borrowing State) -> Bool {
        count.load(ordering: .acquiring) >= limit + state.woken
    }

    /// Adds a copy of a message, and returns the consumer that is to be woken after the lock.
    private func append(_ message: UnsafeRawPointer, to state: inout State) -> Waiter? {
        guard !state.isFinished else { return nil }
        state.messages.append(copying: message)
        count.wrappingAdd(1, ordering: .releasing)
        guard !state.waiters.isEmpty else { return nil }
        state.woken += 1
        return state.waiters.removeFirst()
    }

    /// Adds a copy of a message to a full buffer, as its policy says; returns whether no message was dropped.
    @inline(never)
    private func replaceOldest(with message: UnsafeRawPointer) -> Bool {
        // Released after the locks, as consumers are woken.
        var dropped = MessageRing(layout)
        var waiter: Waiter?
        let isComplete = ready.withLock { ready in
            state.withLock { state in
                if state.isFinished { return true }
                let isFull = self.isFull(state)
                if isFull {
                    state.dropped += 1
                    guard keepsNewest else { return false }
                    if ready.count == 0 { swap(&ready, &state.messages) }
                    ready.moveFirst(to: &dropped)
                    count.wrappingSubtract(1, ordering: .releasing)
                }
                waiter = append(message, to: &state)
                return !isFull
            }
        }
        waiter?.continuation.resume(returning: .woken)
        return isComplete
    }

    /// Ends the sequence, after the buffered messages unless they're discarded.
    func finish(discarding: Bool) {
        var discarded = MessageRing(layout)
        var others = MessageRing(layout)
        let waiters = ready.withLock { ready in
            state.withLock { state in
                state.isFinished = true
                if discarding {
                    swap(&ready, &discarded)
                    swap(&state.messages, &others)
                    count.store(0, ordering: .releasing)
                }
                let waiters = state.waiters
                state.waiters = []
                return waiters
            }
        }
        for waiter in waiters {
            waiter.continuation.resume(returning: .ready)
        }
    }

    // MARK: - Consuming

    /// Moves the next message to an address; returns false if there is none.
    @usableFromInline
    func take(to address: UnsafeMutableRawPointer) -> Bool {
        guard count.load(ordering: .acquiring) > 0 else { return false }
        return ready.withLock { ready in
            if ready.count == 0 { state.withLock { swap(&ready, &$0.messages) } }
            guard ready.moveFirst(to: address) else { return false }
            count.wrappingSubtract(1, ordering: .releasing)
            return true
        }
    }

    /// Waits until a message may be there; returns false at the end, or when the calling task is cancelled.
    @usableFromInline
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
                    if count.load(ordering: .acquiring) > 0 { return .ready }
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

    /// The number of looks at an empty buffer, of about a nanosecond each.
    ///
    /// On one processor, a poster can't run meanwhile.
    private static let looks = SystemThread.parallelCount > 1 ? 1000 : 0

    private func seesMessageSoon() -> Bool {
        for _ in 0..<MessageBuffer.looks where count.load(ordering: .acquiring) > 0 { return true }
        return false
    }
}
