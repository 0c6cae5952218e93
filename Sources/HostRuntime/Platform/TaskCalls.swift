internal import Synchronization

/// The plugin that each task belongs to.
///
/// A task belongs to the plugin whose code starts it, for all of its steps, on
/// the main actor and elsewhere. The table has a fixed size and needs no lock: a
/// task that is started thousands of tasks later takes the place of an old one,
/// which is then attributed to the code that continues it.
enum TaskCalls {
    private static let count: UInt64 = 4096

    // Each word is a task's id, its owner and its phase. Zero stands for no task.
    // Never freed, and shared only by atomics.
    private nonisolated(unsafe) static let table: UnsafeMutablePointer<Atomic<UInt64>> = {
        let table = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: Int(count))
        for index in 0..<Int(count) { (table + index).initialize(to: Atomic(0)) }
        return table
    }()

    /// Returns the entry for a step of a job's task, when the job is passed to an executor.
    ///
    /// The first time that is done by the code that starts the task.
    static func entry(of job: UnownedJob) -> CallEntry {
        let id = jobTaskID(job)
        guard id != 0 else { return inherited }
        let place = table + Int(id % count)
        let known = place.pointee.load(ordering: .relaxed)
        if known >> 24 == id & 0xFF_FFFF_FFFF { return CallEntry(word: known & 0xFF_FFFF) }
        let entry = inherited
        place.pointee.store(id << 24 | entry.word & 0xFF_FFFF, ordering: .relaxed)
        return entry
    }

    /// The entry of a task that the calling code starts.
    private static var inherited: CallEntry {
        if let entry = ThreadCalls.current?.innermost?.entry {
            return entry.isOfPlugin ? entry.during(entry.phase?.ofStartedTask ?? .task) : CallEntry(word: 0)
        }
        let owner = RunningCode.taskOwner
        return owner == .host ? CallEntry(word: 0) : CallEntry(of: owner, .task)
    }
}
