/// A view that does something when it is tapped, or when enter or space is pressed on it.
///
/// Where there are no colours it stands in brackets.
open class Button: View {
    /// What it says.
    public var title: String {
        didSet { if title != oldValue { setNeedsDisplay() } }
    }

    /// How it looks at rest.
    public var style: Style {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }

    /// How it looks while it has the keyboard or a finger on it.
    public var focusedStyle = Theme.selection {
        didSet { if focusedStyle != oldValue { setNeedsDisplay() } }
    }

    /// What it does.
    public var action: (@MainActor () -> Void)?

    private var isPressed = false {
        didSet { if isPressed != oldValue { setNeedsDisplay() } }
    }

    /// Creates a button.
    public init(_ title: String, style: Style = Theme.button, action: (@MainActor () -> Void)? = nil) {
        self.title = title
        self.style = style
        self.action = action
        super.init()
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] event in self?.handle(event) }
    }

    /// The columns that the title takes with a cell of room on either side.
    public var preferredWidth: Int { TextWidth.width(of: title) + 2 }

    private func handle(_ event: GestureEvent) {
        switch event {
        case .touchDown: isPressed = true
        case .touchUp: isPressed = false
        case .tap: action?()
        default: break
        }
    }

    open override var canBecomeFirstResponder: Bool { true }

    open override func keyDown(_ event: KeyEvent) -> Bool {
        guard event == KeyEvent(.enter) || event == KeyEvent(.character(" ")) else { return false }
        action?()
        return true
    }

    open override func draw(in canvas: inout Canvas) {
        var shown = isPressed || isFirstResponder ? focusedStyle : style
        // Styles that differ by their colours alone are one style where there are none.
        if isFirstResponder, shown.attributes == style.attributes { shown.attributes.insert(.underline) }
        canvas.fill(bounds, style: shown)
        let text = TextWidth.truncate(title, to: bounds.width)
        let free = max(0, bounds.width - TextWidth.width(of: text))
        let y = max(0, bounds.height - 1) / 2
        canvas.draw(text, at: Point(x: free / 2, y: y), style: shown)
        if !canvas.hasColors, free > 1 {
            canvas.draw("[", at: Point(x: 0, y: y), style: shown)
            canvas.draw("]", at: Point(x: bounds.width - 1, y: y), style: shown)
        }
    }
}
