import Synchronization

/// The queue of messages from other threads for the observers on the main actor.
///
/// First in, first out. A burst costs one hop: the first letter schedules it, and
/// the letters that come before the hop runs go with it. Letters that come while
/// others are being delivered wait for the next hop, so that a flood doesn't keep
/// the main actor from its other work.
final class MainMailbox: Sendable {
    /// Runs a closure on the main actor, later.
    typealias Hop = @Sendable (_ body: @escaping @MainActor @Sendable () -> Void) -> Void

    private struct State: ~Copyable {
        var letters = LetterQueue()
        /// The number of the burst, by which a topic knows whether it has a letter in it.
        var burst: UInt64 = 1
        /// The memory of letters that were delivered, for the next burst.
        var spare = LetterQueue()
        var isHopping = false

        /// Returns whether a hop must be scheduled, and that the next caller's isn't.
        mutating func beginHop() -> Bool {
            defer { isHopping = true }
            return !isHopping
        }
    }

    private let state = Mutex(State())
    private let hop: Hop

    init(hop: @escaping Hop = { body in Task { @MainActor in body() } }) {
        self.hop = hop
    }

    /// Adds a message for a topic's observers up to one in registration order.
    ///
    /// Returns whether the caller must call `schedule` once it holds no lock.
    func put(_ message: UnsafeRawPointer, of topic: Topic, upTo lastOrder: UInt64) -> Bool {
        state.withLock { state in
            state.letters.append(message, of: topic, inBurst: state.burst, upTo: lastOrder)
            return state.beginHop()
        }
    }

    /// Adds the sticky value of a topic for a new observer; returns as the other method does.
    func put(replayTo observer: Observer, of topic: Topic) -> Bool {
        state.withLock { state in
            state.letters.append(replayTo: observer, of: topic, inBurst: state.burst)
            return state.beginHop()
        }
    }

    /// Schedules the hop of a burst.
    func schedule() {
        hop { self.deliver() }
    }

    @MainActor private func deliver() {
        var letters = LetterQueue()
        state.withLock { state in
            swap(&letters, &state.letters)
            swap(&state.letters, &state.spare)
            state.burst += 1
        }
        letters.deliver()
        letters.removeAll()
        let isEmpty = state.withLock { state in
            swap(&letters, &state.spare)
            state.isHopping = !state.letters.isEmpty
            return state.letters.isEmpty
        }
        if !isEmpty { schedule() }
    }
}
