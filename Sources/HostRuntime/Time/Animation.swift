/// A change from 0 to 1 over a time, in few visible steps; a pure value.
///
/// Every step repaints what it moves, so their number is what an animation
/// costs on a terminal. It is driven by time: a late step is a larger one, and
/// an animation never takes longer than its duration.
public struct Animation: Hashable, Sendable {
    /// How long it takes.
    public let duration: Duration

    /// In how many steps, at least one.
    public let steps: Int

    /// Creates an animation; a duration of zero is over at its first step.
    public init(duration: Duration, steps: Int = 12) {
        self.duration = max(.zero, duration)
        self.steps = max(1, steps)
    }

    /// The progress, 0...1, after a time since the beginning.
    public func progress(after elapsed: Duration) -> Double {
        guard elapsed < duration else { return 1 }
        return Double(step(after: elapsed)) / Double(steps)
    }

    /// When the next step is due after a time since the beginning; nil when it is over.
    func nextStep(after elapsed: Duration) -> Duration? {
        guard elapsed < duration else { return nil }
        return duration * Double(step(after: elapsed) + 1) / Double(steps)
    }

    private func step(after elapsed: Duration) -> Int {
        // The margin keeps a step that fires exactly at its moment from being
        // rounded down into the step before it.
        Int(max(.zero, elapsed) / duration * Double(steps) + 1e-6)
    }
}

extension HostClock {
    /// Runs an animation: calls `change` at each step, with 1 last, and then `completion`.
    ///
    /// The first call, with progress 0, comes at once. Cancelling or releasing
    /// the returned timer stops it where it is, without the completion.
    public func animate(
        _ animation: Animation,
        change: @escaping @MainActor (Double) -> Void,
        completion: @escaping @MainActor () -> Void = {}
    ) -> HostTimer {
        let start = now
        let run = AnimationRun()
        let timer = HostTimer { run.cancel() }
        func step() {
            let elapsed = now - start
            change(animation.progress(after: elapsed))
            guard !run.isCancelled else { return }
            guard let next = animation.nextStep(after: elapsed) else {
                run.token?.expire()
                completion()
                return
            }
            run.timer = schedule(at: start + next, step)
        }
        run.token = timer
        step()
        return timer
    }

    @MainActor private final class AnimationRun {
        var timer: HostTimer?
        var isCancelled = false
        weak var token: HostTimer?

        func cancel() {
            isCancelled = true
            timer = nil
        }
    }
}
