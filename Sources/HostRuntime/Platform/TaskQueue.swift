/// The jobs that wait for a thread, and how many threads there should be; a pure value.
struct TaskQueue<Job> {
    /// The most threads that run jobs at once.
    let limit: Int

    private var jobs = RingBuffer<Job>()
    private(set) var threads = 0
    private var idle = 0

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Adds a job behind the others; true when it needs one more thread, which then counts as there.
    mutating func add(_ job: Job) -> Bool {
        jobs.append(job)
        guard jobs.count > idle, threads < limit else { return false }
        threads += 1
        return true
    }

    /// Records that a thread has nothing to do, and takes one of the jobs that come.
    mutating func wait() {
        idle += 1
    }

    /// The job for a thread that was waiting.
    mutating func take() -> Job? {
        idle -= 1
        return jobs.popFirst()
    }

    /// Records that a thread was made without being asked for.
    mutating func countThread() {
        threads += 1
    }

    /// Records that a thread could not be made.
    mutating func loseThread() {
        threads -= 1
    }
}
