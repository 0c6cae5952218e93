internal import Glibc

/// A moment of the system's clock that keeps running while the machine sleeps (`CLOCK_BOOTTIME`).
///
/// It's the clock of `ContinuousClock`, as a number that costs nothing to compare.
package struct BootTime: Comparable, Sendable {
    /// The time since the machine's start; 292 years fit.
    let nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The present moment.
    package static var now: BootTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return BootTime(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    package static func < (a: BootTime, b: BootTime) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Returns the moment after a duration, rounded up to a nanosecond; the last one there is if it's further away.
    package static func + (time: BootTime, duration: Duration) -> BootTime {
        let (delay, rest) = duration.attoseconds.quotientAndRemainder(dividingBy: attosecondsInNanosecond)
        return BootTime(nanoseconds: Int64(clamping: Int128(time.nanoseconds) + delay + (rest > 0 ? 1 : 0)))
    }

    package static func - (a: BootTime, b: BootTime) -> Duration {
        Duration(attoseconds: (Int128(a.nanoseconds) - Int128(b.nanoseconds)) * attosecondsInNanosecond)
    }

    private static let attosecondsInNanosecond: Int128 = 1_000_000_000
}

/// The system's monotonic clock.
package enum MonotonicClock {
    /// The time in nanoseconds, a few milliseconds coarse; async-signal-safe, and cheap enough for every call.
    package static func coarse() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
