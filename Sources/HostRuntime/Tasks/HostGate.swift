/// A gate at which work waits until it opens, such as for a person's answer.
///
/// A scripted run or a test continues while work waits at a gate, as it does
/// while work sleeps on the host's clock. An open gate stays open.
@MainActor public final class HostGate {
    private var sleepers: [Sleeper] = []

    /// Whether the gate is open.
    public private(set) var isOpen = false

    /// Creates a closed gate.
    public init() {}

    /// Opens the gate for all work that waits, in no particular order, and for all that comes later.
    public func open() {
        isOpen = true
        let sleepers = sleepers
        self.sleepers = []
        for sleeper in sleepers { sleeper.wake() }
    }

    /// Waits until the gate is open; throws `CancellationError` if the task is cancelled first.
    public func wait() async throws {
        try Task.checkCancellation()
        guard !isOpen else { return }
        let sleeper = Sleeper()
        sleepers.append(sleeper)
        await sleeper.sleep()
        sleepers.removeAll { $0 === sleeper }
        // A task that is cancelled after the gate opened still passes.
        if !isOpen { throw CancellationError() }
    }
}
