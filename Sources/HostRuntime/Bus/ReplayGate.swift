import Synchronization

/// The gate that lets a new observer see the sticky value before any newer message.
///
/// It has three states. *Open*: messages pass. *Waiting*: the value is on its way
/// to the main actor, and the first delivery there delivers it first.
/// *Replaying*: the registering thread calls the observer; messages that other
/// threads post meanwhile are held for that thread to deliver.
final class ReplayGate: Sendable {
    private enum State {
        case open
        case waiting(MessageBox)
        case replaying(PostingThread, held: [MessageBox])
    }

    private let state = Mutex(State.open)
    private let open = Atomic(true)

    /// Whether messages pass; costs one load.
    var isOpen: Bool {
        open.load(ordering: .acquiring)
    }

    /// Leaves the value for a delivery on the main actor.
    func wait(with value: MessageBox) {
        open.store(false, ordering: .releasing)
        state.withLock { $0 = .waiting(value) }
    }

    /// Removes and returns the value for the main actor; nil if it was delivered.
    func removeWaiting() -> MessageBox? {
        state.withLock { state in
            guard case .waiting(let value) = state else { return nil }
            state = .open
            open.store(true, ordering: .releasing)
            return value
        }
    }

    /// Starts holding messages of other threads.
    func beginReplay(on thread: PostingThread) {
        open.store(false, ordering: .releasing)
        state.withLock { $0 = .replaying(thread, held: []) }
    }

    /// Holds a message; returns false when it may pass at once.
    ///
    /// The replaying thread's own posts pass: they're nested in the replay.
    func hold(on thread: PostingThread, _ makeBox: () -> MessageBox) -> Bool {
        state.withLock { state in
            guard case .replaying(let replaying, var held) = state, replaying != thread else { return false }
            held.append(makeBox())
            state = .replaying(replaying, held: held)
            return true
        }
    }

    /// Returns the next held message; opens the gate when there is none.
    func nextHeld() -> MessageBox? {
        state.withLock { state in
            guard case .replaying(let thread, var held) = state, !held.isEmpty else {
                state = .open
                open.store(true, ordering: .releasing)
                return nil
            }
            let next = held.removeFirst()
            state = .replaying(thread, held: held)
            return next
        }
    }
}
