import Synchronization

/// The queue of messages from other threads for the observers on the main actor.
///
/// First in, first out. A burst costs one hop: the first letter schedules it, and
/// the letters that come before the hop runs go with it. Letters that come while
/// others are being delivered wait for the next hop, so that a flood doesn't keep
/// the main actor from its other work.
final class MainMailbox: Sendable {
    enum Letter: Sendable {
        /// A message for the observers up to one in registration order.
        case message(Topic, MessageBox, lastOrder: UInt64)
        /// The sticky value for a new observer.
        case replay(Topic, WeakObserver)
    }

    /// A weak reference, so that a letter doesn't keep what its observer captured.
    struct WeakObserver: Sendable {
        weak let observer: Observer?
    }

    /// Runs a closure on the main actor, later.
    typealias Hop = @Sendable (_ body: @escaping @MainActor @Sendable () -> Void) -> Void

    private struct State {
        var letters: [Letter] = []
        /// The memory of letters that were delivered, for the next burst.
        var spare: [Letter] = []
        var isHopping = false
    }

    /// The number of letters whose memory is kept.
    private static let spareLimit = 1024

    private let state = Mutex(State())
    private let hop: Hop

    init(hop: @escaping Hop = { body in Task { @MainActor in body() } }) {
        self.hop = hop
    }

    /// Adds a letter; returns whether the caller must call `schedule` once it holds no lock.
    func put(_ letter: Letter) -> Bool {
        state.withLock { state in
            state.letters.append(letter)
            if state.isHopping { return false }
            state.isHopping = true
            return true
        }
    }

    /// Schedules the hop of a burst.
    func schedule() {
        hop { self.deliver() }
    }

    @MainActor private func deliver() {
        var letters = state.withLock { state in
            let letters = state.letters
            state.letters = state.spare
            state.spare = []
            return letters
        }
        for letter in letters {
            switch letter {
            case .message(let topic, let box, let lastOrder): topic.deliver(box, upTo: lastOrder)
            case .replay(let topic, let weak): weak.observer.map(topic.replayWaiting)
            }
        }
        letters.removeAll(keepingCapacity: letters.count <= Self.spareLimit)
        let isEmpty = state.withLock { state in
            state.spare = letters
            state.isHopping = !state.letters.isEmpty
            return state.letters.isEmpty
        }
        if !isEmpty { schedule() }
    }
}
