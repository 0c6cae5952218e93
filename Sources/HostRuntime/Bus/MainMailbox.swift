import Synchronization

/// Carries messages from other threads to the observers on the main actor.
///
/// First in, first out. A burst costs one hop: the first letter schedules it,
/// and what comes before it arrives rides along. What comes while letters are
/// being delivered waits for a hop of its own, so that a flood cannot keep the
/// main actor from its other work.
final class MainMailbox: Sendable {
    enum Letter: Sendable {
        /// A message for the observers up to one in registration order.
        case message(Topic, MessageBox, lastOrder: UInt64)
        /// The sticky value that waits at the gate of a new observer.
        case replay(Topic, WeakObserver)
    }

    /// Lets a letter name an observer without keeping what it captured.
    struct WeakObserver: Sendable {
        weak let observer: Observer?
    }

    /// Runs a closure on the main actor, later.
    typealias Hop = @Sendable (_ body: @escaping @MainActor @Sendable () -> Void) -> Void

    private struct State {
        var letters: [Letter] = []
        var isHopping = false
    }

    private let state = Mutex(State())
    private let hop: Hop

    init(hop: @escaping Hop = { body in Task { @MainActor in body() } }) {
        self.hop = hop
    }

    /// Puts a letter in; true when the caller must call `schedule` once it holds no lock.
    func put(_ letter: Letter) -> Bool {
        state.withLock { state in
            state.letters.append(letter)
            if state.isHopping { return false }
            state.isHopping = true
            return true
        }
    }

    /// Asks for the one hop of a burst.
    func schedule() {
        hop { self.deliver() }
    }

    @MainActor private func deliver() {
        let letters = state.withLock { state in
            let letters = state.letters
            state.letters = []
            return letters
        }
        for letter in letters {
            switch letter {
            case .message(let topic, let box, let lastOrder): topic.deliver(box, upTo: lastOrder)
            case .replay(let topic, let weak): weak.observer.map(topic.replayWaiting)
            }
        }
        let isEmpty = state.withLock { state in
            state.isHopping = !state.letters.isEmpty
            return state.letters.isEmpty
        }
        if !isEmpty { schedule() }
    }
}
