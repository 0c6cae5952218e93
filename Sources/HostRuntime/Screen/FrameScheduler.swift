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

    /// Whether delays are measured; they cost a look at the clock for each frame that becomes due.
    var measuresDelay = false

    // The earliest time at which the frame that is due could be presented; nil where that wasn't measured.
    private var dueTime: Duration?

    /// The delay of the frame that is being presented, and the number of frames that it could have contained.
    private(set) var lastDelay: (time: Duration, frames: Int) = (.zero, 0)

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
        if measuresDelay, !isDue { dueTime = max(clock.now, earliestTime) }
        isDue = true
        arm()
    }

    /// Presents the frame that is due, without waiting for its time.
    func flush() {
        guard isDue, !isPaused else { return }
        call?.stop()
        isDue = false
        let now = clock.now
        advanceRaster(at: now)
        lastDelay = delay(at: now)
        dueTime = nil
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

    private func delay(at now: Duration) -> (time: Duration, frames: Int) {
        guard let dueTime else { return (.zero, 0) }
        let time = max(.zero, now - dueTime)
        return (time, Int(clamping: time.attoseconds / max(interval, .milliseconds(1)).attoseconds))
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
