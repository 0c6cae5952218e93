import HostRuntime

/// A series of taps that may continue past the last one with a meaning; a pure value.
///
/// The fourth tap opens its target at once. A fifth in the same series
/// has no effect: it neither closes the panel nor chooses something in it.
struct TapBurst: Hashable, Sendable {
    /// The number of taps of the longest gesture.
    static let most = TapGesture.allCases.count

    /// The time within which another tap belongs to the series.
    static let interval = GestureConfiguration().tapInterval

    // The end of the last tap of a series that has had its effect.
    private var end: Duration?
    private var isOver = false

    /// Returns whether a tap that begins now continues a series that has had its effect.
    func isContinued(at now: Duration) -> Bool {
        end.map { now - $0 < TapBurst.interval } ?? false
    }

    /// Follows the gestures of the ball; returns whether this one has an effect.
    mutating func accepts(_ event: GestureEvent, at now: Duration) -> Bool {
        switch event {
        case .touchDown:
            isOver = isContinued(at: now)
            if !isOver { end = nil }
        case .touchUp:
            if isOver { end = now }
        case .tap(let count, _):
            guard !isOver else { return false }
            if count >= TapBurst.most { end = now }
        default: break
        }
        return true
    }
}
