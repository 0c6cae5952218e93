/// A timer that waits; cancelling or releasing it ends it.
@MainActor public final class HostTimer {
    private var onCancel: (@MainActor () -> Void)?

    init(onCancel: @escaping @MainActor () -> Void) {
        self.onCancel = onCancel
    }

    /// Whether the timer is over: it was cancelled, or it fired for the last time.
    public private(set) var isSpent = false

    /// Ends the timer: its closure is not called any more.
    public func cancel() {
        isSpent = true
        let onCancel = onCancel
        self.onCancel = nil
        onCancel?()
    }

    /// Notes that the timer has fired for the last time.
    func expire() {
        isSpent = true
        onCancel = nil
    }

    isolated deinit {
        onCancel?()
    }
}
