/// The host's log as a plugin sees it: entries carry the plugin's name.
@MainActor public struct PluginLog {
    private let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }

    /// Logs information for diagnosing a problem later.
    public func info(_ text: String) {
        add(.info, text, "log.info")
    }

    /// Logs something that did not go as it should; the plugin continues.
    public func warning(_ text: String) {
        add(.warning, text, "log.warning")
    }

    /// Logs that something was lost or refused.
    public func error(_ text: String) {
        add(.error, text, "log.error")
    }

    private func add(_ level: HostLog.Level, _ text: String, _ call: PluginCall) {
        context.environment(for: call)?.log.add(level, text, owner: context.owner)
    }
}
