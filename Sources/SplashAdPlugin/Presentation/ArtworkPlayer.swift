/// The playback of an animation, by the time for which it was visible; a pure value.
struct ArtworkPlayer: Hashable, Sendable {
    private(set) var index = 0

    private let durations: [Duration]
    /// How often it's played; 0 for ever.
    private let plays: Int
    private var played = 0

    // The visible time of this picture before the current stretch, and the start of the stretch.
    private var seen = Duration.zero
    private var visibleSince: Duration?

    /// The shortest time for a picture, since terminals can't show more pictures per second.
    static let shortest = Duration.milliseconds(50)

    init(durations: [Duration], plays: Int) {
        self.durations = durations.map { max($0, ArtworkPlayer.shortest) }
        self.plays = plays
    }

    var isOver: Bool { durations.count < 2 || (isLastRound && index == durations.count - 1) }

    private var isLastRound: Bool { plays > 0 && played >= plays - 1 }

    /// Advances to the present, and returns the time until the next picture, if there is one.
    ///
    /// Pictures whose time has passed are skipped.
    mutating func advance(isVisible: Bool, at now: Duration) -> Duration? {
        if let visibleSince { seen += max(.zero, now - visibleSince) }
        visibleSince = isVisible ? now : nil
        if !isOver, !isLastRound {
            let round = durations.reduce(.zero, +)
            // All rounds in one step: there may be many if the program stood still.
            let rounds = Int(seen / round)
            skip(plays == 0 ? rounds : min(rounds, plays - 1 - played), of: round)
        }
        while !isOver, seen >= durations[index] {
            seen -= durations[index]
            index = (index + 1) % durations.count
            if index == 0 { skip(1, of: .zero) }
        }
        return isVisible && !isOver ? durations[index] - seen : nil
    }

    /// Counts rounds, and takes their time from the time that has passed.
    private mutating func skip(_ rounds: Int, of round: Duration) {
        seen -= round * rounds
        if plays > 0 { played += rounds }
    }
}
