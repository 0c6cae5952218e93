import Synchronization

/// The queue of messages from other threads for the observers on the main actor.
///
/// First in, first out. A burst costs one hop: the first letter schedules it, and
/// letters that arrive before it runs join it. Letters that arrive during a hop, or
/// that don't fit into its time, wait for the next one, so a flood can't keep the
/// main actor from its other work. Once `letterLimit` letters wait, posters are
/// slowed.
package final class MainMailbox: Sendable {
    /// Runs a closure on the main actor, later.
    package typealias Hop = @Sendable (_ body: @escaping @MainActor @Sendable () -> Void) -> Void

    /// The limits of a mailbox, and its ways to the outside.
    struct Setup: Sendable {
        var hop: Hop = { body in Task { @MainActor in body() } }
        /// The time in nanoseconds.
        var clock: @Sendable () -> UInt64 = { MonotonicClock.coarse() }
        /// Slows a poster.
        var pause: @Sendable () -> Void = { SystemThread.pause(for: .milliseconds(1)) }
        /// The time in nanoseconds after which a hop begins no further delivery: half a frame's.
        var hopTime: UInt64 = 8_000_000
        /// The number of waiting letters from which on posters are slowed.
        var letterLimit = 100_000
    }

    /// The rest of a poster's work, to do once it holds no lock.
    struct Duty {
        fileprivate var schedulesHop = false
        fileprivate var pauses = false
    }

    private enum Letter: Sendable {
        /// A message for a topic's observers up to one in registration order.
        case message(any Sendable, Unmanaged<Topic>, upTo: UInt64)
        /// The sticky value for a new observer, which the letter doesn't keep.
        case replay(Unmanaged<Topic>, WeakObserver)

        /// Delivers the letter; call it on the main actor.
        ///
        /// It isn't isolated, because each closure in it would ask the concurrency runtime where it runs.
        func deliver() {
            switch self {
            case .message(let message, let topic, let lastOrder):
                topic._withUnsafeGuaranteedRef { $0.deliver(message, upTo: lastOrder) }
            case .replay(let topic, let new):
                if let observer = new.observer {
                    topic._withUnsafeGuaranteedRef { $0.replayWaiting(to: observer) }
                }
            }
        }
    }

    private struct WeakObserver: Sendable {
        weak let observer: Observer?
    }

    private struct State: ~Copyable {
        /// The letters that no hop has taken.
        var letters = RingBuffer<Letter>()
        /// The letters that the last hop took and had no time for; empty, they're memory for the next burst.
        var rest = RingBuffer<Letter>()
        /// The number of letters that the running hop took.
        var taken = 0
        var isHopping = false

        /// The number of letters that wait or are being delivered.
        var count: Int { letters.count + rest.count + taken }

        /// Returns whether a hop must be scheduled, and that the next caller's isn't.
        mutating func beginHop() -> Bool {
            defer { isHopping = true }
            return !isHopping
        }
    }

    /// The topics of the bus; the mailbox owns them, so that a letter needn't.
    let topics = TopicTable()
    private let state = Mutex(State())
    private let setup: Setup

    init(_ setup: Setup = Setup()) {
        self.setup = setup
    }

    /// Adds a message for a topic's observers up to one in registration order.
    func put(_ message: any Sendable, of topic: Topic, upTo lastOrder: UInt64) -> Duty {
        put(.message(message, .passUnretained(topic), upTo: lastOrder))
    }

    /// Adds the sticky value of a topic for a new observer.
    func put(replayTo observer: Observer, of topic: Topic) -> Duty {
        put(.replay(.passUnretained(topic), WeakObserver(observer: observer)))
    }

    private func put(_ letter: Letter) -> Duty {
        state.withLock { state in
            state.letters.append(letter)
            return Duty(schedulesHop: state.beginHop(), pauses: state.count > setup.letterLimit)
        }
    }

    /// Does what remains after a letter was put; call it without a lock.
    func perform(_ duty: Duty) {
        if duty.schedulesHop { schedule() }
        if duty.pauses { setup.pause() }
    }

    private func schedule() {
        setup.hop { self.deliver() }
    }

    /// Delivers the letters for which there is time; call it on the main actor.
    private func deliver() {
        let end = setup.clock() + setup.hopTime
        var letters = RingBuffer<Letter>()
        state.withLock { state in
            swap(&letters, &state.rest)
            if letters.count == 0 { swap(&letters, &state.letters) }
            state.taken = letters.count
        }
        repeat {
            letters.popFirst()?.deliver()
        } while letters.count > 0 && setup.clock() < end
        let isDone = state.withLock { state in
            swap(&letters, &state.rest)
            state.taken = 0
            state.isHopping = state.count > 0
            return !state.isHopping
        }
        if !isDone { schedule() }
    }
}
