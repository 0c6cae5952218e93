/// Presents a frame after a change, at most one in each frame interval.
///
/// Frames keep to a raster of intervals, which begins with the first change after a
/// rest. A change that comes just before its frame is due is presented at once.
/// After a rest, frames that had to wait move the raster a little, until it fits a
/// timer with the same interval: then one wake-up does for the timer and the frame.
@MainActor final class FrameScheduler {
    /// The time between two frames, on average, while there are changes all the time.
    private let interval: Duration
    /// The time by which a frame may come early, and by which one that waits moves the raster.
    private let tolerance: Duration
    private let clock: HostClock
    private let present: @MainActor () -> Void
    /// The call that presents a frame when its time has come; made with the first.
    private var call: ScheduledCall?
    /// Whether the frame that is due waits for its place in the raster.
    private var isWaiting = false
    /// The place of the last frame in the raster.
    private var lastFrame: Duration?
    /// The time by which the raster may still move before the next rest.
    private var slack: Duration

    /// Whether frames are held back, as in the background.
    ///
    /// A frame that is due is presented afterwards.
    var isPaused = true {
        didSet {
            // A timer that fires during the pause would present nothing, and keep the next one from being armed.
            if isPaused { call?.stop() } else if isDue { arm() }
        }
    }

    private var isDue = false

    init(clock: HostClock, interval: Duration, present: @escaping @MainActor () -> Void) {
        self.clock = clock
        self.interval = interval
        tolerance = interval / 8
        slack = interval
        self.present = present
    }

    isolated deinit {
        call?.cancel()
    }

    /// Makes a frame due.
    func setNeedsFrame() {
        isDue = true
        arm()
    }

    /// Presents the frame that is due, without waiting for its time.
    func flush() {
        guard isDue, !isPaused else { return }
        call?.stop()
        isDue = false
        advanceRaster(at: clock.now)
        present()
    }

    private func arm() {
        guard call?.place == nil, !isPaused else { return }
        let call = call ?? ScheduledCall(isReusable: true) { [weak self] in self?.flush() }
        self.call = call
        let earliestTime = earliestTime
        isWaiting = clock.now < earliestTime - tolerance
        clock.start(call, at: isWaiting ? earliestTime : .zero)
    }

    /// The place of the next frame in the raster.
    private var earliestTime: Duration {
        if let lastFrame { lastFrame + interval } else { .zero }
    }

    private func advanceRaster(at now: Duration) {
        let earliestTime = earliestTime
        if now - earliestTime >= interval {
            (lastFrame, slack) = (now, interval)
        } else {
            let shift = isWaiting ? min(slack, tolerance) : .zero
            (lastFrame, slack) = (earliestTime - shift, slack - shift)
        }
        isWaiting = false
    }
}
