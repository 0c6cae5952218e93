internal import Synchronization

/// Finds out which plugin prints, while the output is captured.
///
/// The standard library passes each text that `print` has printed to a hook that
/// was made for playgrounds, on the thread that prints. It costs nothing while
/// nothing prints. Output that doesn't come from `print`, such as that of C code or
/// another process, has no known owner.
enum PrintHook {
    /// The lines that were printed and are not captured yet; nil while nothing is captured.
    private static let lines = Mutex<PrintedLines?>(nil)

    /// Starts recording, with nothing printed yet.
    @MainActor static func begin() {
        install
        lines.withLock { $0 = PrintedLines() }
    }

    /// Stops recording.
    @MainActor static func end() {
        lines.withLock { $0 = nil }
    }

    /// Forgets the recorded lines, because some of them will never be captured.
    @MainActor static func forget() {
        lines.withLock { if $0 != nil { $0 = PrintedLines() } }
    }

    /// Removes a captured line from the recorded ones and returns the plugin that printed it; nil if that is unknown.
    @MainActor static func resolveOwner(of line: String) -> Owner? {
        lines.withLock { $0?.resolveOwner(of: line) }
    }

    // Set once and never removed. The closure captures nothing, so a thread that
    // prints at this moment sees either all of it or nothing.
    @MainActor private static let install: Void = setPrintHook { PrintHook.record($0) }

    private static func record(_ text: String) {
        // Another thread's line may be captured before it is recorded; its owner then stays unknown.
        let owner = ownerOfCaller
        lines.withLock { $0?.record(text, by: owner) }
    }

    /// The plugin whose code the calling thread runs; nil for the program's own code, and in doubt.
    ///
    /// The bus alone calls the program's own observers, so it is in doubt if the
    /// innermost observer isn't one of the plugin that was called last.
    static var ownerOfCaller: Owner? {
        let thread = PostingThread.current
        let owner =
            thread.isMain
            ? RunningCode.owner(isOnMainThread: true)
            : ThreadCalls.current?.innermost.flatMap { JournalNames.owner($0.entry.owner) } ?? RunningCode.taskOwner
        guard owner != .host, thread.depth == 0 || thread.innermostSite?.owner == owner else { return nil }
        return owner
    }
}

// The setter of the standard library's `_playgroundPrintHook`, by its name in the
// binary: Swift 6 refuses the variable itself, because any thread may read it.
@_silgen_name("$ss20_playgroundPrintHookySScSgvs")
private func setPrintHook(_ hook: consuming (@Sendable (String) -> Void)?)

extension HostLog {
    /// Adds output that was captured while the program had the screen, under the name of the plugin that printed it.
    func add(captured output: CapturedOutput) {
        switch output {
        case .line(let line):
            if let owner = PrintHook.resolveOwner(of: line) {
                add(.info, "printed: \(line)", owner: owner)
            } else {
                add(.info, line, owner: nil)
            }
        case .dropped(let count):
            // The owner of a lost line must not be given to another line with the same text.
            PrintHook.forget()
            let text = "\(count) more lines of output were dropped: they came too fast."
            add(.warning, text, owner: nil)
        }
    }
}
