/// The views of a field in a form: its title, its control, and the texts beside and below it.
@MainActor final class FormRow {
    let title: Label
    let control: View
    let message = Label(style: Style(foreground: Theme.danger, background: Theme.panel.background))
    let hint: Label?
    /// The text in place of choices that aren't there.
    private(set) var wait: Label?

    private let isPicker: Bool

    init(
        _ field: FormEntries.Field,
        _ index: Int,
        isPicker: Bool,
        onInput: @escaping @MainActor (FormFields.Input) -> Void
    ) {
        self.isPicker = isPicker
        title = Label(field.title, style: Style(foreground: Theme.quiet.foreground))
        control = FormRow.control(for: field, index, isPicker: isPicker, onInput: onInput)
        // A wide field shows the hint itself while it is empty.
        let isBeside = if case .number = field.kind { true } else { field.kind == .toggle }
        hint = isBeside ? field.hint.map { Label($0, style: Style(foreground: Theme.quiet.foreground)) } : nil
        if field.kind == .choice {
            let wait = Label(style: Style(foreground: Theme.quiet.foreground))
            // The label lies over the list, which receives the taps.
            wait.isUserInteractionEnabled = false
            self.wait = wait
        }
        // The control says its title, and the message is said when it comes.
        title.accessibilityLabel = ""
        control.accessibilityLabel = field.title
        message.accessibilityRole = .status
        wait?.accessibilityRole = .status
        update(field, from: nil)
    }

    /// All views, the topmost last.
    var views: [View] { [title, control, message] + [hint, wait].compactMap { $0 } }

    private static func control(
        for field: FormEntries.Field,
        _ index: Int,
        isPicker: Bool,
        onInput: @escaping @MainActor (FormFields.Input) -> Void
    ) -> View {
        switch field.kind {
        case .text, .secret, .number:
            let text = TextField(placeholder: field.placeholder, isSecret: field.kind == .secret)
            text.text = field.text
            if case .number = field.kind { text.selectsAtTap = true }
            text.onChange = { onInput(.enter($0, field: index)) }
            text.onSubmit = { onInput(.submit(field: index)) }
            return text
        case .toggle:
            let toggle = ToggleView(isOn: field.isOn)
            toggle.onChange = { onInput(.set($0, field: index)) }
            return toggle
        case .choice:
            let list = ChoiceList(isPicker: isPicker)
            list.onEnter = { onInput(.enter($0, field: index)) }
            list.onRetry = { onInput(.retry(field: index)) }
            list.onSubmit = { onInput(.submit(field: nil)) }
            list.onOpen = { onInput(.resize) }
            return list
        }
    }

    func update(_ field: FormEntries.Field, from old: FormEntries.Field?) {
        // The text in place of the choices already says it.
        let problem = field.wantsRetry ? nil : field.message
        message.text = problem.map { "✕ " + $0.prefix(1).uppercased() + $0.dropFirst() } ?? ""
        wait?.text = field.waitText
        wait?.style.foreground = field.isFailed ? Theme.danger : Theme.quiet.foreground
        guard let list = control as? ChoiceList else { return }
        guard field.choices != old?.choices || field.text != old?.text else { return }
        let choices: [CommandChoice] = if case .loaded(let choices) = field.choices { choices } else { [] }
        list.show(choices, value: field.text)
    }

    // MARK: - Layout

    func controlHeight(width: Int, atMost limit: Int = .max) -> Int {
        guard let list = control as? ChoiceList else { return 1 }
        let rows =
            list.hasChoices
            ? list.height(forWidth: width)
            : wait?.preferredSize(maxWidth: isPicker ? width - 2 : width).height ?? 1
        return min(max(1, limit), max(1, rows))
    }

    /// Returns the height of the message in a width; 0 without a message.
    func messageHeight(width: Int) -> Int {
        min(2, message.preferredSize(maxWidth: width).height)
    }

    var titleWidth: Int { TextWidth.width(of: title.text) }

    /// The width at which the choices or the hint aren't cut, and a sentence below mostly has one line.
    var preferredControlWidth: Int {
        if let list = control as? ListView { return list.preferredSize(maxWidth: .max).width }
        guard let hint else { return TextField.usualWidth }
        let width = control is ToggleView ? FormRow.toggleWidth : FormRow.numberWidth
        return width + TextWidth.width(of: hint.text) + 2
    }

    /// The width of a switch with its title before it; nil for another control.
    var toggleWidth: Int? {
        let texts = titleWidth + (hint.map { TextWidth.width(of: $0.text) + 2 } ?? 0)
        return control is ToggleView ? texts + 2 + FormRow.toggleWidth : nil
    }

    func placeControl(_ frame: Rect) {
        var width = frame.width
        if let hint {
            let beside = TextWidth.width(of: hint.text) + 2
            let wanted = control is ToggleView ? FormRow.toggleWidth : FormRow.numberWidth
            let room = min(wanted, frame.width - beside)
            // Without room beside the field, the placeholder shows the hint.
            hint.isHidden = room < 6
            (control as? TextField)?.placeholder = hint.isHidden ? hint.text : ""
            if !hint.isHidden { width = room }
            hint.frame = Rect(x: frame.minX + width + 1, y: frame.minY, width: beside, height: 1)
        }
        control.frame = Rect(x: frame.minX, y: frame.minY, width: width, height: frame.height)
        // The rows of a list have an empty column at each end.
        wait?.frame = isPicker ? frame.inset(horizontally: 1, vertically: 0) : frame
    }

    private static let toggleWidth = 7
    private static let numberWidth = 14
}

extension FormEntries.Field {
    fileprivate var isFailed: Bool {
        if case .failed = choices { kind == .choice } else { false }
    }

    fileprivate var placeholder: String {
        if kind == .secret, defaultValue != nil { return "as before" }
        return hint ?? ""
    }

    fileprivate var waitText: String {
        switch choices {
        case .loading: "Loading …"
        case .loaded(let choices): choices.isEmpty ? "There is nothing to choose from.\nEnter looks again." : ""
        case .failed(let text): "✕ \(text)\nEnter tries again."
        }
    }
}

final class ToggleView: View {
    var onChange: (@MainActor (Bool) -> Void)?
    private(set) var isOn: Bool

    init(isOn: Bool) {
        self.isOn = isOn
        super.init()
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] in if case .tap = $0 { self?.flip() } }
    }

    func flip() {
        isOn.toggle()
        setNeedsDisplay()
        onChange?(isOn)
    }

    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(_ event: KeyEvent) -> Bool {
        guard event == KeyEvent(.character(" ")) else { return false }
        flip()
        return true
    }

    /// In the box.
    override var cursorPosition: Point? { Point(x: 1, y: 0) }

    override var accessibilityElements: [AccessibilityElement] {
        [AccessibilityElement(.toggle, "", state: isOn ? .on : [])]
    }

    override func draw(in canvas: inout Canvas) {
        let style = isFirstResponder ? Theme.selection : Theme.panel
        canvas.draw(isOn ? "[x] yes" : "[ ] no ", at: .zero, style: style)
    }
}
