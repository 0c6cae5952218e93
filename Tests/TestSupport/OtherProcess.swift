internal import HostBase
package import Scenarios
internal import Synchronization

/// A simulated process that holds the locks of stores.
package final class OtherProcess: Sendable {
    fileprivate struct Work: Sendable {
        let body: @Sendable () -> Void
    }

    fileprivate struct State {
        var isHolding = true
        var pauses: [Duration] = []
        var pausesUntilRelease: Int?
        var now = Duration.zero
        var work: [Work] = []
    }

    private let state = Mutex(State())
    private let timeout: Duration

    package init(timeout: Duration = .zero) {
        self.timeout = timeout
    }

    package var calls: StoreCalls {
        var calls = StoreCalls.system
        // No flush: the files need not survive the machine.
        calls.flush = { _ in }
        calls.lock = { (file) throws(SystemError) in
            guard !self.state.withLock({ $0.isHolding }) else { return false }
            return try file.tryLock()
        }
        calls.timeout = { [timeout] in LockWait.Timeout(limit: timeout, isRenewed: true) }
        calls.now = { self.state.withLock { $0.now } }
        calls.pause = { pause in self.state.withLock { $0.pause(pause) } }
        calls.start = { body in
            let work = Work(body: body)
            self.state.withLock { $0.work.append(work) }
            return true
        }
        return calls
    }

    /// The pauses of the stores between their attempts.
    package var pauses: [Duration] { state.withLock { $0.pauses } }

    /// The number of threads that the stores have started.
    package var threads: Int { state.withLock { $0.work.count } }

    package func hold() {
        state.withLock { $0.isHolding = true }
    }

    package func letGo() {
        state.withLock { $0.isHolding = false }
    }

    package func letGo(afterPauses count: Int) {
        state.withLock { $0.pausesUntilRelease = count }
    }

    /// Runs the work of the threads that the stores have started.
    package func runThreads() {
        let work = state.withLock { state in
            defer { state.work = [] }
            return state.work
        }
        for work in work { work.body() }
    }
}

extension OtherProcess.State {
    fileprivate mutating func pause(_ pause: Duration) {
        pauses.append(pause)
        now += pause
        if let count = pausesUntilRelease {
            pausesUntilRelease = count > 1 ? count - 1 : nil
            if count <= 1 { isHolding = false }
        }
    }
}
