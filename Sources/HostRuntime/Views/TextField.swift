/// A line to type in, with a cursor and a selection.
///
/// Shift with the arrows, home or end selects, and so does dragging; `ctrl-a`
/// selects all. Control or alt with the arrows goes by words, `ctrl-w`,
/// `alt-backspace` and `alt-d` remove one, `ctrl-u` and `ctrl-k` what is before
/// or behind the cursor. Nothing of a secret text is ever drawn, and it is one
/// word.
open class TextField: View {
    /// What has been typed; setting it puts the cursor behind it.
    public var text: String {
        get { input.text }
        set {
            input = TextInput(newValue, isSecret: isSecret)
            setNeedsDisplay()
        }
    }

    /// What is shown while nothing has been typed.
    public var placeholder: String {
        didSet { if placeholder != oldValue { setNeedsDisplay() } }
    }

    /// Whether a dot is drawn for each character, as for a password.
    public let isSecret: Bool

    /// Called after the text has changed by typing or pasting.
    public var onChange: (@MainActor (String) -> Void)?

    /// Called at enter.
    public var onSubmit: (@MainActor () -> Void)?

    private var input: TextInput

    /// Creates an empty field.
    public init(placeholder: String = "", isSecret: Bool = false, frame: Rect = .zero) {
        self.placeholder = placeholder
        self.isSecret = isSecret
        input = TextInput(isSecret: isSecret)
        super.init(frame: frame)
        background = Theme.field
        var gestures = GestureConfiguration(maximumTapCount: 1, drag: .immediately)
        gestures.slack = 0
        self.gestures = gestures
        onGesture = { [weak self] event in
            switch event {
            case .touchDown(let point): self?.moveCursor(to: point, extending: false)
            case .dragChanged(let point, _): self?.moveCursor(to: point, extending: true)
            default: break
            }
        }
    }

    /// Selects what has been typed, so that typing replaces it.
    public func selectAll() {
        input.selectAll()
        setNeedsDisplay()
    }

    private func moveCursor(to point: Point, extending: Bool) {
        input.resize(width: bounds.width)
        input.move(toColumn: point.x, extending: extending)
        setNeedsDisplay()
    }

    open override var canBecomeFirstResponder: Bool { true }

    open override func keyDown(_ event: KeyEvent) -> Bool {
        if event == KeyEvent(.enter), let onSubmit {
            onSubmit()
            return true
        }
        return change { $0.edit(event) }
    }

    open override func paste(_ text: String) -> Bool {
        change {
            $0.insert(text)
            return true
        }
    }

    private func change(_ edit: (inout TextInput) -> Bool) -> Bool {
        let before = input.characters
        input.resize(width: bounds.width)
        guard edit(&input) else { return false }
        setNeedsDisplay()
        if input.characters != before { onChange?(text) }
        return true
    }

    /// The line as it is seen in the width that the field has now.
    private var line: TextInput {
        var line = input
        line.resize(width: bounds.width)
        return line
    }

    open override var cursorPosition: Point? {
        guard isFirstResponder, bounds.width > 0 else { return nil }
        return Point(x: line.cursorColumn, y: 0)
    }

    open override func layoutSubviews() {
        input.resize(width: bounds.width)
    }

    open override func draw(in canvas: inout Canvas) {
        let style = background ?? Theme.field
        let line = line
        guard !line.characters.isEmpty else {
            let quiet = Style(foreground: Theme.quiet.foreground, attributes: style.attributes)
            canvas.draw(TextWidth.truncate(placeholder, to: bounds.width), at: .zero, style: quiet)
            return
        }
        var marked = style
        marked.attributes.formSymmetricDifference(.reverse)
        let visible = line.visible
        // Only who has the keyboard can do something with what is selected.
        let selection = isFirstResponder ? line.selection.clamped(to: visible) : visible.lowerBound..<visible.lowerBound
        var x = canvas.draw(line.shown(visible.lowerBound..<selection.lowerBound), at: .zero, style: style)
        x += canvas.draw(line.shown(selection), at: Point(x: x, y: 0), style: marked)
        canvas.draw(line.shown(selection.upperBound..<visible.upperBound), at: Point(x: x, y: 0), style: style)
    }
}
