import Synchronization

/// The parts that all topics of a bus share: the mailbox, the hooks and the limits.
final class BusHooks: Sendable {
    let mailbox: MainMailbox
    let leakWarningThreshold: Int

    /// Called for every observer that throws and every post that is nested too deep.
    let onFailure = Hook<ObserverFailure>()

    /// Called when a message type has suspiciously many observers.
    let onLeakWarning = Hook<LeakWarning>()

    /// Called for every post, before its observers; nested posts come after the post that they're nested in.
    let onPost = Hook<PostedMessage>()

    init(mailbox: MainMailbox, leakWarningThreshold: Int) {
        self.mailbox = mailbox
        self.leakWarningThreshold = leakWarningThreshold
    }
}

/// A closure that may be set at any time; reading whether it's set costs one load.
///
/// It's called on the thread of the event, with no lock held. Failures and posts
/// inside a hook on the same thread aren't reported.
final class Hook<Report: Sendable>: Sendable {
    typealias Body = @Sendable (Report) -> Void

    // A closure stored directly in a generic container is wrapped once more by each access.
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
