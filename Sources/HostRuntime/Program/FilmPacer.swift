/// The pace of a film: waits in real time while the film's time moves.
///
/// A time in which nothing happens is cut to `longestPause`.
@MainActor final class FilmPacer {
    /// The longest time of the film in which nothing happens.
    static let longestPause: Duration = .seconds(5)

    private let speed: Double
    private let timer = LoopTimer()
    private var waiting: CheckedContinuation<Void, Never>?

    /// The real time that is left of a wait, from `start` on.
    private var rest: Duration = .zero
    private var start = ContinuousClock.now

    /// Whether the film stands still.
    private(set) var isPaused = false

    init(speed: Double) {
        self.speed = speed
    }

    /// Waits for as long as a time of the film takes.
    func wait(_ duration: Duration) async {
        guard duration > .zero else { return }
        rest = min(duration, FilmPacer.longestPause) / speed
        await withCheckedContinuation { continuation in
            waiting = continuation
            if !isPaused { arm() }
        }
    }

    /// Stops the film, or lets it go on.
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
