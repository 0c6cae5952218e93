import Synchronization

/// The gate that lets a new observer see the sticky value before any newer message.
///
/// It has three states. *Open*: messages pass. *Waiting*: the value is on its way
/// to the main actor, and the first delivery there delivers it first.
/// *Replaying*: the registering thread calls the observer; messages that other
/// threads post meanwhile are held for that thread to deliver.
final class ReplayGate: Sendable {
    private struct State: ~Copyable {
        /// The value, while it waits for the main actor.
        var waiting: (any Sendable)?
        /// The thread that calls the observer, during a replay.
        var replaying: PostingThread?
        var held = RingBuffer<any Sendable>()
        /// The number of messages that were held so far.
        var heldCount = 0
    }

    private let state = Mutex(State())
    private let open = Atomic(true)
    private let pause: @Sendable (Duration) -> Void

    /// Creates an open gate; `pause` slows a thread that posts during a replay.
    init(pause: @escaping @Sendable (Duration) -> Void = { SystemThread.pause(for: $0) }) {
        self.pause = pause
    }

    /// Whether messages pass; costs one load.
    var isOpen: Bool {
        open.load(ordering: .acquiring)
    }

    /// Leaves the value for a delivery on the main actor.
    func wait(with value: any Sendable) {
        open.store(false, ordering: .releasing)
        state.withLock { $0.waiting = value }
    }

    /// Removes and returns the value for the main actor; nil if it was delivered.
    func removeWaiting() -> (any Sendable)? {
        state.withLock { state in
            guard let value = state.waiting.take() else { return nil }
            open.store(true, ordering: .releasing)
            return value
        }
    }

    /// Starts holding messages of other threads.
    func beginReplay(on thread: PostingThread) {
        open.store(false, ordering: .releasing)
        state.withLock { $0.replaying = thread }
    }

    /// Holds a message; returns false when it may pass at once.
    ///
    /// The replaying thread's own posts pass: they're nested in the replay. Each
    /// thousand held messages slow further ones by another millisecond, up to 100:
    /// otherwise a thread that posts faster than the observer takes its messages
    /// would never let the replay end. A thread that replays to another observer isn't
    /// slowed, because that would only make its own replay longer.
    func hold(_ message: any Sendable, on thread: PostingThread) -> Bool {
        let number: Int? = state.withLock { state in
            guard let replaying = state.replaying, replaying != thread else { return nil }
            state.held.append(message)
            state.heldCount += 1
            return state.heldCount
        }
        guard let number else { return false }
        if number >= 1000, !thread.isReplaying { pause(.milliseconds(min(number / 1000, 100))) }
        return true
    }

    /// Returns the next held message; opens the gate when there is none.
    func nextHeld() -> (any Sendable)? {
        state.withLock { state in
            if let next = state.held.popFirst() { return next }
            state.replaying = nil
            open.store(true, ordering: .releasing)
            return nil
        }
    }
}
