extension PluginInspection {
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
    /// burst. Between two calls at most `limit` events are kept, the newest ones.
    /// Posts cost a little more while the traffic is watched. Don't post
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
}
