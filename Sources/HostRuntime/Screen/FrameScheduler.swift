/// Presents a frame after a change, at most once in each frame interval.
@MainActor final class FrameScheduler {
    /// The shortest time between two frames.
    private let interval: Duration
    private let clock: HostClock
    private let present: @MainActor () -> Void
    private var timer: HostTimer?
    private var lastFrame: Duration?

    /// Whether frames are held back, as in the background.
    ///
    /// A frame that is due is presented afterwards.
    var isPaused = true {
        didSet {
            // A timer that fires during the pause would present nothing, and keep the next one from being armed.
            if isPaused { timer = nil } else if isDue { arm() }
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
        self.present = present
    }

    /// Makes a frame due.
    func setNeedsFrame() {
        if measuresDelay, !isDue { dueTime = max(clock.now, lastFrame.map { $0 + interval } ?? .zero) }
        isDue = true
        arm()
    }

    /// Presents the frame that is due, without waiting for its time.
    func flush() {
        guard isDue, !isPaused else { return }
        timer = nil
        isDue = false
        let now = clock.now
        lastFrame = now
        let delay = max(.zero, now - (dueTime ?? now))
        lastDelay = (delay, Int(delay / max(interval, .milliseconds(1))))
        dueTime = nil
        present()
    }

    private func arm() {
        guard timer == nil, !isPaused else { return }
        let earliest = lastFrame.map { $0 + interval } ?? .zero
        timer = clock.schedule(at: earliest) { [weak self] in self?.flush() }
    }
}
