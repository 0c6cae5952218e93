import Synchronization

/// The parts that all topics of a bus share: the mailbox, the hooks and the limits.
final class BusHooks: Sendable {
    let mailbox: MainMailbox
    let unheard = UnheardTopics()
    /// The number of observers of a topic that may be a leak; the largest number where none is.
    let leakWarningThreshold: Int

    /// Called for every observer that throws and every post that is nested too deep.
    let onFailure = Hook<ObserverFailure>()

    /// Called when a message type has suspiciously many observers.
    let onLeakWarning = Hook<LeakWarning>()

    /// Called for every post, before its observers; nested posts come after the post that they're nested in.
    let onPost: Hook<PostedMessage>

    /// Creates hooks without closures; `onReporting` is told when `onPost` gets its first and loses its last.
    init(
        mailbox: MainMailbox,
        leakWarningThreshold: Int,
        onReporting: @escaping @Sendable (_ isReported: Bool) -> Void
    ) {
        self.mailbox = mailbox
        onPost = Hook(onChange: onReporting)
        self.leakWarningThreshold = leakWarningThreshold < 1 ? .max : leakWarningThreshold
    }

    deinit {
        unheard.deallocate()
    }
}

/// A closure that may be set at any time, and others that may be added; reading whether there is one costs one load.
///
/// It's called on the thread of the event, with no lock held. Failures and posts
/// inside a hook on the same thread aren't reported.
final class Hook<Report: Sendable>: Sendable {
    typealias Body = @Sendable (Report) -> Void

    // A closure stored directly in a generic container is wrapped once more by each access.
    private struct Stored: Sendable {
        var body: Body?
        var added: [Added] = []
        var lastID = 0

        var isEmpty: Bool { body == nil && added.isEmpty }
    }

    private struct Added: Sendable {
        let id: Int
        let body: Body
    }

    private let stored = Mutex(Stored())
    private let isStored = Atomic(false)
    private let onChange: @Sendable (_ isSet: Bool) -> Void

    /// Creates a hook without closures; `onChange` is told, under a lock, when there is a first and when there is none.
    init(onChange: @escaping @Sendable (_ isSet: Bool) -> Void = { _ in }) {
        self.onChange = onChange
    }

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
                update(isSet: !stored.isEmpty)
                return old
            }
        }
    }

    /// Adds a closure that is called after the others, and returns the number that removes it.
    func add(_ body: @escaping Body) -> Int {
        stored.withLock { stored in
            stored.lastID += 1
            stored.added.append(Added(id: stored.lastID, body: body))
            update(isSet: true)
            return stored.lastID
        }
    }

    /// Removes a closure that was added.
    func remove(_ id: Int) {
        // Returns the old closures, so that they're released after the lock.
        _ = stored.withLock { stored in
            let old = stored
            stored.added.removeAll { $0.id == id }
            update(isSet: !stored.isEmpty)
            return old
        }
    }

    private func update(isSet: Bool) {
        guard isStored.exchange(isSet, ordering: .relaxed) != isSet else { return }
        onChange(isSet)
    }

    /// Calls the closures with no lock held, unless this thread is already calling a hook.
    func callAsFunction(on thread: PostingThread, _ report: () -> Report) {
        let stored = stored.withLock { $0 }
        guard !stored.isEmpty else { return }
        thread.report {
            let report = report()
            stored.body?(report)
            for added in stored.added { added.body(report) }
        }
    }
}
