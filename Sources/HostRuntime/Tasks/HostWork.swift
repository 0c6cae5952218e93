/// A run of a command, or work that the host performs outside the main actor.
///
/// Work is busy until it ends, except while it is asleep: then it waits for the
/// host's clock, for a gate, or for work outside the main actor.
@MainActor final class HostWork {
    /// The work that the current task belongs to; child tasks belong to it too.
    @TaskLocal static var current: HostWork?

    private(set) var isRunning = true

    /// Whether input no longer waits for the work, because it has waited long enough.
    var isIgnoredByInput = false

    private var sleeps = 0
    private let onChange: @MainActor (HostWork) -> Void

    /// Whether the work continues before the clock moves, a gate opens or other work ends.
    var isBusy: Bool { isRunning && sleeps == 0 }

    init(onChange: @escaping @MainActor (HostWork) -> Void = { _ in }) {
        self.onChange = onChange
    }

    /// Records that a wait begins or ends.
    ///
    /// Work may wait several times at once, in child tasks.
    func setAsleep(_ isAsleep: Bool) {
        sleeps += isAsleep ? 1 : -1
        onChange(self)
    }

    func end() {
        isRunning = false
        onChange(self)
    }
}
