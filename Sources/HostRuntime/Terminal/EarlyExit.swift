internal import Glibc
internal import Synchronization

/// Makes a process that somebody ends with `exit` in the middle of its work end as a failure.
///
/// A plugin that calls `exit(0)` would otherwise make a run that did half of
/// its steps look like one that did them all.
final class EarlyExit: Sendable {
    /// The one of the process, whose end it watches from the first use on.
    static let shared = EarlyExit()

    private let text = Mutex<String?>(nil)

    private init() {
        atexit { EarlyExit.shared.finish() }
        at_quick_exit { EarlyExit.shared.finish() }
    }

    /// What is to be said if the process ends now; nil where it may.
    var complaint: String? {
        get { text.withLock { $0 } }
        set { text.withLock { $0 = newValue } }
    }

    private func finish() {
        guard let complaint else { return }
        // What others printed comes first; their own handlers have been called, the newest first.
        fflush(nil)
        StandardStreams.printError(complaint)
        _exit(ExitStatus.failure.rawValue)
    }
}
