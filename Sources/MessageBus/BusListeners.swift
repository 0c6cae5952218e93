import Synchronization

/// The closures that are told what happens on a bus: the log's, a transcript's, those of taps.
///
/// They're called on the thread of the event, in the order in which they were added,
/// with no lock held. What happens inside one of them on the same thread isn't reported.
package final class BusListeners: Sendable {
    package typealias Body = @Sendable (BusEvent) -> Void

    private struct Listener: Sendable {
        let id: Int
        let hearsPosts: Bool
        let body: Body
    }

    private struct State {
        var listeners: [Listener] = []
        var lastID = 0
    }

    private let state = Mutex(State())
    private let anyHearsPosts = Atomic(false)

    /// Whether somebody wants to know of each post; costs one load.
    var hearPosts: Bool {
        anyHearsPosts.load(ordering: .relaxed)
    }

    /// Adds a closure for failures and leak warnings, and for posts if it asks for them; returns the number that removes it.
    @discardableResult
    package func add(posts hearsPosts: Bool = false, _ body: @escaping Body) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.listeners.append(Listener(id: state.lastID, hearsPosts: hearsPosts, body: body))
            update(state)
            return state.lastID
        }
    }

    /// Removes a closure that was added.
    func remove(_ id: Int) {
        // Returns the old closures, so that they're released after the lock.
        _ = state.withLock { state in
            let old = state.listeners
            state.listeners.removeAll { $0.id == id }
            update(state)
            return old
        }
    }

    private func update(_ state: State) {
        anyHearsPosts.store(state.listeners.contains { $0.hearsPosts }, ordering: .relaxed)
    }

    /// Reports an event to the listeners; the closure that makes it is called only if there are any.
    func report(_ kind: BusEvent.Kind, on thread: PostingThread, _ event: () -> BusEvent) {
        let listeners = state.withLock { $0.listeners }.filter { $0.hearsPosts || kind != .post }
        guard !listeners.isEmpty else { return }
        thread.report {
            let event = event()
            for listener in listeners { listener.body(event) }
        }
    }
}
