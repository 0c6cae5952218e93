internal import Dispatch

/// A time at which the main actor calls a closure, which may be changed at any time.
@MainActor final class LoopTimer {
    /// The time; nil while none is set.
    private(set) var deadline: BootTime?

    private var act: (@MainActor () -> Void)?
    private var source: (any DispatchSourceTimer)?

    /// Sets the closure and the delay after which it's called once, in place of the ones before; never calls it here.
    func set(after delay: Duration, _ act: @escaping @MainActor () -> Void) {
        set(at: .now + delay, act)
    }

    /// Sets the closure and the time at which it's called once, in place of the ones before; never calls it here.
    func set(at deadline: BootTime, _ act: @escaping @MainActor () -> Void) {
        self.deadline = deadline
        self.act = act
        if let loop = MainLoop.running {
            loop.add(self)
        } else {
            cancelSource()
            let nanoseconds = max(.zero, deadline - .now).attoseconds / 1_000_000_000
            let source = DispatchSource.makeTimerSource(queue: .main)
            source.schedule(deadline: .now() + .nanoseconds(Int(min(nanoseconds, Int128(Int.max / 2)))))
            source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.fire() } }
            source.activate()
            self.source = source
        }
    }

    /// Forgets the closure.
    func cancel() {
        guard deadline != nil else { return }
        deadline = nil
        act = nil
        cancelSource()
        MainLoop.running?.remove(self)
    }

    /// Calls the closure, if it's still wanted.
    func fire() {
        guard let act else { return }
        deadline = nil
        self.act = nil
        cancelSource()
        act()
    }

    private func cancelSource() {
        guard source != nil else { return }
        source?.cancel()
        source = nil
    }
}
