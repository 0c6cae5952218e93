import HostRuntime

/// The way out of the advertisement, with the seconds that are left: `Skip 5`.
@MainActor final class SkipControl: View {
    /// The seconds that are left.
    var count = 0 {
        didSet { if count != oldValue { setNeedsDisplay() } }
    }

    /// How much has appeared, 0...1.
    var appearance = 1.0

    /// Called when it is tapped.
    var onTap: (@MainActor () -> Void)?

    private var isPressed = false {
        didSet { if isPressed != oldValue { setNeedsDisplay() } }
    }

    init() {
        super.init()
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] event in
            switch event {
            case .touchDown: self?.isPressed = true
            case .touchUp: self?.isPressed = false
            case .tap: self?.onTap?()
            default: break
            }
        }
    }

    /// What it says.
    var title: String { "Skip \(count)" }

    /// Where it goes on a screen: top right, with a frame around it where there is room.
    static func place(in size: Size) -> Rect {
        let isRoomy = size.width >= 30 && size.height >= 10
        let width = isRoomy ? 13 : min(size.width, 9)
        let gap = isRoomy ? 2 : 0
        return Rect(x: size.width - width - gap, y: isRoomy ? 1 : 0, width: width, height: isRoomy ? 3 : 1)
            .clamped(to: Rect(origin: .zero, size: size))
    }

    override func draw(in canvas: inout Canvas) {
        let ink = PosterColors.cover.mixed(with: PosterColors.control, amount: appearance)
        let ground = PosterColors.cover.mixed(with: PosterColors.controlGround, amount: appearance)
        var style = Style(foreground: ink, background: ground, attributes: .bold)
        if isPressed { style.attributes.insert(.reverse) }
        canvas.fill(bounds, style: style)
        if bounds.height >= 3 { canvas.drawBox(bounds, style: style, border: .rounded) }
        let shown = TextWidth.truncate(title, to: bounds.width)
        let free = max(0, bounds.width - TextWidth.width(of: shown))
        canvas.draw(shown, at: Point(x: free / 2, y: bounds.height / 2), style: style)
    }
}
