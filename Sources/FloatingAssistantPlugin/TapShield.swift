import HostRuntime

/// Lies over the panel where the ball is, for as long as the taps go on that opened it.
final class TapShield: View {
    private weak var ball: Ball?

    init(_ ball: Ball) {
        self.ball = ball
        super.init()
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak ball] in ball?.follow($0) }
    }

    /// Makes the next tap the first of a row.
    func end() {
        ball?.endTaps()
    }

    // A touch that is no part of those taps is the panel's.
    override func contains(_ point: Point) -> Bool {
        bounds.contains(point) && ball?.isTappedOn(at: point) ?? false
    }
}
