/// Calendar time that never goes back, for measuring how long ago something was.
///
/// A person who sets the clock back does not take it along: it stands for a
/// moment and then goes on as fast as the calendar does. It forgets about the
/// difference once the calendar is past what was last written down, so that a
/// clock that is put right again grants nothing. A clock that is set forward is
/// believed.
struct LedgerClock: Hashable, Sendable {
    /// The latest moment that was written down, in this clock's time.
    private(set) var latest: Double?

    /// How far the calendar is behind this clock; zero unless it was set back.
    private(set) var skew: Double

    /// Creates a clock from what was stored of it.
    init(latest: Double? = nil, skew: Double = 0) {
        self.latest = latest.flatMap { $0.isFinite ? LedgerClock.clamped($0) : nil }
        self.skew = skew.isFinite ? min(max(0, skew), LedgerClock.farthest) : 0
    }

    /// This clock's time when the calendar shows a moment, given as seconds of the reference date.
    func time(at now: Double) -> Double {
        let now = LedgerClock.clamped(now)
        guard let latest, now < latest else { return now }
        return max(latest, now + skew)
    }

    /// Whether the calendar is behind the last moment that was written down.
    ///
    /// Every moment at which somebody looks meanwhile is worth writing down:
    /// after a gap longer than it was set back, a calendar that has caught up
    /// looks like one that was put right, and is taken for that.
    func isBehind(_ now: Double) -> Bool {
        guard let latest else { return false }
        return LedgerClock.clamped(now) < latest
    }

    /// Writes a moment down and returns it in this clock's time.
    mutating func advance(to now: Double) -> Double {
        let time = time(at: now)
        skew = max(0, time - LedgerClock.clamped(now))
        latest = time
        return time
    }

    /// About three million years: far beyond any date, and still a whole number of days.
    private static let farthest = 1e14

    /// Seconds to the microsecond.
    ///
    /// Dates are rounded to about a tenth of that, so a difference of two of
    /// them is: exactly ten seconds must not be more than ten.
    static func inMicroseconds(_ seconds: Double) -> Double {
        let rounded = (seconds * 1e6).rounded() / 1e6
        return rounded.isFinite ? rounded : seconds
    }

    static func clamped(_ seconds: Double) -> Double {
        seconds.isNaN ? 0 : min(max(-farthest, seconds), farthest)
    }
}
