extension PluginInspection {
    /// The newest entries of the log, oldest first.
    public var log: [HostLog.Entry] {
        context.environment(for: "inspection.log")?.log.entries ?? []
    }

    /// Calls a closure after each new entry of the log, until the watch ends.
    ///
    /// Entries that such closures add are not reported.
    public func watchLog(
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor (HostLog.Entry) -> Void
    ) -> InspectionWatch {
        watch("inspection.watchLog", "the log", file, line) { environment in
            let report = WatchClosure(context.calls(.observer, file, line), body)
            let id = environment.log.observe { report($0) }
            return { [weak log = environment.log] in
                report.end()
                log?.remove(observer: id)
            }
        }
    }
}
