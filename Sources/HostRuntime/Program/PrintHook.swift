internal import Synchronization

/// Learns whose code prints what while the output is captured, on the thread that prints.
///
/// The standard library tells of each text that `print` has printed through a
/// hook that was made for playgrounds. Nothing is looked at while nobody prints,
/// and what is written past it, as by C or another process, stays nobody's.
enum PrintHook {
    /// What was printed and not captured yet; nil while nothing is captured.
    private static let lines = Mutex<PrintedLines?>(nil)

    /// Begins anew, with nothing printed yet.
    @MainActor static func begin() {
        install
        lines.withLock { $0 = PrintedLines() }
    }

    /// Learns nothing any more.
    @MainActor static func end() {
        lines.withLock { $0 = nil }
    }

    /// Forgets what was printed, because lines of it were lost.
    @MainActor static func forget() {
        lines.withLock { if $0 != nil { $0 = PrintedLines() } }
    }

    /// Returns the plugin that printed a captured line; nil where that is not known.
    @MainActor static func takeOwner(of line: String) -> Owner? {
        lines.withLock { $0?.takeOwner(of: line) }
    }

    // Set once and for good. The closure captures nothing, so that a thread that
    // prints at this very moment sees the whole of it or nothing.
    @MainActor private static let install: Void = setPrintHook { PrintHook.note($0) }

    private static func note(_ text: String) {
        // The line of another thread may be captured before this: then it is too late to tell.
        let owner = PostingThread.current.isMain ? ownerOfCaller : nil
        lines.withLock { $0?.print(text, by: owner) }
    }

    /// The plugin whose code the calling thread is in; the host for the program's own, and where that is in doubt.
    ///
    /// Observers of the program's own are called by the bus alone: where the
    /// innermost observer is not of the plugin that was called last, nobody knows.
    static var ownerOfCaller: Owner? {
        let thread = PostingThread.current
        let owner = RunningCode.owner(isOnMainThread: thread.isMain)
        guard owner != .host, thread.depth == 0 || thread.innermostSite?.owner == owner else { return nil }
        return owner
    }
}

// The setter of the standard library's `_playgroundPrintHook`, by its name in the
// binary: Swift 6 refuses the variable itself, because any thread may read it.
@_silgen_name("$ss20_playgroundPrintHookySScSgvs")
private func setPrintHook(_ hook: consuming (@Sendable (String) -> Void)?)
