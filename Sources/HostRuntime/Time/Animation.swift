/// A progress from 0 to 1 over a duration, in a few visible steps.
///
/// Every step repaints what it moves, so the number of steps is the cost of an
/// animation on a terminal. Time drives it: a late step is a larger one, and an
/// animation never takes longer than its duration.
public struct Animation: Hashable, Sendable {
    /// The time from the first step to the last.
    let duration: Duration

    /// The number of steps, from one to a million, and at most one in a millisecond.
    let steps: Int

    /// Creates an animation; with a duration of zero it ends at its first step.
    public init(duration: Duration, steps: Int = 12) {
        self.duration = min(max(.zero, duration), HostClock.farthest)
        let most = min(self.duration / .milliseconds(1), 1_000_000)
        self.steps = min(max(1, steps), max(1, Int(most)))
    }

    /// Returns the progress, 0...1, at a time after the start.
    public func progress(after elapsed: Duration) -> Double {
        guard elapsed < duration else { return 1 }
        return Double(step(after: elapsed)) / Double(steps)
    }

    /// Returns when the next step is due, at a time after the start; nil at the end.
    func nextStep(after elapsed: Duration) -> Duration? {
        guard elapsed < duration else { return nil }
        return duration * Double(step(after: elapsed) + 1) / Double(steps)
    }

    private func step(after elapsed: Duration) -> Int {
        // Without the margin, a step at its exact time could be rounded down to
        // the one before it.
        Int(max(.zero, elapsed) / duration * Double(steps) + 1e-6)
    }
}

extension HostClock {
    /// Runs an animation: calls `change` at each step, lastly with 1, and then `completion`.
    ///
    /// The first call, with progress 0, comes immediately. Cancelling or releasing
    /// the returned timer stops the animation where it is, without the completion.
    func animate(
        _ animation: Animation,
        change: @escaping @MainActor (Double) -> Void,
        completion: @escaping @MainActor () -> Void = {}
    ) -> HostTimer {
        let start = now
        change(animation.progress(after: .zero))
        guard let first = animation.nextStep(after: .zero) else {
            completion()
            return .spent
        }
        let call = ScheduledCall(
            rule: { now in animation.nextStep(after: now - start).map { start + $0 } },
            { now in change(animation.progress(after: now - start)) },
            completion: completion
        )
        return schedule(call, at: start + first)
    }
}
