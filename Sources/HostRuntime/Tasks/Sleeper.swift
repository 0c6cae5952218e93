/// A wait of the current work, which is recorded as asleep until the wait ends.
@MainActor final class Sleeper {
    private let work = HostWork.current
    private var continuation: CheckedContinuation<Void, Never>?
    private(set) var isAwake = false

    /// Waits for `wake()` or the cancellation of the task, whichever is first.
    func sleep() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !isAwake, !Task.isCancelled else { return continuation.resume() }
                self.continuation = continuation
                work?.setAsleep(true)
            }
        } onCancel: {
            Task { @MainActor in wake() }
        }
    }

    /// Ends the wait; a second call does nothing.
    func wake() {
        isAwake = true
        guard let continuation else { return }
        self.continuation = nil
        work?.setAsleep(false)
        continuation.resume()
    }
}
