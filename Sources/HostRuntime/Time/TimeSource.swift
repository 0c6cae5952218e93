internal import Dispatch
package import FoundationEssentials

/// A source of time for a clock, which it also wakes.
@MainActor package protocol TimeSource: AnyObject {
    /// The time since the source was created, which never goes back.
    var now: Duration { get }

    /// The calendar time, which a person may set back.
    var date: Date { get }

    /// The time zone, which changes when a person travels.
    var timeZone: CivilTimeZone { get }

    /// Requests a call of `wake` at a time; nil requests none, and the latest request counts.
    ///
    /// The time may have passed already. `wake` is called on the main actor and
    /// never from inside this method.
    func setWake(at deadline: Duration?, _ wake: @escaping @MainActor () -> Void)
}

/// The machine's own time, with one Dispatch timer.
///
/// The clock goes on while the machine sleeps (`CLOCK_BOOTTIME`): a night in a
/// closed laptop is a long background period, not a short one.
@MainActor final class SystemTime: TimeSource {
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var timer: (any DispatchSourceTimer)?

    init() {
        start = clock.now
    }

    var now: Duration { clock.now - start }
    var date: Date { Date() }
    var timeZone: CivilTimeZone { .current }

    func setWake(at deadline: Duration?, _ wake: @escaping @MainActor () -> Void) {
        timer?.cancel()
        timer = nil
        guard let deadline else { return }
        let timer = DispatchSource.makeTimerSource(queue: .main)
        let nanoseconds = max(.zero, deadline - now).attoseconds / 1_000_000_000
        timer.schedule(deadline: .now() + .nanoseconds(Int(min(nanoseconds, Int128(Int.max / 2)))))
        timer.setEventHandler { MainActor.assumeIsolated(wake) }
        timer.activate()
        self.timer = timer
    }
}
