import HostRuntime

/// A line at the foot of the panel that asks for a text, with a line above it for the problem with the text.
final class Prompt: View {
    private let label: Label
    private let problem = Label(style: Style(foreground: Theme.danger, background: Styles.bar.background))
    private let field: PanelField

    var onLineCountChange: (@MainActor () -> Void)?

    /// The number of lines that the prompt takes in a width.
    func lineCount(in width: Int) -> Int { 1 + min(3, problem.preferredSize(maxWidth: max(1, width - 2)).height) }

    /// Creates a prompt; `accept` returns what is wrong with a text, or nil.
    init(
        _ title: String,
        text: String,
        placeholder: String,
        accept: @escaping @MainActor (String) -> String?,
        onEnd: @escaping @MainActor () -> Void
    ) {
        label = Label(title, style: Styles.keyOnBar)
        field = PanelField(placeholder: placeholder)
        field.text = text
        super.init()
        label.accessibilityLabel = ""
        field.accessibilityLabel = title
        problem.accessibilityRole = .status
        background = Styles.bar
        field.onSubmit = { [weak self] in
            guard let self else { return }
            if let message = accept(field.text) {
                show(message)
            } else {
                onEnd()
            }
        }
        field.onLeave = onEnd
        field.onChange = { [weak self] _ in self?.show("") }
        gestures = GestureConfiguration()
        for view in [label, field, problem] as [View] { addSubview(view) }
    }

    func begin() {
        field.becomeFirstResponder()
    }

    // A tab doesn't turn the page under the question.
    override func keyDown(_ event: KeyEvent) -> Bool { event.key == .tab }

    private func show(_ message: String) {
        guard problem.text != message else { return }
        problem.text = message
        onLineCountChange?()
    }

    override func layoutSubviews() {
        let width = min(TextWidth.width(of: label.text), bounds.width / 2)
        let last = max(0, bounds.height - 1)
        problem.frame = Rect(x: 1, y: 0, width: max(0, bounds.width - 2), height: last)
        label.frame = Rect(x: 1, y: last, width: width, height: 1)
        field.frame = Rect(x: width + 2, y: last, width: max(0, bounds.width - width - 3), height: 1)
    }
}
