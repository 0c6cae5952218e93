extension PluginInspection {
    /// Calls a closure after each frame with what it cost, until the watch ends.
    ///
    /// A change of the screen in the closure makes the next frame due, so a view
    /// that shows every frame never rests.
    public func watchFrames(
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor (FrameReport) -> Void
    ) -> InspectionWatch {
        watch("inspection.watchFrames", "frames", file, line) { environment in
            let screen = environment.screen
            let report = WatchClosure(context.calls(.frame, file, line), body)
            let observer = screen.observeFrames { report($0) }
            return { [weak screen] in
                report.end()
                screen?.remove(observer)
            }
        }
    }

    /// Measures what the main actor's calls of all plugins and of the program take, from now until the watch ends.
    public func watchCalls() -> CallWatch {
        let clock = context.environment(for: "inspection.watchCalls")?.clock
        let meter = CallMeter(now: { clock?.now ?? .zero })
        return CallWatch(
            meter,
            watch("inspection.watchCalls", "calls") { _ in
                RunningCode.add(meter)
                return { RunningCode.remove(meter) }
            }
        )
    }
}

/// A measurement of what calls on the main actor take, by plugin and place.
@MainActor public final class CallWatch {
    private let meter: CallMeter
    private let watch: InspectionWatch

    init(_ meter: CallMeter, _ watch: InspectionWatch) {
        self.meter = meter
        self.watch = watch
    }

    /// The calls since the watch began, the most expensive first.
    public var costs: [CallCost] {
        meter.costs.map { entry, cost in
            CallCost(
                owner: JournalNames.owner(entry.owner) ?? .host,
                // The program's own tasks have no entry.
                place: entry.place.isEmpty ? "\(CallPhase.task.place)" : entry.place,
                calls: cost.calls,
                time: cost.time,
                longest: cost.longest
            )
        }.sorted { ($1.time, $0.place) < ($0.time, $1.place) }
    }

    /// Ends the measurement; `costs` stay as they are.
    public func cancel() {
        watch.cancel()
    }
}

/// The number of calls from one place in the code of a plugin or of the program, and their time.
public struct CallCost: Hashable, Sendable {
    /// The party whose code it is.
    public let owner: Owner

    /// The occasion, and the file and line where they're known, such as `in an observer, Shop/Shop.swift:12`.
    public let place: String

    /// The number of calls.
    public let calls: Int

    /// Their time, without that of calls inside them.
    public let time: Duration

    /// The time of the longest one.
    public let longest: Duration
}
