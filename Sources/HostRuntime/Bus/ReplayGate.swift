import Synchronization

/// Lets a new observer see the sticky value before anything newer.
///
/// It is in one of three states. *Open*: messages pass. *Waiting*: the value
/// goes to the main actor, and whoever delivers there first delivers it first.
/// *Replaying*: the registering thread calls the observer; what other threads
/// post meanwhile is held for that thread to deliver, since nobody may wait.
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

    /// Leaves the value for the main actor.
    func wait(with value: MessageBox) {
        open.store(false, ordering: .releasing)
        state.withLock { $0 = .waiting(value) }
    }

    /// Takes the value that waits for the main actor; nil when it was taken.
    func takeWaiting() -> MessageBox? {
        state.withLock { state in
            guard case .waiting(let value) = state else { return nil }
            state = .open
            open.store(true, ordering: .releasing)
            return value
        }
    }

    /// Begins to hold what other threads post.
    func beginReplay(on thread: PostingThread) {
        open.store(false, ordering: .releasing)
        state.withLock { $0 = .replaying(thread, held: []) }
    }

    /// Holds a message; false when it may pass at once.
    ///
    /// The replaying thread itself passes: its posts are nested in the replay.
    func hold(on thread: PostingThread, _ makeBox: () -> MessageBox) -> Bool {
        state.withLock { state in
            guard case .replaying(let replaying, var held) = state, replaying != thread else { return false }
            held.append(makeBox())
            state = .replaying(replaying, held: held)
            return true
        }
    }

    /// The next message held; opens the gate when there is none.
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
