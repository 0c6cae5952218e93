import HostRuntime

/// The plugin's store, written once for many changes: a while after the last one, and at the end.
@MainActor final class LateMemory {
    /// How long after a change it is written, unless another one follows.
    static let delay = Duration.milliseconds(500)

    private let context: PluginContext
    // The outer nil is a key that nothing is to be done about.
    private var pending: [String: PlainValue?] = [:]
    private var timer: HostTimer?

    init(_ context: PluginContext) {
        self.context = context
    }

    /// Keeps a value under a key; nil removes what is there.
    func keep(_ value: PlainValue?, under key: String) {
        pending.updateValue(value, forKey: key)
        timer?.cancel()
        timer = context.time.schedule(after: LateMemory.delay) { [weak self] in self?.flush() }
    }

    /// Writes now what waits to be written.
    func flush() {
        timer?.cancel()
        timer = nil
        guard !pending.isEmpty else { return }
        let changes = pending
        pending = [:]
        context.memory.store.update { values in
            for (key, value) in changes { values[key] = value }
        }
    }
}
