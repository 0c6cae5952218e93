/// Calendar time that never goes back, for measuring elapsed time.
///
/// When the system clock is set back, this clock stands still for a moment and
/// then runs on at the calendar's pace. It drops the difference once the calendar
/// has passed the latest recorded moment, so that correcting the system clock
/// grants nothing. A clock that is set forward is believed.
struct ForwardClock: Hashable, Sendable {
    /// The latest recorded moment, in this clock's time.
    private(set) var latest: Double?

    /// The seconds that the calendar is behind this clock; zero unless the system clock was set back.
    private(set) var skew: Double

    init(latest: Double? = nil, skew: Double = 0) {
        self.latest = latest.flatMap { $0.isFinite ? ForwardClock.clamped($0) : nil }
        self.skew = skew.isFinite ? min(max(0, skew), ForwardClock.farthest) : 0
    }

    /// Returns this clock's time for a calendar moment in seconds since the reference date.
    func time(at now: Double) -> Double {
        let now = ForwardClock.clamped(now)
        guard let latest, now < latest else { return now }
        return max(latest, now + skew)
    }

    /// Whether the calendar is behind the latest recorded moment.
    ///
    /// While it is, record every moment: after a gap longer than the difference,
    /// a calendar that has caught up can't be told from one that was corrected.
    func isBehind(_ now: Double) -> Bool {
        guard let latest else { return false }
        return ForwardClock.clamped(now) < latest
    }

    /// Records a moment and returns it in this clock's time.
    mutating func advance(to now: Double) -> Double {
        let time = time(at: now)
        skew = max(0, time - ForwardClock.clamped(now))
        latest = time
        return time
    }

    /// About three million years: far beyond any date, and still a whole number of days.
    private static let farthest = 1e14

    /// Rounds seconds to a microsecond.
    ///
    /// Dates are exact to about a tenth of a microsecond, and so are their
    /// differences: exactly ten seconds must not be more than ten.
    static func inMicroseconds(_ seconds: Double) -> Double {
        let rounded = (seconds * 1e6).rounded() / 1e6
        return rounded.isFinite ? rounded : seconds
    }

    static func clamped(_ seconds: Double) -> Double {
        seconds.isNaN ? 0 : min(max(-farthest, seconds), farthest)
    }
}
