/// One run of `log`: it prints the log of all runs, and follows it if that is asked for.
@MainActor final class LogRun {
    private let folder: String
    private let tail: LogTail
    private var filter: LogFilter
    private var watch: FolderWatch?
    private var ended: CheckedContinuation<HostProgramError, Never>?

    init(_ folder: String, _ filter: LogFilter) {
        self.folder = folder
        self.filter = filter
        tail = LogTail(folder: folder, name: "log")
    }

    /// Prints what is there; if the log is followed, continues until the program is ended.
    func run(follow: Bool) async throws(HostProgramError) {
        guard follow else {
            guard try printLines() || isThere else {
                throw HostProgramError(status: .noInput, text: "there is no log '\(folder)/log' yet")
            }
            let missing = filter.missingSources
            guard missing.isEmpty else {
                throw HostProgramError(status: .noInput, text: missing.joined(separator: "\n"))
            }
            return
        }
        try watchFolder()
        try printLines()
        throw await withCheckedContinuation { ended = $0 }
    }

    private func watchFolder() throws(HostProgramError) {
        watch?.cancel()
        do {
            try FileSystem.makeDirectories(folder)
            watch = try FolderWatch(folder, includesWrites: true) { [unowned self] in handle($0) }
        } catch {
            throw HostProgramError(status: .noInput, text: "the folder '\(folder)' can't be watched: \(error)")
        }
    }

    private var isThere: Bool { (try? FileStatus(at: "\(folder)/log", followingLinks: true)) != nil }

    private func handle(_ events: [FolderWatch.Event]?) {
        do throws(HostProgramError) {
            // An event without a name is the folder's own: it may be gone, or another one.
            if events?.contains(where: \.name.isEmpty) == true { try watchFolder() }
            try printLines()
        } catch {
            let ended = ended
            self.ended = nil
            ended?.resume(returning: error)
        }
    }

    /// Prints the lines that have come; returns whether there were any.
    @discardableResult private func printLines() throws(HostProgramError) -> Bool {
        let lines: [String]
        do throws(SystemError) {
            lines = try tail.readLines()
        } catch {
            throw HostProgramError(status: .noInput, text: "the log '\(folder)/log' can't be read: \(error)")
        }
        let shown = lines.flatMap { filter.read($0) }
        if !shown.isEmpty {
            try StandardStreams.printLine(shown.map(\.escapingControls).joined(separator: "\n"), of: "the log")
        }
        return !lines.isEmpty
    }
}
