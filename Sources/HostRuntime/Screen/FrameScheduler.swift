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

    init(clock: HostClock, interval: Duration, present: @escaping @MainActor () -> Void) {
        self.clock = clock
        self.interval = interval
        self.present = present
    }

    /// Makes a frame due.
    func setNeedsFrame() {
        isDue = true
        arm()
    }

    /// Presents the frame that is due, without waiting for its time.
    func flush() {
        guard isDue, !isPaused else { return }
        timer = nil
        isDue = false
        lastFrame = clock.now
        present()
    }

    private func arm() {
        guard timer == nil, !isPaused else { return }
        let earliest = lastFrame.map { $0 + interval } ?? .zero
        timer = clock.schedule(at: earliest) { [weak self] in self?.flush() }
    }
}
