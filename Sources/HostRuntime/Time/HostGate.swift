/// A gate that work waits at until somebody opens it: what the clock is for time, it is for a person.
///
/// A scripted run or a test goes on while work waits at a gate, as it does
/// while work sleeps on the host's clock. A gate that is open stays open.
@MainActor public final class HostGate {
    private var sleepers: [Sleeper] = []

    /// Whether it has been opened.
    public private(set) var isOpen = false

    /// Creates a gate that is closed.
    public init() {}

    /// Opens the gate for all who wait, in no order, and for whoever comes later.
    public func open() {
        isOpen = true
        let sleepers = sleepers
        self.sleepers = []
        for sleeper in sleepers { sleeper.wake() }
    }

    /// Waits until the gate is open; throws `CancellationError` when the task is cancelled meanwhile.
    public func wait() async throws {
        try Task.checkCancellation()
        guard !isOpen else { return }
        let sleeper = Sleeper()
        sleepers.append(sleeper)
        await sleeper.sleep()
        sleepers.removeAll { $0 === sleeper }
        // Who is let through has not been cancelled in vain.
        if !isOpen { throw CancellationError() }
    }
}
