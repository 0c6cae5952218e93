internal import Synchronization

/// The host that each task belongs to, in a test process with many hosts.
///
/// A task belongs to the host whose task has started it, so what a test, its
/// host and the plugins start counts in one activity, and the tests beside it
/// don't. A program has one host, to which every task belongs.
enum TaskOwners {
    /// Whether many hosts share this process, as in tests; doesn't change after the first task.
    static var hasManyHosts: Bool { separation.load(ordering: .relaxed) }

    private static let separation = Atomic(false)

    /// Keys are ids of tasks, which the process uses once.
    private static let activities = Mutex<[UInt64: TaskActivity]>([:])

    /// Begins to tell hosts apart.
    static func separateHosts() {
        separation.store(true, ordering: .relaxed)
    }

    /// Returns the activity of a new host, to which the current task then belongs.
    static func makeActivity() -> TaskActivity {
        guard hasManyHosts else { return .program }
        let activity = TaskActivity()
        assignCurrentTask(to: activity)
        return activity
    }

    /// Lets the current task belong to an activity, and with it the tasks that it starts from now on.
    static func assignCurrentTask(to activity: TaskActivity) {
        guard hasManyHosts, let task = currentTask else { return }
        activities.withLock { activities in
            guard activities.updateValue(activity, forKey: task) !== activity else { return }
            activity.recordTask(task)
        }
    }

    /// Forgets the tasks of a host that has gone.
    static func remove(_ activity: TaskActivity) {
        guard hasManyHosts else { return }
        activities.withLock { activities in
            for task in activity.removeTasks() where activities[task] === activity { activities[task] = nil }
        }
    }

    /// Returns the activity in which a job counts; nil for the job of a task that no host's task has started.
    static func activity(of job: UnownedJob) -> TaskActivity? {
        guard hasManyHosts else { return .program }
        let id = jobTaskID(job)
        let current = currentTask
        return activities.withLock { activities in
            if id != 0, let activity = activities[id] { return activity }
            // A task is first seen when the task that starts it gives it to an executor. What is no
            // task, the turn of an actor, counts where it is asked for.
            guard let current, let activity = activities[current] else { return nil }
            if id != 0 {
                activities[id] = activity
                activity.recordTask(id)
            }
            return activity
        }
    }

    private static var currentTask: UInt64? {
        // A task is its own job, and both are a pointer to it; no name for the conversion is public.
        withUnsafeCurrentTask { task in task.map { jobTaskID(unsafeBitCast($0, to: UnownedJob.self)) } }
    }
}

// What the description of a job shows; exported, and without a public name. It is 0 for a job that is no task.
@_silgen_name("swift_task_getJobTaskId")
private func jobTaskID(_ job: UnownedJob) -> UInt64
