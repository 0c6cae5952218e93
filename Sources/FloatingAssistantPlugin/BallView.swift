import HostRuntime

/// The picture of the ball: round, with the page showing through around it.
///
/// It stands out by its shape and its reversed body, so it is seen above light
/// and dark pages and without colours too.
final class BallView: View {
    /// Whether the ball is drawn as held by the person.
    var isLifted = false {
        didSet { if isLifted != oldValue { setNeedsDisplay() } }
    }

    /// Whether a pointer is down on the ball.
    var isPressed = false {
        didSet { if isPressed != oldValue { setNeedsDisplay() } }
    }

    // Neither is lost on a white or on a black page.
    private var color: Color {
        if isLifted { return Color(0x5BAEEB) }
        return isPressed ? Theme.accent.mixed(with: .white, amount: 0.4) : Theme.accent
    }

    // The corners are the page's.
    override func contains(_ point: Point) -> Bool {
        guard bounds.contains(point) else { return false }
        let isEdge = point.x == 0 || point.x == bounds.width - 1
        return bounds.height < 3 || !isEdge || (1..<bounds.height - 1).contains(point.y)
    }

    override func draw(in canvas: inout Canvas) {
        // The foreground is what is seen as the body: the attribute swaps the two.
        let body = Style(foreground: color, background: Color(0x1B1E27), attributes: [.reverse, .bold])
        guard bounds.height >= 3 else {
            canvas.draw(small, at: .zero, style: body)
            return
        }
        let rim = Style(foreground: color, attributes: .bold)
        // Quarters of cells make a circle of it: five columns are about as wide as three rows are high.
        let (top, bottom) = canvas.isASCII ? (".---.", "'---'") : ("▗███▖", "▝███▘")
        canvas.draw(top, at: .zero, style: rim)
        canvas.draw(isLifted ? "◂ ◆ ▸" : canvas.isASCII ? " o_o " : " •‿• ", at: Point(x: 0, y: 1), style: body)
        canvas.draw(bottom, at: Point(x: 0, y: 2), style: rim)
    }

    private var small: String {
        if bounds.width < 3 { return isLifted ? "◆" : "•" }
        return isLifted ? "◂◆▸" : "•••"
    }
}
