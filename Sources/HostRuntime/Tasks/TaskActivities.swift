internal import Synchronization

/// The host that each task belongs to, in a test process with many hosts.
///
/// A task belongs to the host whose task started it. All tasks of a test, its
/// host and its plugins therefore count in one activity, apart from those of
/// other tests. A program has one host, to which every task belongs.
enum TaskActivities {
    /// Whether many hosts share this process, as in tests; doesn't change after the first task.
    static var hasManyHosts: Bool { separation.load(ordering: .relaxed) }

    private static let separation = Atomic(false)

    /// The activities by the ids of tasks, which the process never reuses.
    private static let activities = Mutex<[UInt64: TaskActivity]>([:])

    /// Begins to count each host's tasks separately.
    static func separateHosts() {
        separation.store(true, ordering: .relaxed)
    }

    /// The activity of the current task's host; nil if none has the task, in a process with many hosts.
    static var current: TaskActivity? {
        guard hasManyHosts else { return .program }
        guard let task = currentTask else { return nil }
        return activities.withLock { $0[task] }
    }

    /// Returns the activity of a new host, to which the current task then belongs.
    static func makeActivity() -> TaskActivity {
        guard hasManyHosts else { return .program }
        let activity = TaskActivity()
        assignCurrentTask(to: activity)
        return activity
    }

    /// Assigns the current task to an activity, along with the tasks that it starts from now on.
    static func assignCurrentTask(to activity: TaskActivity) {
        guard hasManyHosts, let task = currentTask else { return }
        activities.withLock { activities in
            guard activities.updateValue(activity, forKey: task) !== activity else { return }
            activity.recordTask(task)
        }
    }

    /// Forgets the tasks of a host that was released.
    static func remove(_ activity: TaskActivity) {
        guard hasManyHosts else { return }
        activities.withLock { activities in
            for task in activity.removeTasks() where activities[task] === activity { activities[task] = nil }
        }
    }

    /// Returns the activity that counts a job; nil if no host's task started the job's task.
    static func activity(of job: UnownedJob) -> TaskActivity? {
        guard hasManyHosts else { return .program }
        let id = jobTaskID(job)
        let current = currentTask
        return activities.withLock { activities in
            if id != 0, let activity = activities[id] { return activity }
            // A task is first seen when the task that starts it passes it to an executor. A job that is no
            // task, such as an actor's turn, counts for the task that enqueues it.
            guard let current, let activity = activities[current] else { return nil }
            if id != 0 {
                activities[id] = activity
                activity.recordTask(id)
            }
            return activity
        }
    }

    /// The id of the current task; nil outside tasks.
    static var currentTask: UInt64? {
        // A task is its own job, and both are a pointer to it; the conversion has no public name.
        withUnsafeCurrentTask { task in task.map { jobTaskID(unsafeBitCast($0, to: UnownedJob.self)) } }
    }
}

// The number in the description of a job, which is 0 for a job that is no task; exported without a public name.
@_silgen_name("swift_task_getJobTaskId")
func jobTaskID(_ job: UnownedJob) -> UInt64
