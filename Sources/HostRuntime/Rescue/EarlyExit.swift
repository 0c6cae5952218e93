internal import Glibc
internal import Synchronization

/// Turns an `exit` in the middle of a run into a failure, and names the plugin that called it.
///
/// Without it, a plugin that calls `exit(0)` would make a run that did half of
/// its steps look like one that did them all. A `pthread_exit` on the main thread
/// counts as one: the process would stay, and do nothing, for ever.
final class EarlyExit: Sendable {
    /// The process's instance, which watches for its end from the first use on.
    static let shared = EarlyExit()

    private let text = Mutex<String?>(nil)
    private let isExpected = Atomic(false)

    private init() {
        ProcessEnd.perform { EarlyExit.shared.finish() }
        at_quick_exit { EarlyExit.shared.finish() }
    }

    /// The message to print if the process ends now; nil for none.
    var complaint: String? {
        get { text.withLock { $0 } }
        set { text.withLock { $0 = newValue } }
    }

    /// Watches for the end of the process, and of the calling thread, from now on.
    func begin() {
        var key = pthread_key_t()
        guard pthread_key_create(&key, { _ in exit(ExitStatus.failure.rawValue) }) == 0 else { return }
        // The system calls the closure with any value but null.
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
    }

    /// Lets the process end without a complaint.
    func expect() {
        isExpected.store(true, ordering: .relaxed)
    }

    private func finish() {
        // A copy of the program that `fork` made may end at any time.
        guard !isExpected.load(ordering: .relaxed), !ProcessEnd.isInCopy else { return }
        let isByPlugin = ProcessJournal.recordExit()
        let complaint = complaint
        guard isByPlugin || complaint != nil else { return }
        // Handlers run newest first, so others have printed by now; their output precedes the message.
        fflush(nil)
        if let complaint { StandardStreams.printError(complaint) }
        ProcessJournal.printCrashMessage()
        _exit(ExitStatus.failure.rawValue)
    }
}
