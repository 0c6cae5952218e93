/// A timer that waits; cancelling or releasing it ends it.
@MainActor public final class HostTimer {
    private var onCancel: (@MainActor () -> Void)?

    init(onCancel: @escaping @MainActor () -> Void) {
        self.onCancel = onCancel
    }

    /// Ends the timer; its closure is not called any more. Later calls do nothing.
    public func cancel() {
        onCancel?()
        onCancel = nil
    }

    isolated deinit {
        onCancel?()
    }
}
