/// A plugin's way to write to the host's log, under its own name.
@MainActor public struct PluginLog {
    private let log: HostLog
    private let source: String

    init(_ log: HostLog, source: String) {
        self.log = log
        self.source = source
    }

    /// Writes what is good to know.
    public func info(_ text: String) {
        log.add(.info, text, source: source)
    }

    /// Writes what did not go as it should.
    public func warning(_ text: String) {
        log.add(.warning, text, source: source)
    }

    /// Writes what was lost or refused.
    public func error(_ text: String) {
        log.add(.error, text, source: source)
    }
}
