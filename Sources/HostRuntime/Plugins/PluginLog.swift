/// A plugin's way to write to the host's log, under its own name.
@MainActor public struct PluginLog {
    private let log: HostLog
    private let owner: Owner

    init(_ log: HostLog, owner: Owner) {
        self.log = log
        self.owner = owner
    }

    /// Writes what is good to know.
    public func info(_ text: String) {
        log.add(.info, text, owner: owner)
    }

    /// Writes what did not go as it should.
    public func warning(_ text: String) {
        log.add(.warning, text, owner: owner)
    }

    /// Writes what was lost or refused.
    public func error(_ text: String) {
        log.add(.error, text, owner: owner)
    }
}
