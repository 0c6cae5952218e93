public import FoundationEssentials

/// The host's clock, and the timers and animations of a plugin.
///
/// Read the time here and not from the system: scripted runs and tests have a
/// date of their own.
@MainActor public struct PluginTime {
    private let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }

    /// The time since the host started.
    public var now: Duration {
        context.environment(for: "time.now")?.clock.now ?? context.last?.now ?? .zero
    }

    /// The calendar time, which a person may set back.
    public var date: Date {
        context.environment(for: "time.date")?.clock.date ?? context.last?.date
            ?? Date(timeIntervalSinceReferenceDate: 0)
    }

    /// The time zone in which the person's days begin and end.
    public var timeZone: CivilTimeZone {
        context.environment(for: "time.timeZone")?.clock.timeZone ?? context.last?.timeZone ?? .gmt
    }

    /// Calls a closure once after a delay; a delay of zero or less means the next turn.
    ///
    /// The plugin's end cancels it; releasing the returned timer doesn't.
    @discardableResult
    public func schedule(
        after delay: Duration,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor () -> Void
    ) -> HostTimer {
        own("time.schedule", "", file, line) {
            $0.clock.schedule(after: delay, RunningCode.closure(context.calls(.timer, file, line), body))
        }
    }

    /// Calls a closure repeatedly, at multiples of an interval from now.
    ///
    /// If the clock jumps over several intervals, there is one call for all of
    /// them. An interval under a millisecond counts as one millisecond. The
    /// plugin's end cancels the timer; releasing it doesn't.
    @discardableResult
    public func schedule(
        every interval: Duration,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor () -> Void
    ) -> HostTimer {
        own("time.schedule", "", file, line) {
            $0.clock.schedule(every: interval, RunningCode.closure(context.calls(.timer, file, line), body))
        }
    }

    /// Runs an animation; the plugin's end stops it where it is.
    ///
    /// With reduced motion, it finishes at once.
    @discardableResult
    public func animate(
        _ animation: Animation,
        file: String = #fileID,
        line: Int = #line,
        change: @escaping @MainActor (Double) -> Void,
        completion: @escaping @MainActor () -> Void = {}
    ) -> HostTimer {
        own("time.animate", "animation", file, line) { environment in
            let calls = context.calls(.timer, file, line)
            return environment.clock.animate(
                environment.screen.traits.reducesMotion ? Animation(duration: .zero, steps: 1) : animation,
                change: RunningCode.closure(calls, change),
                completion: RunningCode.closure(calls, completion)
            )
        }
    }

    /// Waits; throws `CancellationError` when the task is cancelled meanwhile.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        try await context.requireEnvironment(for: "time.sleep").clock.sleep(for: duration)
    }

    /// Makes a timer that ends with the plugin; after the plugin's end it's a spent one.
    private func own(
        _ call: PluginCall,
        _ name: String,
        _ file: String,
        _ line: Int,
        _ make: (PluginEnvironment) -> HostTimer
    ) -> HostTimer {
        guard let environment = context.environment(for: call) else { return .spent }
        let timer = make(environment)
        context.resources.own(
            HeldResource(.timer, name, file: file, line: line),
            isSpent: { timer.isSpent },
            release: { timer.cancel() }
        )
        return timer
    }
}
