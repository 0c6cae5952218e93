internal import Glibc
internal import Synchronization

/// Turns an `exit` in the middle of a run into a failure.
///
/// Without it, a plugin that calls `exit(0)` would make a run that did half of
/// its steps look like one that did them all.
final class EarlyExit: Sendable {
    /// The process's instance, which watches for its end from the first use on.
    static let shared = EarlyExit()

    private let text = Mutex<String?>(nil)

    private init() {
        atexit { EarlyExit.shared.finish() }
        at_quick_exit { EarlyExit.shared.finish() }
    }

    /// The message to print if the process ends now; nil if it may end.
    var complaint: String? {
        get { text.withLock { $0 } }
        set { text.withLock { $0 = newValue } }
    }

    private func finish() {
        guard let complaint else { return }
        // Handlers run newest first, so others have printed by now; their output precedes the message.
        fflush(nil)
        StandardStreams.printError(complaint)
        _exit(ExitStatus.failure.rawValue)
    }
}
