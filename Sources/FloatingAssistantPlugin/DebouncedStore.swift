import HostRuntime

/// The plugin's store, written a while after the last of several changes, and at the end.
@MainActor final class DebouncedStore {
    static let delay = Duration.milliseconds(500)

    private let context: PluginContext
    // An outer nil means no change of the key.
    private var pending: [String: PlainValue?] = [:]
    private var timer: HostTimer?

    init(_ context: PluginContext) {
        self.context = context
    }

    func keep(_ value: PlainValue?, under key: String) {
        pending.updateValue(value, forKey: key)
        timer?.cancel()
        timer = context.time.schedule(after: DebouncedStore.delay) { [weak self] in self?.flush() }
    }

    func flush() {
        timer?.cancel()
        timer = nil
        guard !pending.isEmpty else { return }
        let changes = pending
        pending = [:]
        context.storage.store.update { values in
            for (key, value) in changes { values[key] = value }
        }
    }
}
