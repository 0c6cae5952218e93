/// The jobs that sleep, on either of the system's clocks; a pure value.
///
/// One timer is enough for both: the suspending clock is never faster than the
/// continuous one. A job on it that is due too early, because the machine slept,
/// waits for the rest.
struct SleepQueue<Job> {
    /// The time on both clocks, each since a start of its own.
    struct Reading {
        /// The time of the clock that keeps running while the machine sleeps.
        var continuous: Duration
        /// The time of the clock that stands still meanwhile.
        var suspending: Duration
    }

    private struct Sleep {
        let job: Job
        /// The end on the suspending clock; nil for a job on the continuous one.
        let end: Duration?
    }

    private var timers = TimerQueue<Sleep>()

    /// The time on the continuous clock at which the next job may be due; nil if none sleeps.
    var nextDeadline: Duration? { timers.nextDeadline }

    /// Adds a job that sleeps for a time, of at most a century.
    mutating func add(_ job: Job, for delay: Duration, isSuspending: Bool, at now: Reading) {
        // So that the sums don't overflow.
        let delay = min(max(.zero, delay), .seconds(3_155_760_000))
        let sleep = Sleep(job: job, end: isSuspending ? now.suspending + delay : nil)
        _ = timers.add(sleep, at: now.continuous + delay)
    }

    /// Removes and returns the next job that is due.
    mutating func popDue(at now: Reading) -> Job? {
        while let due = timers.popDue(at: now.continuous)?.payload {
            guard let end = due.end, end > now.suspending else { return due.job }
            _ = timers.add(due, at: now.continuous + (end - now.suspending))
        }
        return nil
    }
}
