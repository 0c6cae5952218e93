/// Brings what has changed on the screen, at most once in a frame's time, and nothing else.
@MainActor final class FrameScheduler {
    /// The shortest time between two frames.
    private let interval: Duration
    private let clock: HostClock
    private let present: @MainActor () -> Void
    private var timer: HostTimer?
    private var lastFrame: Duration?

    /// Whether frames are held back, as in the background; what is due comes afterwards.
    var isPaused = true {
        didSet {
            // A timer that fired meanwhile would bring nothing, and stand in the way of the next one.
            if isPaused { timer = nil } else if isDue { arm() }
        }
    }

    private var isDue = false

    init(clock: HostClock, interval: Duration, present: @escaping @MainActor () -> Void) {
        self.clock = clock
        self.interval = interval
        self.present = present
    }

    /// Asks for a frame.
    func setNeedsFrame() {
        isDue = true
        arm()
    }

    /// Brings the frame that is due now, without waiting for its time.
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
