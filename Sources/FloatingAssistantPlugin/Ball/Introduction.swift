import HostRuntime

/// A line beside the ball that says at the first start how to use it; touches pass through to the page.
final class Introduction: View {
    static let duration = Duration.seconds(12)
    static let storeKey = "introduced"
    static let text = "Tap me, or press \(TapGesture.all[0].key)"
    static let width = TextWidth.width(of: text) + 2

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isHidden = true
        background = Theme.panel
    }

    override func draw(in canvas: inout Canvas) {
        let style = Style(foreground: Theme.accent, background: Theme.panel.background, attributes: .bold)
        canvas.draw(Introduction.text, at: Point(x: 1, y: 0), style: style)
    }
}
