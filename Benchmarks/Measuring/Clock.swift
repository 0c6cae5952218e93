import Glibc

/// The clock that a row is measured with.
public enum Clock: Sendable {
    /// The processor time of the calling thread, for work on one thread.
    case thread

    /// The time that passes, for work that several threads share.
    case wall

    /// The nanoseconds that a contestant runs before it's measured, because the first milliseconds are like no others.
    public static let warmUpTime = 250e6

    private var id: clockid_t {
        switch self {
        case .thread: CLOCK_THREAD_CPUTIME_ID
        case .wall: CLOCK_MONOTONIC
        }
    }

    /// The present moment, in nanoseconds.
    public var now: Double {
        var time = timespec()
        clock_gettime(id, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// Returns the nanoseconds that each of `count` operations takes.
    ///
    /// The body gets the count and does that many operations. Not inlined, so that
    /// the operations compile as they do in any other function.
    @inline(never)
    public func measure(_ count: Int, _ body: (Int) throws -> Void) rethrows -> Double {
        let start = now
        try body(count)
        return (now - start) / Double(count)
    }
}
