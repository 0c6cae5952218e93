extension PluginInspection {
    /// Calls a closure after each key, each beginning of a touch and each turn of the wheel, until the watch ends.
    ///
    /// For a key in a secret field, the report says that a key was pressed, and not
    /// which one.
    public func watchInput(
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor (InputReport) -> Void
    ) -> InspectionWatch {
        watch("inspection.watchInput", "the input", file, line) { environment in
            let (scene, commands) = (environment.windows, environment.commands)
            let closure = WatchClosure(context.calls(.observer, file, line), body)
            let observer = scene.observeInput { [weak commands] report in
                var report = report
                if !report.isUsed, let key = report.key { report.command = commands?.command(for: key)?.id }
                closure(report)
            }
            return { [weak scene] in
                closure.end()
                scene?.remove(observer)
            }
        }
    }
}
