import HostRuntime

/// A filter of the taps that follow the longest gesture in the same series; a pure value.
///
/// The last tap with a meaning opens its target at once. Further taps in the
/// series have no effect: they neither close the panel nor choose something in it.
struct ExcessTapFilter: Hashable, Sendable {
    /// The time within which another tap belongs to the series.
    static let interval = GestureConfiguration().tapInterval

    // The end of the last tap of a series that has had its effect.
    private var end: Duration?
    private var isOver = false

    /// Returns whether a tap that begins now continues a series that has had its effect.
    func isContinued(at now: Duration) -> Bool {
        end.map { now - $0 < ExcessTapFilter.interval } ?? false
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
            if count >= TapGesture.mostTaps { end = now }
        default: break
        }
        return true
    }
}

/// A view over the panel at the place of the ball, which catches the rest of the opening taps.
final class ExcessTapView: View {
    private weak var ball: Ball?

    init(_ ball: Ball) {
        self.ball = ball
        super.init()
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak ball] in ball?.handle($0) }
    }

    func end() {
        ball?.endTaps()
    }

    // Other touches belong to the panel.
    override func contains(_ point: Point) -> Bool {
        bounds.contains(point) && ball?.isTappedOn(at: point) ?? false
    }
}
