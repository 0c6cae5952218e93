extension LogFile {
    /// Appends each entry of a host's log as a line.
    @MainActor var sink: @MainActor (HostLog.Entry) -> Void {
        { entry in
            self.append("[\(Transcript.stamp(entry.time))] \(entry.level.rawValue)  \(entry.source)  \(entry.text)")
        }
    }
}
