/// A line to type in, with a cursor.
open class TextField: View {
    /// What has been typed; setting it puts the cursor behind it.
    public var text: String {
        get { input.text }
        set {
            input = TextInput(newValue)
            setNeedsDisplay()
        }
    }

    /// What is shown while nothing has been typed.
    public var placeholder: String

    /// Whether a dot is drawn for each character, as for a password.
    public let isSecret: Bool

    /// Called after the text has changed by typing or pasting.
    public var onChange: (@MainActor (String) -> Void)?

    /// Called at enter.
    public var onSubmit: (@MainActor () -> Void)?

    private var input = TextInput()

    /// Creates an empty field.
    public init(placeholder: String = "", isSecret: Bool = false, frame: Rect = .zero) {
        self.placeholder = placeholder
        self.isSecret = isSecret
        super.init(frame: frame)
        background = Theme.field
        // A field takes a touch only to take the keyboard.
        gestures = GestureConfiguration(maximumTapCount: 1)
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
        guard edit(&input) else { return false }
        setNeedsDisplay()
        if input.characters != before { onChange?(text) }
        return true
    }

    open override var cursorPosition: Point? {
        guard isFirstResponder, bounds.width > 0 else { return nil }
        return Point(x: visible.cursor, y: 0)
    }

    open override func draw(in canvas: inout Canvas) {
        let style = background ?? Theme.field
        guard !input.characters.isEmpty else {
            let quiet = Style(foreground: Theme.quiet.foreground, attributes: style.attributes)
            canvas.draw(TextWidth.truncate(placeholder, to: bounds.width), at: .zero, style: quiet)
            return
        }
        canvas.draw(visible.text, at: .zero, style: style)
    }

    /// The part of the line that fits, with the cursor in it, and the cursor's column.
    private var visible: (text: String, cursor: Int) {
        let shown = isSecret ? input.characters.map { _ in Character("•") } : input.characters
        var start = 0
        var cursor = shown[..<input.cursor].reduce(0) { $0 + TextWidth.width(of: $1) }
        while cursor > bounds.width - 1, start < input.cursor {
            cursor -= TextWidth.width(of: shown[start])
            start += 1
        }
        return (String(shown[start...]), max(0, cursor))
    }
}
