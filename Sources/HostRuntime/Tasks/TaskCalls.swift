internal import Synchronization

/// The plugin that each task belongs to.
///
/// A task belongs to the plugin whose code starts it, for all of its steps, on
/// the main actor and elsewhere. The table has a fixed size and needs no lock, and
/// nothing says when a task has ended: a new task takes the place of one that
/// hasn't run for thousands of tasks. That one is then attributed to the code that
/// continues it.
enum TaskCalls {
    private static let groupCount: UInt64 = 1024
    /// The number of places where a task can be: a cache line.
    private static let groupSize = 8

    // Each word is a task's id, whether it has run lately, its owner and its phase. Zero stands for no task.
    // Never freed, and shared only by atomics.
    private nonisolated(unsafe) static let table: UnsafeMutablePointer<Atomic<UInt64>> = {
        let count = Int(groupCount) * groupSize
        let zeros = UntouchedMemory.allocateZeros(count * MemoryLayout<Atomic<UInt64>>.stride)
        return zeros.bindMemory(to: Atomic<UInt64>.self, capacity: count)
    }()

    private static let entryBits: UInt64 = 0xFF_FFFF
    private static let hasRunLately: UInt64 = 1 << 24
    private static let idShift: UInt64 = 25

    /// Returns the entry for a step of a job's task, when the job is passed to an executor.
    ///
    /// The first time that is done by the code that starts the task.
    static func entry(of job: UnownedJob) -> CallEntry {
        let id = jobTaskID(job)
        guard id != 0 else { return inherited }
        let group = table + Int(id % groupCount) * groupSize
        for place in 0..<groupSize {
            let word = group[place].load(ordering: .relaxed)
            guard word >> idShift == (id << idShift) >> idShift else { continue }
            if word & hasRunLately == 0 { group[place].store(word | hasRunLately, ordering: .relaxed) }
            return CallEntry(word: word & entryBits)
        }
        let entry = inherited
        group[freePlace(in: group, for: id)].store(id << idShift | entry.word & entryBits, ordering: .relaxed)
        return entry
    }

    /// Returns the place of the oldest task that hasn't run again lately; if all have, the place of any.
    private static func freePlace(in group: UnsafeMutablePointer<Atomic<UInt64>>, for id: UInt64) -> Int {
        var oldest: (place: Int, word: UInt64)?
        for place in 0..<groupSize {
            let word = group[place].load(ordering: .relaxed)
            if word & hasRunLately == 0, word < oldest?.word ?? .max { oldest = (place, word) }
        }
        if let oldest { return oldest.place }
        for place in 0..<groupSize {
            group[place].store(group[place].load(ordering: .relaxed) & ~hasRunLately, ordering: .relaxed)
        }
        return Int(id / groupCount % UInt64(groupSize))
    }

    /// The entry of a task that the calling code starts.
    private static var inherited: CallEntry {
        if let entry = ThreadCalls.current?.innermost?.entry {
            return entry.isOfPlugin ? entry.ofStartedTask : CallEntry(word: 0)
        }
        let owner = RunningCode.taskOwner
        return owner == .host ? CallEntry(word: 0) : CallEntry(of: owner, .task)
    }
}

extension ThreadCalls {
    /// Runs a job of the main actor, which in a test process may be on any thread.
    static func runOnMainActor(_ entry: CallEntry, _ body: () -> Void) {
        guard TaskActivities.hasManyHosts else { return run(entry, on: RunningCode.mainStack, body) }
        joinMain()
        run(entry, on: RunningCode.mainStack, body)
        leaveMain()
    }
}
