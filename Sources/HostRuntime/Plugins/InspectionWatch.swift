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

/// The closure of a watch, which is called as code of the watch's owner until the watch ends.
@MainActor final class WatchClosure<Report> {
    private let body: @MainActor (Report) -> Void
    private var isEnded = false

    init(_ entry: CallEntry, _ body: @escaping @MainActor (Report) -> Void) {
        self.body = RunningCode.closure(entry, body)
    }

    /// Calls the closure, unless the watch has ended, as another observer of the same report may have caused.
    func callAsFunction(_ report: Report) {
        if !isEnded { body(report) }
    }

    func end() {
        isEnded = true
    }
}

extension PluginInspection {
    /// Makes a watch that ends with the plugin; after the plugin's end it's a cancelled one.
    ///
    /// `start` begins the watching and returns what ends it; `subject` names in
    /// lists what is watched.
    func watch(
        _ call: @autoclosure () -> PluginCall,
        _ subject: String,
        _ file: String = "",
        _ line: Int = 0,
        _ start: (PluginEnvironment) -> @MainActor () -> Void
    ) -> InspectionWatch {
        guard let environment = context.environment(for: call()) else {
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
