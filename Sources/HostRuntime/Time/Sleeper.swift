/// Work that waits until it is woken or cancelled; the tracker of work knows that it sleeps.
@MainActor final class Sleeper {
    private let work = HostWork.current
    private var continuation: CheckedContinuation<Void, Never>?
    private var isAwake = false

    /// Waits until it is woken or its task is cancelled, whichever is first.
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
