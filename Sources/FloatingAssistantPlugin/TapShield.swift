import HostRuntime

/// A view over the panel at the place of the ball, which catches the rest of the opening taps.
final class TapShield: View {
    private weak var ball: Ball?

    init(_ ball: Ball) {
        self.ball = ball
        super.init()
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak ball] in ball?.follow($0) }
    }

    /// Ends the series of taps.
    func end() {
        ball?.endTaps()
    }

    // Other touches belong to the panel.
    override func contains(_ point: Point) -> Bool {
        bounds.contains(point) && ball?.isTappedOn(at: point) ?? false
    }
}
