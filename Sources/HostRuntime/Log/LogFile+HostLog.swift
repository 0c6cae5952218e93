internal import FoundationEssentials

extension LogFile {
    /// Appends each new entry of a host's log, after a line that marks the start of the run.
    ///
    /// Each line begins with the date in UTC and the process, because programs that
    /// run at the same time share the file.
    @MainActor func record(_ log: HostLog, of program: String) {
        let process = ProcessInfo.processInfo.processIdentifier
        let run = "[\(process)] ---- \(program)".escapingControls
        append("\(log.date.logStamp) \(run) starts ----")
        log.sinks.append { entry in
            let stamp = entry.date.logStamp
            self.append(
                "\(stamp) [\(process)] \(entry.level.rawValue)  \(entry.source)  \(entry.text)",
                under: "\(stamp) \(run) goes on ----"
            )
        }
    }
}

extension Date {
    /// The date in UTC to the millisecond, in RFC 3339: `2026-11-22T01:31:34.123Z`.
    var logStamp: String {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        // Further away than any real entry; the day would overflow.
        guard milliseconds.magnitude < 1e15 else { return "-" }
        let day = CivilDay.floorDivide(Int(milliseconds), by: 86_400_000)
        let time = Int(milliseconds) - day * 86_400_000
        let fields = [(time / 3_600_000, 2), (time / 60_000 % 60, 2), (time / 1000 % 60, 2), (time % 1000, 3)]
        let digits = fields.map(CivilDay.padded)
        return "\(CivilDay(number: day).label)T\(digits[0]):\(digits[1]):\(digits[2]).\(digits[3])Z"
    }
}
