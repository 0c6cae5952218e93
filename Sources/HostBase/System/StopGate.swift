internal import Dispatch
internal import Synchronization

/// Keeps the process from being stopped while one of its threads holds a resource that other processes wait for.
///
/// If control-Z stopped a process while it holds a file's lock, no other
/// process could use the file until that process continues.
package final class StopGate: Sendable {
    package static let shared = StopGate()

    /// The longest time that a stop waits for the threads inside: control-Z must work even if a disk hangs.
    static let timeout = Duration.seconds(1)

    fileprivate struct State {
        /// The number of times that each thread has entered.
        var inside: [UInt: Int] = [:]
        var isClosed = false
        var waiting = 0
    }

    private let state = Mutex(State())
    private let opened = DispatchSemaphore(value: 0)

    /// Enters the gate; waits during a stop, unless the calling thread is inside already.
    package func enter() {
        let thread = SystemThread.currentID
        while !state.withLock({ $0.enter(thread) }) { opened.wait() }
    }

    /// Leaves the gate, once for each `enter()`.
    package func leave() {
        let thread = SystemThread.currentID
        state.withLock { $0.leave(thread) }
    }

    /// Makes the current thread the one that is inside, instead of another one that has entered once.
    package func takeOver(from thread: UInt) {
        let current = SystemThread.currentID
        state.withLock { state in
            state.inside[current, default: 0] += 1
            state.leave(thread)
        }
    }

    /// Runs a body that stops the process, once no thread is inside or the timeout has run out.
    @discardableResult
    package func stop<Result>(timeout: Duration = StopGate.timeout, _ body: () -> Result) -> Result {
        state.withLock { $0.isClosed = true }
        let end = BootTime.now + timeout
        // A semaphore's timeout would follow the calendar time, which a person may set back. This is rare and short.
        while state.withLock({ !$0.inside.isEmpty }), .now < end { SystemThread.pause(for: .milliseconds(1)) }
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

    fileprivate mutating func leave(_ thread: UInt) {
        guard let count = inside[thread] else { return }
        inside[thread] = count > 1 ? count - 1 : nil
    }

    /// Opens the gate, and returns the number of threads that wait at it.
    fileprivate mutating func open() -> Int {
        isClosed = false
        defer { waiting = 0 }
        return waiting
    }
}
