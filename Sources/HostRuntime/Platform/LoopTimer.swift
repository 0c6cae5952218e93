internal import Dispatch

/// A time at which the main actor calls a closure, which may be changed at any time.
@MainActor final class LoopTimer {
    /// The time; in the past while none is set.
    private(set) var deadline = ContinuousClock.now

    private var act: (@MainActor () -> Void)?
    private var source: (any DispatchSourceTimer)?

    /// Sets the closure and the delay after which it's called once, in place of the ones before; never calls it here.
    func set(after delay: Duration, _ act: @escaping @MainActor () -> Void) {
        cancel()
        self.act = act
        if MainLoop.isRunning {
            // Far enough for all purposes, and within what the system can add to its time.
            deadline = .now + min(delay, .seconds(1 << 40))
            MainLoop.add(self)
        } else {
            let nanoseconds = max(.zero, delay).attoseconds / 1_000_000_000
            let source = DispatchSource.makeTimerSource(queue: .main)
            source.schedule(deadline: .now() + .nanoseconds(Int(min(nanoseconds, Int128(Int.max / 2)))))
            source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.fire() } }
            source.activate()
            self.source = source
        }
    }

    /// Forgets the closure.
    func cancel() {
        guard act != nil else { return }
        act = nil
        source?.cancel()
        source = nil
        MainLoop.remove(self)
    }

    /// Calls the closure, if it's still wanted.
    func fire() {
        let due = act
        cancel()
        due?()
    }
}
