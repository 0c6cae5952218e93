internal import Dispatch
internal import Synchronization

/// Keeps the process from being stopped while a thread of it holds what others wait for.
///
/// A process that control-Z stops between taking a file's lock and giving it
/// back would keep every other process from that file until it is continued.
final class StopGate: Sendable {
    static let shared = StopGate()

    /// How long a stop waits for the threads inside; a disk that hangs must not take control-Z away.
    static let patience = Duration.seconds(1)

    fileprivate struct State {
        /// How often each thread is inside.
        var inside: [UInt: Int] = [:]
        var isClosed = false
        var waiting = 0
    }

    private let state = Mutex(State())
    private let opened = DispatchSemaphore(value: 0)
    private let emptied = DispatchSemaphore(value: 0)

    /// Enters; waits while a stop is under way, unless the calling thread is inside already.
    func enter() {
        let thread = SystemThread.currentID
        while !state.withLock({ $0.enter(thread) }) { opened.wait() }
    }

    /// Leaves once.
    func leave() {
        let thread = SystemThread.currentID
        if state.withLock({ $0.leave(thread) }) { emptied.signal() }
    }

    /// Stops the process with a body while nobody is inside, or after the patience with somebody.
    @discardableResult
    func stop<Result>(patience: Duration = StopGate.patience, _ body: () -> Result) -> Result {
        state.withLock { $0.isClosed = true }
        let end = DispatchTime.now() + .nanoseconds(Int(patience / .nanoseconds(1)))
        // A signal may be left from a stop that had waited in vain.
        while state.withLock({ !$0.inside.isEmpty }), emptied.wait(timeout: end) == .success {}
        let result = body()
        let waiting = state.withLock { $0.open() }
        for _ in 0..<waiting { opened.signal() }
        return result
    }
}

extension StopGate.State {
    fileprivate mutating func enter(_ thread: UInt) -> Bool {
        if isClosed, inside[thread] == nil {
            waiting += 1
            return false
        }
        inside[thread, default: 0] += 1
        return true
    }

    /// Leaves once; true when a stop waits for just this.
    fileprivate mutating func leave(_ thread: UInt) -> Bool {
        guard let count = inside[thread] else { return false }
        inside[thread] = count > 1 ? count - 1 : nil
        return isClosed && inside.isEmpty
    }

    /// Opens the gate, and returns how many wait at it.
    fileprivate mutating func open() -> Int {
        isClosed = false
        defer { waiting = 0 }
        return waiting
    }
}
