/// The pace of playback: waits in real time while the time of the script moves.
///
/// A time in which nothing happens is cut to `longestPause`.
@MainActor final class PlaybackPacer {
    /// The longest time in which nothing happens.
    static let longestPause: Duration = .seconds(5)

    private let speed: Double
    private let timer = LoopTimer()
    private var waiting: CheckedContinuation<Void, Never>?

    /// The real time that is left of a wait, from `start` on.
    private var rest: Duration = .zero
    private var start = ContinuousClock.now

    /// Whether playback is paused.
    private(set) var isPaused = false

    init(speed: Double) {
        self.speed = speed
    }

    /// Waits for as long as a time of the script takes.
    func wait(_ duration: Duration) async {
        guard duration > .zero else { return }
        rest = min(duration, PlaybackPacer.longestPause) / speed
        await withCheckedContinuation { continuation in
            waiting = continuation
            if !isPaused { arm() }
        }
    }

    /// Pauses or continues playback.
    func togglePause() {
        isPaused.toggle()
        if isPaused {
            timer.cancel()
            rest -= start.duration(to: .now)
        } else if waiting != nil {
            arm()
        }
    }

    private func arm() {
        start = .now
        timer.set(after: rest) { [unowned self] in
            let waiting = waiting
            self.waiting = nil
            waiting?.resume()
        }
    }
}
