internal import Synchronization

/// The attempts at a lock that another process holds, with growing pauses between them.
///
/// The pauses grow with the wait: a hundred processes that try every few
/// milliseconds would leave the one that has the lock no processor to end with.
package struct LockWait: Hashable, Sendable {
    /// The time that a thread waits.
    package struct Timeout: Hashable, Sendable {
        let limit: Duration
        /// Whether the limit counts from the last commit of another process, since processes that take turns aren't stuck.
        let isRenewed: Bool

        package init(limit: Duration, isRenewed: Bool) {
            self.limit = limit
            self.isRenewed = isRenewed
        }

        package static let none = Timeout(limit: .zero, isRenewed: false)

        /// The timeout of the thread that draws and takes keys: less than a person notices.
        static let mainThread = Timeout(limit: .milliseconds(50), isRenewed: false)

        /// The timeout of a program's other threads.
        static let otherThread = Timeout(limit: .seconds(1), isRenewed: true)

        /// The timeout of a process's end, which has left its changes in a file.
        static let end = Timeout(limit: .seconds(2), isRenewed: true)

        /// The timeout of a process without a host.
        package static let noHost = Timeout(limit: .seconds(10), isRenewed: true)
    }

    private let timeout: Timeout?
    private let start: Duration
    private var deadline: Duration
    private var pause: Duration

    /// Creates a wait that starts at a time and ends, with short pauses to get in between other processes.
    init(_ timeout: Timeout, from now: Duration) {
        self.timeout = timeout
        start = now
        deadline = now + timeout.limit
        pause = .milliseconds(1)
    }

    /// Creates an endless wait for a background thread.
    init() {
        timeout = nil
        start = .zero
        deadline = .zero
        pause = .milliseconds(20)
    }

    /// Returns the time since the start.
    func waited(at now: Duration) -> Duration { now - start }

    /// Returns the pause after a failed attempt; nil at the end of the wait.
    ///
    /// `isProgressing` is whether another process has committed since the last
    /// attempt.
    mutating func next(at now: Duration, isProgressing: Bool = false) -> Duration? {
        if let timeout, timeout.isRenewed, isProgressing { deadline = now + timeout.limit }
        // To get in between two others that take turns, a wait needs many attempts while it's short.
        let longest = timeout == nil ? .seconds(1) : max(.milliseconds(4), (now - start) / 32)
        let left = timeout == nil ? longest : deadline - now
        guard left > .zero else { return nil }
        defer { pause = min(pause * 2, longest) }
        return min(pause, left)
    }
}

// MARK: - Threads

extension LockWait {
    /// The thread of a program's main actor; 0 in a process without a host.
    private static let screenThread = Atomic<UInt>(0)

    /// Records that the current thread is the one that draws and takes keys.
    package static func markMainThread() {
        screenThread.store(SystemThread.currentID, ordering: .relaxed)
    }

    static var timeout: Timeout {
        timeout(of: SystemThread.currentID, screen: screenThread.load(ordering: .relaxed))
    }

    /// Returns the timeout of a thread, where `screen` is the one that draws; 0 in a process without a host.
    static func timeout(of thread: UInt, screen: UInt) -> Timeout {
        guard screen != 0 else { return .noHost }
        return thread == screen ? .mainThread : .otherThread
    }
}
