import HostRuntime

/// A line at the foot of the panel that asks for a text.
final class Prompt: View {
    private let label: Label
    private let problem = Label(style: Style(foreground: Theme.danger, background: Look.bar.background))
    private let field: PromptField

    /// Creates a prompt; `accept` returns what is wrong with a text, or nil.
    init(
        _ title: String,
        text: String,
        placeholder: String,
        accept: @escaping @MainActor (String) -> String?,
        onEnd: @escaping @MainActor () -> Void
    ) {
        label = Label(title, style: Look.keyOnBar)
        field = PromptField(placeholder: placeholder)
        field.text = text
        super.init()
        background = Look.bar
        field.onSubmit = { [weak self] in
            guard let self else { return }
            if let message = accept(field.text) {
                problem.text = message
                setNeedsLayout()
            } else {
                onEnd()
            }
        }
        field.onLeave = onEnd
        field.onChange = { [weak self] _ in
            self?.problem.text = ""
            self?.setNeedsLayout()
        }
        gestures = GestureConfiguration()
        for view in [label, field, problem] as [View] { addSubview(view) }
    }

    func begin() {
        field.becomeFirstResponder()
    }

    override func layoutSubviews() {
        let width = min(TextWidth.width(of: label.text), bounds.width / 2)
        label.frame = Rect(x: 1, y: 0, width: width, height: 1)
        let room = max(0, bounds.width - width - 3)
        let note = problem.text.isEmpty ? 0 : min(TextWidth.width(of: problem.text) + 1, room / 2)
        field.frame = Rect(x: width + 2, y: 0, width: room - note, height: 1)
        problem.frame = Rect(x: bounds.width - note, y: 0, width: note, height: 1)
    }
}

private final class PromptField: TextField {
    var onLeave: (@MainActor () -> Void)?

    override func keyDown(_ event: KeyEvent) -> Bool {
        switch event {
        case KeyEvent(.escape):
            onLeave?()
            return true
        case KeyEvent(.tab), KeyEvent(.tab, .shift): return true
        default: return super.keyDown(event)
        }
    }
}
