internal import Synchronization

/// How long to try for a lock that another process holds; a pure value.
struct LockWait: Hashable, Sendable {
    /// How long a thread waits.
    struct Patience: Hashable, Sendable {
        let limit: Duration
        /// Whether the limit counts from the last commit of another process: who takes turns is not stuck.
        let isRenewed: Bool

        static let none = Patience(limit: .zero, isRenewed: false)

        /// That of the thread that draws and takes keys: less than a person notices.
        static let atTheScreen = Patience(limit: .milliseconds(50), isRenewed: false)

        /// That of a program's other threads.
        static let besideTheScreen = Patience(limit: .seconds(1), isRenewed: true)

        /// That of a process that has no host.
        static let withoutScreen = Patience(limit: .seconds(10), isRenewed: true)
    }

    private let patience: Patience?
    private let longest: Duration
    private var deadline: Duration
    private var pause: Duration

    /// A wait that ends, from a moment on; others who take turns at the lock are met soon.
    init(_ patience: Patience, from now: Duration) {
        self.patience = patience
        longest = .milliseconds(4)
        deadline = now + patience.limit
        pause = .milliseconds(1)
    }

    /// A wait in the background that has no end.
    init() {
        patience = nil
        longest = .seconds(1)
        deadline = .zero
        pause = .milliseconds(20)
    }

    /// The pause before the next attempt, after one that failed; nil when the wait is over.
    ///
    /// `isProgressing` tells that another process has committed since the last one.
    mutating func next(at now: Duration, isProgressing: Bool = false) -> Duration? {
        if let patience, patience.isRenewed, isProgressing { deadline = now + patience.limit }
        let left = patience == nil ? longest : deadline - now
        guard left > .zero else { return nil }
        defer { pause = min(pause * 2, longest) }
        return min(pause, left)
    }
}

// MARK: - Who waits

extension LockWait {
    /// The thread that a program's main actor runs on; 0 in a process without a host.
    private static let screenThread = Atomic<UInt>(0)

    /// Records that the calling thread is the one that draws and takes keys.
    static func beginAtTheScreen() {
        screenThread.store(SystemThread.currentID, ordering: .relaxed)
    }

    /// How long the calling thread may wait.
    static var patience: Patience {
        patience(of: SystemThread.currentID, screen: screenThread.load(ordering: .relaxed))
    }

    static func patience(of thread: UInt, screen: UInt) -> Patience {
        guard screen != 0 else { return .withoutScreen }
        return thread == screen ? .atTheScreen : .besideTheScreen
    }
}
