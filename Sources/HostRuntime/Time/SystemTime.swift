internal import Dispatch
public import FoundationEssentials

/// The machine's own time, woken by one Dispatch timer.
///
/// The monotonic clock goes on while the machine sleeps (`CLOCK_BOOTTIME`):
/// a night in a closed laptop is a long background, not a short one.
@MainActor public final class SystemTime: TimeSource {
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var timer: (any DispatchSourceTimer)?

    /// Creates a source whose time begins now.
    public init() {
        start = clock.now
    }

    /// The time since the source was made.
    public var now: Duration { clock.now - start }

    /// The calendar time.
    public var date: Date { Date() }

    /// The machine's time zone, read anew each time.
    public var timeZone: CivilTimeZone { .current }

    /// Asks to be woken at a moment, or with nil not at all.
    public func setWake(at deadline: Duration?, _ wake: @escaping @MainActor () -> Void) {
        timer?.cancel()
        timer = nil
        guard let deadline else { return }
        let timer = DispatchSource.makeTimerSource(queue: .main)
        let wait = max(.zero, deadline - now).components
        let nanoseconds = Int(clamping: wait.seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let whole = nanoseconds.overflow ? Int.max / 2 : nanoseconds.partialValue
        timer.schedule(deadline: .now() + .nanoseconds(whole &+ Int(wait.attoseconds / 1_000_000_000)))
        timer.setEventHandler { MainActor.assumeIsolated(wake) }
        timer.activate()
        self.timer = timer
    }
}
