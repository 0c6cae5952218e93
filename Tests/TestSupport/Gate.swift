internal import Synchronization

/// Holds up whoever comes to it, on any thread, until the test opens it.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
        var inside: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of calls of `passage()` so far.
    package var arrivals: Int { state.withLock { $0.arrivals } }

    /// Waits until the gate is open.
    package func passage() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers) = state.withLock { state in
                state.arrivals += 1
                if !state.isOpen { state.inside.append(continuation) }
                let arrivals = state.arrivals
                let due = state.watchers.filter { $0.count <= arrivals }
                state.watchers.removeAll { $0.count <= arrivals }
                return (state.isOpen, due.map(\.continuation))
            }
            if isOpen { continuation.resume() }
            for watcher in watchers { watcher.resume() }
        }
    }

    /// Waits until someone has come, or so many.
    package func arrival(count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.arrivals < count else { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets everyone pass, from now on.
    package func open() {
        let inside = state.withLock { state in
            state.isOpen = true
            defer { state.inside = [] }
            return state.inside
        }
        for continuation in inside { continuation.resume() }
    }
}
