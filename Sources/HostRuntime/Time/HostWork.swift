/// A run of a command, or of other work that a scripted run waits for.
///
/// Work is settled when it has ended or is asleep: it waits for the host's clock
/// or for work outside the main actor, and nothing more happens until then.
@MainActor final class HostWork {
    /// The work that the current task belongs to; child tasks belong to it too.
    @TaskLocal static var current: HostWork?

    private(set) var isRunning = true

    /// Whether it has been waited for long enough, so that input no longer does.
    var isLetGo = false

    private var sleeps = 0
    private let onChange: @MainActor () -> Void

    /// Whether there is nothing to wait for before the clock moves or other work ends.
    var isSettled: Bool { !isRunning || sleeps > 0 }

    init(onChange: @escaping @MainActor () -> Void = {}) {
        self.onChange = onChange
    }

    /// Notes that the work waits, or that one of its waits is over.
    ///
    /// Work may wait several times at once, in child tasks.
    func setAsleep(_ isAsleep: Bool) {
        sleeps += isAsleep ? 1 : -1
        onChange()
    }

    /// Notes that the work is over.
    func end() {
        isRunning = false
        onChange()
    }
}
