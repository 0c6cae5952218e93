/// A scheduled timer, which ends when it is cancelled or released.
///
/// A plugin's timer continues even when it's released: the plugin's end cancels it.
@MainActor public final class HostTimer {
    private let call: ScheduledCall

    init(_ call: ScheduledCall) {
        self.call = call
    }

    /// A timer that has ended already.
    static var spent: HostTimer {
        let timer = HostTimer(ScheduledCall {})
        timer.cancel()
        return timer
    }

    /// Whether the timer was cancelled or has fired for the last time, and its completion was called.
    var isSpent: Bool { call.isSpent }

    /// Ends the timer, whose closure isn't called any more.
    public func cancel() {
        call.cancel()
    }

    isolated deinit {
        call.cancel()
    }
}
