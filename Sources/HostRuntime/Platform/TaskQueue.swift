/// The jobs that wait for a thread, and the number of threads for them; a pure value.
struct TaskQueue<Job> {
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
        return jobs.popFirst()
    }
}
