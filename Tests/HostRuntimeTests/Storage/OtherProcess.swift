import Synchronization

@testable import HostRuntime

/// A simulated process that holds the locks of stores.
final class OtherProcess: Sendable {
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

    init(timeout: Duration = .zero) {
        self.timeout = timeout
    }

    var calls: StoreCalls {
        StoreCalls(
            // No flush: the files need not survive the machine.
            flush: { _ in },
            lock: { (file) throws(SystemError) in
                guard !self.state.withLock({ $0.isHolding }) else { return false }
                return try file.tryLock()
            },
            timeout: { [timeout] in LockWait.Timeout(limit: timeout, isRenewed: true) },
            now: { self.state.withLock { $0.now } },
            pause: { pause in self.state.withLock { $0.pause(pause) } },
            start: { body in
                let work = Work(body: body)
                self.state.withLock { $0.work.append(work) }
                return true
            }
        )
    }

    /// The pauses of the stores between their attempts.
    var pauses: [Duration] { state.withLock { $0.pauses } }

    /// The number of threads that the stores have started.
    var threads: Int { state.withLock { $0.work.count } }

    func hold() {
        state.withLock { $0.isHolding = true }
    }

    func letGo() {
        state.withLock { $0.isHolding = false }
    }

    func letGo(afterPauses count: Int) {
        state.withLock { $0.pausesUntilRelease = count }
    }

    /// Runs the work of the threads that the stores have started.
    func runThreads() {
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
