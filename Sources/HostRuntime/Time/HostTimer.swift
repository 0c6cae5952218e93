/// A scheduled timer, which ends when it is cancelled or released.
@MainActor public final class HostTimer {
    private var onCancel: (@MainActor () -> Void)?

    init(onCancel: @escaping @MainActor () -> Void) {
        self.onCancel = onCancel
    }

    /// Whether the timer was cancelled or has fired for the last time.
    private(set) var isSpent = false

    /// Ends the timer, whose closure isn't called any more.
    public func cancel() {
        isSpent = true
        let onCancel = onCancel
        self.onCancel = nil
        onCancel?()
    }

    /// Records that the timer has fired for the last time.
    func expire() {
        isSpent = true
        onCancel = nil
    }

    isolated deinit {
        onCancel?()
    }
}

/// The timers that the closure of a timer refers to.
@MainActor final class TimerLinks {
    /// The timer that runs next.
    var next: HostTimer?
    /// The timer that the caller has; weak, because the caller ends it by releasing it.
    weak var token: HostTimer?
}
