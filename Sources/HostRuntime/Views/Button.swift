/// A view that performs an action when it is tapped, or when enter or space is pressed on it.
///
/// On a display without colors, the title stands in brackets.
open class Button: View {
    /// The text of the button.
    public var title: String {
        didSet { if title != oldValue { setNeedsDisplay() } }
    }

    /// The style of the button at rest.
    public var style: Style {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }

    /// The style while the button is the first responder or is pressed.
    public var focusedStyle = Theme.selection {
        didSet { if focusedStyle != oldValue { setNeedsDisplay() } }
    }

    /// The action, called on a tap, enter or space; without one, a button on a sheet closes the sheet.
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

    /// The width of the title with one column on either side.
    public var preferredWidth: Int { TextWidth.width(of: title) + 2 }

    open override func preferredSize(maxWidth: Int) -> Size {
        Size(width: min(preferredWidth, max(0, maxWidth)), height: 1)
    }

    private func handle(_ event: GestureEvent) {
        switch event {
        case .touchDown: isPressed = true
        case .touchUp: isPressed = false
        case .tap: press()
        default: break
        }
    }

    private func press() {
        if let action { return action() }
        for view in sequence(first: self as View, next: { $0.superview }) {
            if let sheet = view as? Sheet { return sheet.close() }
        }
    }

    open override var canBecomeFirstResponder: Bool { true }

    open override func keyDown(_ event: KeyEvent) -> Bool {
        guard event == KeyEvent(.enter) || event == KeyEvent(.character(" ")) else { return false }
        press()
        return true
    }

    open override var accessibilityElements: [AccessibilityElement] {
        [AccessibilityElement(.button, title)]
    }

    /// The first letter of the title.
    open override var cursorPosition: Point? {
        let free = max(0, bounds.width - TextWidth.width(of: title))
        return Point(x: free / 2, y: max(0, bounds.height - 1) / 2)
    }

    open override func draw(in canvas: inout Canvas) {
        var shown = isPressed || isFirstResponder ? focusedStyle : style
        // Without colors, styles that differ only in color look the same.
        if isFirstResponder, shown.attributes == style.attributes { shown.attributes.insert(.underline) }
        canvas.fill(bounds, style: shown)
        let text = TextWidth.truncate(title, to: bounds.width)
        let free = max(0, bounds.width - TextWidth.width(of: text))
        let y = max(0, bounds.height - 1) / 2
        canvas.draw(text, at: Point(x: free / 2, y: y), style: shown)
        if !canvas.traits.colorDepth.hasShades, free > 1 {
            canvas.draw("[", at: Point(x: 0, y: y), style: shown)
            canvas.draw("]", at: Point(x: bounds.width - 1, y: y), style: shown)
        }
    }
}
