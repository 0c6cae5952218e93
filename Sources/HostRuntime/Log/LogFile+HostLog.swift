internal import FoundationEssentials

extension LogFile {
    /// Appends each new entry of a host's log, after a line that marks the start of the run.
    ///
    /// Each line begins with the date in UTC and the process, because programs that
    /// run at the same time share the file.
    @MainActor func record(_ log: HostLog, of program: String) {
        let process = ProcessInfo.processInfo.processIdentifier
        let run = "[\(process)] ---- \(program)".escapingControls
        append("\(log.date.stamp) \(run) starts ----")
        ProcessJournal.setLog(path)
        log.sinks.append { entry in
            let stamp = entry.date.stamp
            self.append(
                "\(stamp) [\(process)] \(entry.level.rawValue)  \(entry.source)  \(entry.text)",
                under: "\(stamp) \(run) goes on ----"
            )
        }
    }
}
