/// A field for a line of text, with a cursor and a selection.
///
/// Dragging, or shift with the arrows, home or end, selects; `ctrl-a`
/// selects all. Control or alt with the arrows moves by words. `ctrl-w`,
/// `alt-backspace` and `alt-d` remove a word, `ctrl-u` and `ctrl-k` the text before
/// or after the cursor. A secret text is never drawn, and counts as one
/// word. A text that the program has set, and the person hasn't edited, is selected
/// as a whole when the field gets the keyboard, so that typing replaces it.
open class TextField: View {
    /// The text; setting it moves the cursor to the end.
    public var text: String {
        get { input.text }
        set {
            input = TextInput(newValue, isSecret: isSecret)
            // While the person types, a program may put their text into another form.
            if !isFirstResponder { isEdited = false }
            setNeedsDisplay()
        }
    }

    /// The text that is shown while the field is empty.
    public var placeholder: String {
        didSet { if placeholder != oldValue { setNeedsDisplay() } }
    }

    /// Whether the field draws a dot for each character, as for a password.
    let isSecret: Bool

    /// Called after typing or pasting has changed the text.
    public var onChange: (@MainActor (String) -> Void)?

    /// Called when enter is pressed.
    public var onSubmit: (@MainActor () -> Void)?

    private var input: TextInput

    /// Whether the person has edited the text.
    private var isEdited = false
    /// Whether a default stays selected when a tap gives the field the keyboard, as in a field for a number.
    var selectsAtTap = false
    private var isFreshlySelected = false

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
            case .touchDown(let point): self?.touch(at: point)
            case .dragChanged(let point, _): self?.moveCursor(to: point, extending: true)
            default: break
            }
        }
    }

    /// Treats the text as the person's own, so that it isn't selected when the field gets the keyboard.
    func keepText() {
        isEdited = true
    }

    private func touch(at point: Point) {
        defer { isFreshlySelected = false }
        if !selectsAtTap || !isFreshlySelected || text.isEmpty { moveCursor(to: point, extending: false) }
    }

    private func moveCursor(to point: Point, extending: Bool) {
        input.resize(width: bounds.width)
        input.move(toColumn: point.x, extending: extending)
        setNeedsDisplay()
    }

    open override var canBecomeFirstResponder: Bool { true }

    open override func preferredSize(maxWidth: Int) -> Size {
        Size(width: min(TextField.usualWidth, maxWidth), height: 1)
    }

    static let usualWidth = 38

    override func firstResponderDidChange() {
        isFreshlySelected = isFirstResponder && !isEdited
        if isFreshlySelected { input.selectAll() }
        super.firstResponderDidChange()
    }

    open override func keyDown(_ event: KeyEvent) -> Bool {
        if event == KeyEvent(.enter), let onSubmit {
            onSubmit()
            return true
        }
        return apply { $0.edit(event) }
    }

    override func paste(_ text: String) -> Bool {
        apply {
            $0.insert(text)
            return true
        }
    }

    /// Replaces the text, as a person does who selects all of it and types.
    func enter(_ text: String) {
        _ = apply {
            $0.selectAll()
            $0.insert(text)
            return true
        }
    }

    private func apply(_ edit: (inout TextInput) -> Bool) -> Bool {
        let before = input.characters
        isFreshlySelected = false
        input.resize(width: bounds.width)
        guard edit(&input) else { return false }
        setNeedsDisplay()
        if input.characters != before {
            isEdited = true
            onChange?(text)
        }
        return true
    }

    open override var accessibilityElements: [AccessibilityElement] {
        let shown = input.shown(0..<input.characters.count)
        let (isEmpty, hasName) = (shown.isEmpty, accessibilityLabel != nil)
        return [
            AccessibilityElement(
                .field,
                placeholder,
                value: isEmpty ? nil : shown,
                state: isSecret ? .secret : [],
                hint: isEmpty && hasName && !placeholder.isEmpty ? placeholder : nil
            )
        ]
    }

    /// The line, laid out for the current width of the field.
    private var line: TextInput {
        var line = input
        line.resize(width: bounds.width)
        return line
    }

    /// The place of the next letter; nil while the field doesn't have the keyboard.
    open override var cursorPosition: Point? {
        guard isFirstResponder, bounds.width > 0 else { return nil }
        return Point(x: line.cursorColumn, y: 0)
    }

    override var showsCursor: Bool { true }

    open override func layoutSubviews() {
        input.resize(width: bounds.width)
    }

    open override func draw(in canvas: inout Canvas) {
        let style = background ?? Theme.field
        let line = line
        guard !line.characters.isEmpty else {
            // Not underlined, so that it doesn't look like typed text without colors either.
            let attributes = style.attributes.subtracting(.underline).union(.italic)
            let quiet = Style(foreground: Theme.quiet.foreground, background: style.background, attributes: attributes)
            canvas.draw(TextWidth.truncate(placeholder, to: bounds.width), at: .zero, style: quiet)
            return
        }
        var marked = style
        marked.attributes.formSymmetricDifference(.reverse)
        let visible = line.visible
        // A selection is useful only while the field has the keyboard.
        let selection = isFirstResponder ? line.selection.clamped(to: visible) : visible.lowerBound..<visible.lowerBound
        var x = canvas.draw(line.shown(visible.lowerBound..<selection.lowerBound), at: .zero, style: style)
        x += canvas.draw(line.shown(selection), at: Point(x: x, y: 0), style: marked)
        canvas.draw(line.shown(selection.upperBound..<visible.upperBound), at: Point(x: x, y: 0), style: style)
    }
}
