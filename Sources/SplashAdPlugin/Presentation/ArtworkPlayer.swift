/// Which picture of an animation is up, by the time that it could be seen; a pure value.
struct ArtworkPlayer: Hashable, Sendable {
    /// The picture that is up.
    private(set) var index = 0

    private let durations: [Duration]
    private let repeats: Bool

    // How long this picture was seen before the current stretch, and when that began.
    private var seen = Duration.zero
    private var visibleSince: Duration?

    /// No picture is shown for less: more than that no terminal shows, and no eye wants.
    static let shortest = Duration.milliseconds(50)

    init(durations: [Duration], repeats: Bool) {
        self.durations = durations.map { max($0, ArtworkPlayer.shortest) }
        self.repeats = repeats
    }

    /// Whether a next picture will come.
    var isOver: Bool { durations.count < 2 || (!repeats && index == durations.count - 1) }

    /// Brings it to the present, and returns after which time the next picture is due; nil for never.
    ///
    /// Pictures whose time has passed meanwhile are left out.
    mutating func follow(isVisible: Bool, at now: Duration) -> Duration? {
        if let visibleSince { seen += max(.zero, now - visibleSince) }
        visibleSince = isVisible ? now : nil
        if repeats, !isOver {
            let round = durations.reduce(.zero, +)
            // A round at a time would be many where the program stood still for long.
            if seen >= round { seen -= round * Int(seen / round) }
        }
        while !isOver, seen >= durations[index] {
            seen -= durations[index]
            index = (index + 1) % durations.count
        }
        return isVisible && !isOver ? durations[index] - seen : nil
    }
}
