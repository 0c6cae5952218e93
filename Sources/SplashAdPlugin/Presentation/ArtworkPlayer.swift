/// The playback of an animation, by the time for which it was visible; a pure value.
struct ArtworkPlayer: Hashable, Sendable {
    private(set) var index = 0

    private let durations: [Duration]
    private let repeats: Bool

    // The visible time of this picture before the current stretch, and the start of the stretch.
    private var seen = Duration.zero
    private var visibleSince: Duration?

    /// The shortest time for a picture, since terminals can't show more pictures per second.
    static let shortest = Duration.milliseconds(50)

    init(durations: [Duration], repeats: Bool) {
        self.durations = durations.map { max($0, ArtworkPlayer.shortest) }
        self.repeats = repeats
    }

    var isOver: Bool { durations.count < 2 || (!repeats && index == durations.count - 1) }

    /// Advances to the present, and returns the time until the next picture, if there is one.
    ///
    /// Pictures whose time has passed are skipped.
    mutating func advance(isVisible: Bool, at now: Duration) -> Duration? {
        if let visibleSince { seen += max(.zero, now - visibleSince) }
        visibleSince = isVisible ? now : nil
        if repeats, !isOver {
            let round = durations.reduce(.zero, +)
            // All rounds in one step: there may be many if the program stood still.
            if seen >= round { seen -= round * Int(seen / round) }
        }
        while !isOver, seen >= durations[index] {
            seen -= durations[index]
            index = (index + 1) % durations.count
        }
        return isVisible && !isOver ? durations[index] - seen : nil
    }
}
