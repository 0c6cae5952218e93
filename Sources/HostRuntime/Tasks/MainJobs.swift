/// The jobs that wait for the main thread, in order; a pure value.
///
/// The program's own come first, so that however many others wait, the program can read its input and end.
struct MainJobs<Job> {
    private var own = RingBuffer<Job>()
    private var others = RingBuffer<Job>()

    var count: Int { own.count + others.count }
    var isEmpty: Bool { count == 0 }

    /// Adds a job; returns true if it's the only one, so that the main thread must be woken.
    mutating func add(_ job: Job, isOwn: Bool) -> Bool {
        defer { if isOwn { own.append(job) } else { others.append(job) } }
        return isEmpty
    }

    /// Removes and returns the next job.
    mutating func popFirst() -> Job? { own.popFirst() ?? others.popFirst() }
}

/// Finds the element that makes up more than half of many, with memory for one; a pure value.
struct MajorityVote<Element: Equatable> {
    /// The element that makes up more than half, if one does.
    private(set) var candidate: Element?
    private var lead = 0

    mutating func add(_ element: Element) {
        if lead == 0 { candidate = element }
        lead += element == candidate ? 1 : -1
    }
}
