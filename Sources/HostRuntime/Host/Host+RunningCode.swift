extension Host {
    /// The plugin whose code the calling thread is in; nil for the program's own, and where that is in doubt.
    ///
    /// Observers of the program's own are called by the bus alone: where the
    /// innermost observer is not of the plugin that was called last, nobody knows.
    nonisolated static var ownerOfCaller: String? {
        let thread = PostingThread.current
        let owner = RunningCode.owner(isOnMainThread: thread.isMain)
        guard owner != Host.owner, thread.depth == 0 || thread.innermostSite?.owner == owner else { return nil }
        return owner
    }
}

extension HostLog {
    /// Adds what something printed while the screen was taken, under its plugin's name where that is known.
    func add(captured output: CapturedOutput) {
        switch output {
        case .line(let line):
            if let owner = PrintHook.takeOwner(of: line) {
                add(.info, "printed: \(line)", source: owner)
            } else {
                add(.info, line, source: HostLog.outputSource)
            }
        case .dropped(let count):
            // Whose the lost lines were must not be said of others with the same words.
            PrintHook.forget()
            let text = "\(count) more lines of output were dropped: they came too fast."
            add(.warning, text, source: HostLog.outputSource)
        }
    }

    /// Who is said to print what nobody is known to have printed.
    private static let outputSource = "output"
}
