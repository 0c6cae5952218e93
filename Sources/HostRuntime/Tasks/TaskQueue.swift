/// The jobs that wait for a thread, and the number of threads for them; a pure value.
struct TaskQueue<Job>: ~Copyable {
    private(set) var limit: Int

    private var jobs = RingBuffer<Job>()
    /// The number of threads that run or are being started.
    var threads = 0
    private var idle = 0

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Adds a job at the end; returns true if it needs another thread, which then counts as started.
    mutating func add(_ job: Job) -> Bool {
        jobs.append(job)
        guard jobs.count > idle, threads < limit else { return false }
        threads += 1
        return true
    }

    /// Allows one more thread, in place of one that a job blocks.
    mutating func replaceBlockedThread() {
        limit += 1
    }

    /// Records that a thread is idle, and will run one of the next jobs.
    mutating func wait() {
        idle += 1
    }

    /// Removes and returns the next job, for a thread that was idle.
    mutating func popJob() -> Job? {
        idle -= 1
        removed &+= 1
        return jobs.popFirst()
    }

    // MARK: - Blocked threads

    /// The most threads that there are in place of blocked ones.
    static var stallLimit: Int { 512 }

    /// The number of jobs that were removed, at the last check and since the start.
    private var checked = 0
    private var removed = 0
    private var isWatched = false

    /// The result of a check for blocked threads.
    enum Check: Hashable {
        /// No job waits for a thread, and the watch has ended.
        case none
        /// Jobs wait, and others end.
        case moves
        /// Jobs wait, and none has ended since the last check: as many more threads count as started.
        case stalled(blocked: Int, added: Int)
    }

    private var isFull: Bool { jobs.count > idle && threads >= limit }

    /// Whether jobs wait for a thread from now on, so that checks must begin.
    mutating func beginWatch() -> Bool {
        guard !isWatched, isFull, limit < TaskQueue.stallLimit else { return false }
        (isWatched, checked) = (true, removed)
        return true
    }

    mutating func endWatch() {
        isWatched = false
    }

    /// Checks whether jobs still wait and no thread has taken one since the last check.
    mutating func checkForStall() -> Check {
        guard jobs.count > idle, limit < TaskQueue.stallLimit else {
            isWatched = false
            return .none
        }
        defer { checked = removed }
        guard removed == checked else { return .moves }
        let blocked = threads
        // A limit that was raised meanwhile, or a thread that couldn't be started, leaves room already.
        if threads >= limit { limit = min(limit + blocked, TaskQueue.stallLimit) }
        let added = min(limit - threads, jobs.count - idle)
        threads += added
        return .stalled(blocked: blocked, added: added)
    }
}

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
