import Synchronization

/// A tap on a bus: it keeps a bounded number of events, and hands them over on the main actor.
///
/// Events come from any thread. A burst costs one hop; its events are kept as by a `BusHistory`,
/// and long texts lose their ends, so that a flood neither
/// grows the memory nor keeps the main actor from its other work. Without a tap a
/// post costs nothing more.
package final class BusTap: Sendable {
    /// The sources of what the bus doesn't know.
    package struct Sources: Sendable {
        /// The time since the host started.
        let now: @Sendable () -> Duration
        /// The place of the code that runs on the calling thread; empty if it's unknown.
        let place: @Sendable (_ isOnMainThread: Bool) -> String
        /// Returns the part of a message's text that is kept.
        let excerpt: @Sendable (_ text: String) -> String

        package init(
            now: @escaping @Sendable () -> Duration,
            place: @escaping @Sendable (_ isOnMainThread: Bool) -> String,
            excerpt: @escaping @Sendable (_ text: String) -> String
        ) {
            self.now = now
            self.place = place
            self.excerpt = excerpt
        }
    }

    private struct State: ~Copyable {
        var history: BusHistory
        var count = 0
        var isHopping = false
        /// The number of the tap's listener; nil once it has ended.
        var listener: Int?
    }

    private let state: Mutex<State>
    private let listeners: BusListeners
    private let sources: Sources
    private let hop: MainMailbox.Hop
    private let body: @MainActor (BusTraffic) -> Void

    /// Taps a bus until `end()`.
    @MainActor package init(
        _ bus: NotificationBus,
        limit: Int,
        sources: Sources,
        hop: @escaping MainMailbox.Hop = { body in Task { @MainActor in body() } },
        body: @escaping @MainActor (BusTraffic) -> Void
    ) {
        listeners = bus.listeners
        self.sources = sources
        state = Mutex(State(history: BusHistory(limit: limit)))
        self.hop = hop
        self.body = body
        let listener = listeners.add(posts: true) { [weak self] in self?.add($0) }
        state.withLock { $0.listener = listener }
    }

    deinit {
        end()
    }

    /// Ends the tap; events that wait are not handed over.
    package func end() {
        if let listener = state.withLock({ $0.listener.take() }) { listeners.remove(listener) }
    }

    private func add(_ event: BusEvent) {
        var event = event
        event.time = sources.now()
        event.text = sources.excerpt(event.text)
        if event.kind == .post, event.place.isEmpty { event.place = sources.place(event.isOnMainThread) }
        let mustHop = state.withLock { state in
            guard state.listener != nil else { return false }
            state.count += 1
            event.number = state.count
            state.history.append(event)
            defer { state.isHopping = true }
            return !state.isHopping
        }
        guard mustHop else { return }
        // The hop outlasts a tap that is released.
        hop { [weak self] in self?.deliver() }
    }

    @MainActor private func deliver() {
        let traffic = state.withLock { state in
            let traffic = state.history.removeAll()
            state.isHopping = false
            return state.listener == nil ? BusTraffic(events: [], dropped: 0) : traffic
        }
        if !traffic.events.isEmpty { body(traffic) }
    }
}
