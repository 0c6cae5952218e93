/// The choices of a field: a row with the chosen one, which opens a list of them.
///
/// In a form of a single choice the list is open. While there are no choices, enter or a tap fetches them again.
final class ChoiceList: ListView {
    var onEnter: (@MainActor (String) -> Void)?
    var onSubmit: (@MainActor () -> Void)?
    var onRetry: (@MainActor () -> Void)?
    /// Called when the list has opened or closed.
    var onOpen: (@MainActor () -> Void)?

    /// Whether the choices are listed.
    private(set) var isOpen: Bool {
        didSet {
            guard isOpen != oldValue else { return }
            setNeedsDisplay()
            onOpen?()
        }
    }

    var hasChoices: Bool { !choices.isEmpty }

    /// Whether one of the choices is the value.
    var hasValue: Bool { chosen != nil }

    private let isPicker: Bool
    private var choices: [CommandChoice] = []
    private var value = ""
    private var widest = 0
    /// The rows for the last widths: many choices take long to lay out.
    private var layouts: [Int: [Row]] = [:]

    init(isPicker: Bool) {
        self.isPicker = isPicker
        isOpen = isPicker
        super.init(style: Theme.panel)
        leavesArrowsAtEnds = isPicker
        onSelect = { [weak self] in if isPicker { self?.enter($0) } }
        onChoose = { [weak self] in self?.choose($0) }
    }

    func show(_ choices: [CommandChoice], value: String) {
        let isSame = choices == self.choices
        (self.choices, self.value) = (choices, value)
        if !isSame {
            layouts = [:]
            widest = rows(forWidth: .max).reduce(0) { max($0, $1.width) }
        }
        if choices.isEmpty, !isPicker { isOpen = false }
        rows = rows(forWidth: bounds.width)
        if !isSame || !isOpen { select(id: value) }
        setNeedsDisplay()
    }

    private var chosen: CommandChoice? { choices.first { $0.value == value } }

    // MARK: - Choosing

    private func enter(_ index: Int) {
        guard let value = rows[index].id else { return }
        self.value = value
        onEnter?(value)
    }

    private func choose(_ index: Int) {
        enter(index)
        if isPicker { onSubmit?() } else { isOpen = false }
    }

    private func open() {
        guard hasChoices else { return onRetry?() ?? () }
        isOpen = true
        rows = rows(forWidth: bounds.width)
        select(id: value)
    }

    override func tapRow(_ row: Int, column: Int) {
        if isOpen, hasChoices { super.tapRow(row, column: column) } else { open() }
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        let isEnter = event == KeyEvent(.enter)
        let isSpace = event == KeyEvent(.character(" "))
        if !hasChoices {
            if isEnter { open() }
            return isEnter
        }
        guard !isPicker else { return super.keyDown(event) }
        if isOpen {
            if event == KeyEvent(.escape) {
                isOpen = false
                return true
            }
            return super.keyDown(isSpace ? KeyEvent(.enter) : event)
        }
        // With a value, enter goes on in the form, as in a text field.
        guard isSpace || isEnter && !hasValue else { return false }
        open()
        return true
    }

    override func firstResponderDidChange() {
        super.firstResponderDidChange()
        if !isFirstResponder, !isPicker { isOpen = false }
    }

    // MARK: - Layout

    func height(forWidth width: Int) -> Int { isOpen ? rows(forWidth: width).count : 1 }

    override func preferredSize(maxWidth: Int) -> Size {
        Size(width: min(maxWidth, widest), height: height(forWidth: maxWidth))
    }

    override func layoutSubviews() {
        rows = rows(forWidth: bounds.width)
        super.layoutSubviews()
    }

    /// Returns the rows for a width: if a detail has no room beside its title, each stands below it.
    private func rows(forWidth width: Int) -> [Row] {
        // Before the first layout there is no width.
        let width = width <= 0 || width >= widest ? Int.max : width
        if let rows = layouts[width] { return rows }
        let rows = choices.flatMap { choice -> [Row] in
            guard width < .max, !choice.detail.isEmpty else { return [Row(choice, detail: choice.detail)] }
            let lines = TextWidth.wrap(choice.detail, to: max(1, width - 5))
            return [Row(choice, detail: "")] + lines.map { .note("  \($0)") }
        }
        if layouts.count > 2 { layouts = [:] }
        layouts[width] = rows
        return rows
    }

    // MARK: - Drawing

    override var accessibilityElements: [AccessibilityElement] {
        guard hasChoices else { return [] }
        if isPicker { return super.accessibilityElements }
        let value = chosen?.title ?? "not chosen"
        let field = AccessibilityElement(.button, "", value: value, state: isOpen ? .expanded : [])
        return [field] + (isOpen ? super.accessibilityElements.dropFirst() : [])
    }

    override var cursorPosition: Point? {
        isOpen ? super.cursorPosition : Point(x: chosen?.tint.mark == nil ? 0 : 2, y: 0)
    }

    // An empty list lies below the label that says why.
    override func draw(in canvas: inout Canvas) {
        guard hasChoices else { return }
        guard !isOpen else { return super.draw(in: &canvas) }
        let style = isFirstResponder ? Theme.selection : Theme.field
        canvas.fill(bounds, style: style)
        let room = max(0, bounds.width - 3)
        var x = 0
        if let mark = chosen?.tint.mark {
            let tinted = Style(foreground: mark.color, background: style.background, attributes: style.attributes)
            x += canvas.draw("\(mark.sign) ", at: .zero, style: isFirstResponder ? style : tinted, maxWidth: room)
        }
        let quiet = Style(foreground: Theme.quiet.foreground, attributes: style.attributes)
        let title = chosen.map { $0.title + ($0.isCurrent ? " ✓" : "") } ?? "choose …"
        let isPlain = isFirstResponder || chosen != nil
        let text = TextWidth.truncate(title, to: max(0, room - x))
        x += canvas.draw(text, at: Point(x: x, y: 0), style: isPlain ? style : quiet)
        if let detail = chosen?.detail, !detail.isEmpty, TextWidth.fits(detail, in: room - x - 2) {
            let start = Point(x: room - TextWidth.width(of: detail), y: 0)
            canvas.draw(detail, at: start, style: isFirstResponder ? style : quiet)
        }
        canvas.draw("▾", at: Point(x: bounds.width - 2, y: 0), style: style)
    }
}

extension ListView.Row {
    fileprivate init(_ choice: CommandChoice, detail: String) {
        let mark = choice.tint.mark
        self.init(
            choice.title,
            detail: detail,
            mark: mark?.color,
            sign: mark?.sign ?? "●",
            isCurrent: choice.isCurrent,
            id: choice.value
        )
    }
}

extension CommandChoice.Tint {
    /// The mark of a row, whose shape differs too: the emptier, the worse.
    var mark: (sign: Character, color: Color)? {
        switch self {
        case .normal: nil
        case .good: ("●", Theme.good)
        case .caution: ("◐", Theme.caution)
        case .danger: ("○", Theme.danger)
        }
    }
}
