internal import Glibc

/// The system's monotonic clock.
package enum MonotonicClock {
    /// The time in nanoseconds, a few milliseconds coarse; async-signal-safe, and cheap enough for every call.
    package static func coarse() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
