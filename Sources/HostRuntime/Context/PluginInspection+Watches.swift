extension PluginInspection {
    // MARK: - The bus

    /// The counters of each topic of the bus, in the order of first use.
    public var topics: [TopicStatistics] {
        context.environment(for: "inspection.topics")?.bus.statistics() ?? []
    }

    /// Every observer of the bus, by topic in the order of first use, then in the order of registration.
    public var observers: [ObserverInfo] {
        context.environment(for: "inspection.observers")?.bus.observers() ?? []
    }

    /// A warning for each topic of the bus that has suspiciously many observers.
    public var leakWarnings: [LeakWarning] {
        context.environment(for: "inspection.leakWarnings")?.bus.leakWarnings() ?? []
    }

    /// Calls a closure with what happens on the bus from now on, until the watch ends.
    ///
    /// The closure is called on the main actor soon after a post, once for each
    /// burst. Between two calls at most `limit` events are kept, the newest ones of each message
    /// (see `BusHistory`). Posts cost a little more while the traffic is watched. Don't post
    /// from the closure each time: that post is the next event.
    public func watchTraffic(
        limit: Int = 4096,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor (BusTraffic) -> Void
    ) -> InspectionWatch {
        watch("inspection.watchTraffic", "the bus", file, line) { environment in
            let tap = BusTap(
                environment.bus,
                limit: limit,
                sources: BusTap.Sources(
                    now: environment.clock.timeOnAnyThread,
                    // Another thread's call has no place in the source.
                    place: { $0 ? RunningCode.mainStack.innermost?.entry.sourceText ?? "" : "" },
                    excerpt: { $0.cut(toBytes: 4096) }
                ),
                body: RunningCode.closure(context.calls(.observer, file, line), body)
            )
            return { tap.end() }
        }
    }

    // MARK: - Frames and stalls

    /// Calls a closure after each frame with the owner of each window that was drawn again, until the watch ends.
    ///
    /// A change of the screen in the closure makes the next frame due, so a view
    /// that shows every frame never rests.
    public func watchFrames(
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor ([Owner]) -> Void
    ) -> InspectionWatch {
        watch("inspection.watchFrames", "frames", file, line) { environment in
            environment.screen.frameObservers.add(RunningCode.closure(context.calls(.frame, file, line), body))
        }
    }

    /// The newest calls that held the main actor for more than 250 ms, oldest first; at most a hundred.
    ///
    /// Each is in the log too. A scripted run, whose clock doesn't run by itself, records none.
    public var stalls: [StallReport] {
        context.environment(for: "inspection.stalls")?.log.stalls ?? []
    }

    // MARK: - Input

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
            let report = RunningCode.closure(context.calls(.observer, file, line), body)
            let (windows, commands) = (environment.windows, environment.commands)
            return windows.inputObservers.add { [weak windows, weak commands] input in
                var input = input
                if !input.isUsed, let key = input.key, windows?.leavesToCommands(key) == true {
                    input.command = commands?.command(for: key)?.id
                }
                report(input)
            }
        }
    }

    // MARK: - The log

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
            environment.log.observers.add(RunningCode.closure(context.calls(.observer, file, line), body))
        }
    }

    // MARK: - Watching

    /// Makes a watch that ends with the plugin; after the plugin's end it's a cancelled one.
    ///
    /// `start` begins the watching and returns what ends it; `subject` names in
    /// lists what is watched.
    private func watch(
        _ call: @autoclosure () -> PluginCall,
        _ subject: String,
        _ file: String,
        _ line: Int,
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
