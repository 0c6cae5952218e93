import Synchronization

/// The parts that all topics of a bus share: the mailbox, the hooks and the limits.
final class BusHooks: Sendable {
    let mailbox: MainMailbox
    let leakWarningThreshold: Int
    let onFailure = Hook<ObserverFailure>()
    let onLeakWarning = Hook<LeakWarning>()
    let onPost = Hook<PostedMessage>()

    init(mailbox: MainMailbox, leakWarningThreshold: Int) {
        self.mailbox = mailbox
        self.leakWarningThreshold = leakWarningThreshold
    }
}

/// A closure that may be set at any time; reading whether it's set costs one load.
final class Hook<Report: Sendable>: Sendable {
    typealias Body = @Sendable (Report) -> Void

    /// A struct around the closure.
    ///
    /// A closure that is stored directly in a generic container gets wrapped once
    /// more by each access, so that every call would go deeper than the last.
    private struct Stored: Sendable {
        var body: Body?
    }

    private let stored = Mutex(Stored())
    private let isStored = Atomic(false)

    var isSet: Bool {
        isStored.load(ordering: .relaxed)
    }

    var body: Body? {
        get { stored.withLock { $0.body } }
        set {
            // Returns the old closure, so that it's released after the lock.
            _ = stored.withLock { stored in
                let old = stored
                stored.body = newValue
                isStored.store(newValue != nil, ordering: .relaxed)
                return old
            }
        }
    }

    /// Calls the closure with no lock held, unless this thread is already calling a hook.
    func callAsFunction(on thread: PostingThread, _ report: () -> Report) {
        guard let body else { return }
        thread.report { body(report()) }
    }
}
