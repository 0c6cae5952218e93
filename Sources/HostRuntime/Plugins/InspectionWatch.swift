/// A watch that reports to a tool until it's cancelled, released, or the plugin ends.
///
/// While nothing watches, nothing is measured or recorded.
@MainActor public final class InspectionWatch {
    private var onCancel: (@MainActor () -> Void)?

    init(onCancel: @escaping @MainActor () -> Void) {
        self.onCancel = onCancel
    }

    isolated deinit {
        cancel()
    }

    /// Whether the watch has ended.
    public var isCancelled: Bool { onCancel == nil }

    /// Ends the watch; cancelling twice does nothing.
    public func cancel() {
        let onCancel = onCancel
        self.onCancel = nil
        onCancel?()
    }
}

extension PluginInspection {
    /// Makes a watch that ends with the plugin; after the plugin's end it's a cancelled one.
    ///
    /// `start` begins the watching and returns what ends it; `subject` names in
    /// lists what is watched.
    func watch(
        _ call: @autoclosure () -> String,
        _ subject: String,
        _ file: String = "",
        _ line: Int = 0,
        _ start: (PluginEnvironment) -> @MainActor () -> Void
    ) -> InspectionWatch {
        guard let environment = context.open(call()) else {
            let watch = InspectionWatch {}
            watch.cancel()
            return watch
        }
        let watch = InspectionWatch(onCancel: start(environment))
        context.resources.own(
            HeldResource(.watch, subject, file: file, line: line),
            isSpent: { [weak watch] in watch?.isCancelled ?? true },
            release: { [weak watch] in watch?.cancel() }
        )
        return watch
    }
}
