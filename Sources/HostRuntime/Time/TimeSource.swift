package import FoundationEssentials

/// A source of time for a clock, which it also wakes.
@MainActor package protocol TimeSource: AnyObject, Sendable {
    /// The time since the source was created, which never goes back.
    var now: Duration { get }

    /// The time since the source was created, for any thread.
    nonisolated var nowOnAnyThread: Duration { get }

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

/// The machine's own time.
///
/// The clock runs while the machine sleeps (`CLOCK_BOOTTIME`): a night in a
/// closed laptop is a long background period, not a short one.
@MainActor final class SystemTime: TimeSource {
    private nonisolated let start = BootTime.now
    private let timer = LoopTimer()

    var now: Duration { BootTime.now - start }
    nonisolated var nowOnAnyThread: Duration { BootTime.now - start }
    var date: Date { Date() }
    var timeZone: CivilTimeZone { .current }

    func setWake(at deadline: Duration?, _ wake: @escaping @MainActor () -> Void) {
        if let deadline {
            timer.set(at: start + deadline, wake)
        } else {
            timer.cancel()
        }
    }
}
