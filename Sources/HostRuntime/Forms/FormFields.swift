/// The fields of a form with a button below them, which scroll when they are taller than the view.
final class FormFields: View {
    enum Input: Hashable, Sendable {
        case enter(String, field: Int)
        case set(Bool, field: Int)
        case submit(field: Int?)
        case retry(field: Int)
        case resize
    }

    var onInput: @MainActor (Input) -> Void = { _ in }

    /// The text above the fields; nil for none.
    var note: TextView.Line? {
        didSet {
            noteLabel.text = note?.text ?? ""
            noteLabel.style.foreground = note?.color ?? Theme.quiet.foreground
            setNeedsLayout()
        }
    }

    /// Whether the button that sends the form stands below the fields.
    var hasButton: Bool {
        get { !submit.isHidden }
        set {
            submit.isHidden = !newValue || entries.isPicker
            setNeedsLayout()
        }
    }

    private let content = View()
    private let noteLabel = Label(style: Theme.panel)
    private var rows: [FormRow] = []
    private let submit: Button
    private var entries: FormEntries
    private var position = ScrollPosition()

    init(_ entries: FormEntries, title: String) {
        self.entries = entries
        submit = Button(title)
        super.init()
        rows = entries.fields.enumerated().map { index, field in
            FormRow(field, index, isPicker: entries.isPicker) { [weak self] in self?.onInput($0) }
        }
        addSubview(content)
        content.addSubview(noteLabel)
        for row in rows {
            for view in row.views { content.addSubview(view) }
            row.title.isHidden = entries.isPicker
        }
        submit.action = { [weak self] in self?.onInput(.submit(field: nil)) }
        submit.isHidden = entries.isPicker
        content.addSubview(submit)
    }

    func preferredHeight(width: Int) -> Int { layout(width: width, isAiry: true, hasNote: true).height }

    /// The width at which no title, hint or choice is cut.
    var preferredWidth: Int {
        let controls = rows.map(\.preferredControlWidth).max() ?? 0
        guard !entries.isPicker else { return controls }
        return (rows.map(\.titleWidth).max() ?? 0) + 4 + max(controls, hasButton ? submit.preferredWidth + 2 : 0)
    }

    func focusFirstControl() {
        (rows.first?.control ?? submit).becomeFirstResponder()
    }

    func focus(_ field: Int) {
        if rows.indices.contains(field) { rows[field].control.becomeFirstResponder() }
    }

    /// Enters a text, or the value of a choice, in the control of a field.
    func enter(_ text: String, field: Int) {
        guard rows.indices.contains(field) else { return }
        switch rows[field].control {
        case let control as TextField: control.enter(text)
        case let list as ListView:
            list.select(id: text)
            onInput(.enter(text, field: field))
        default: break
        }
    }

    func set(_ isOn: Bool, field: Int) {
        guard rows.indices.contains(field), let toggle = rows[field].control as? ToggleView else { return }
        if toggle.isOn != isOn { toggle.flip() }
    }

    /// The choice that has the keyboard.
    var choice: ChoiceList? { focused.flatMap { rows[$0].control as? ChoiceList } }

    /// Whether one of the controls has the keyboard.
    var hasFocus: Bool { controls.contains(where: \.isFirstResponder) }

    /// Keeps the texts that were entered when a field gets the keyboard: typing goes on there, instead of replacing them.
    func keepTexts() {
        for (row, field) in zip(rows, entries.fields) where field.isEntered { (row.control as? TextField)?.keepText() }
    }

    /// Shows the messages and the choices of entries with the same fields.
    func update(_ entries: FormEntries) {
        let old = self.entries
        self.entries = entries
        for (index, field) in entries.fields.enumerated() { rows[index].update(field, from: old.fields[index]) }
        setNeedsLayout()
    }

    // MARK: - Keys

    override func keyDown(_ event: KeyEvent) -> Bool {
        switch event {
        case KeyEvent(.enter):
            onInput(.submit(field: focused))
            return true
        case KeyEvent(.down): return moveFocus(by: 1)
        case KeyEvent(.up): return moveFocus(by: -1)
        default: return false
        }
    }

    private var focused: Int? { rows.firstIndex { $0.control.isFirstResponder } }

    private var controls: [View] { rows.map(\.control) + (hasButton ? [submit] : []) }

    /// Moves to the next control; at the ends, to the one around the form that is nearest.
    private func moveFocus(by step: Int) -> Bool {
        let controls = self.controls
        guard let index = controls.firstIndex(where: \.isFirstResponder) else { return false }
        return controls.indices.contains(index + step) && controls[index + step].becomeFirstResponder()
    }

    // The field with the keyboard is scrolled into sight.
    override func descendantDidBecomeFirstResponder() {
        setNeedsLayout()
    }

    override func scroll(by rows: Int) -> Bool {
        guard position.scroll(by: rows) else { return false }
        placeContent()
        return true
    }

    // MARK: - Layout

    override func layoutSubviews() {
        // Room between the fields goes first, then a quiet text above them.
        let width = bounds.width
        var plan = layout(width: width, isAiry: true, hasNote: true)
        if plan.height > bounds.height { plan = layout(width: width, isAiry: false, hasNote: true) }
        if plan.height > bounds.height { plan = layout(width: width, isAiry: false, hasNote: note?.color != nil) }
        noteLabel.frame = plan.note
        for (row, frames) in zip(rows, plan.rows) {
            row.title.frame = frames.title
            row.placeControl(frames.control)
            row.message.frame = frames.message
        }
        submit.frame = plan.submit
        position.resize(count: max(plan.height, bounds.height), height: bounds.height)
        // The end of a control and of what is said of it matters less than its beginning.
        if let current = focusedFrame(in: plan) { position.reveal(current.minY..<current.maxY) }
        placeContent()
    }

    private func placeContent() {
        content.frame = Rect(x: 0, y: -position.top, width: bounds.width, height: position.count)
    }

    private func focusedFrame(in plan: Plan) -> Rect? {
        guard let index = focused else { return submit.isFirstResponder ? submit.frame : nil }
        let control = plan.rows[index].control
        let end = control.maxY + plan.rows[index].message.height
        // The title is visible with the field, and with the first field the text above it.
        let top = index == 0 ? 0 : plan.rows[index].title.minY
        let start = end - top <= bounds.height ? top : control.minY
        return Rect(x: 0, y: start, width: control.width, height: end - start)
    }

    private struct Plan {
        var note = Rect.zero
        var rows: [(title: Rect, control: Rect, message: Rect)] = []
        var submit = Rect.zero
        var height = 0
    }

    private func layout(width: Int, isAiry: Bool, hasNote: Bool) -> Plan {
        var plan = Plan()
        if entries.isPicker {
            layoutPicker(&plan, width: width, isAiry: isAiry)
            return plan
        }
        if let note, hasNote {
            let lines = TextWidth.wrap(note.text, to: max(1, width - 2)).count
            plan.note = Rect(x: 1, y: 0, width: width - 2, height: min(3, lines))
            plan.height = plan.note.height + (isAiry ? 1 : 0)
        }
        let columns = Columns(width: width, titles: rows.map(\.titleWidth).max() ?? 0)
        for (index, row) in rows.enumerated() {
            if index > 0, isAiry { plan.height += 1 }
            // A switch has room beside its title all the same.
            let isBeside = !columns.isStacked || row.toggleWidth.map { $0 <= width - 2 } ?? false
            let titleWidth = columns.isStacked && isBeside ? row.titleWidth : columns.title
            let title = Rect(x: 1, y: plan.height, width: titleWidth, height: 1)
            if !isBeside { plan.height += 1 }
            let start = columns.isStacked && isBeside ? titleWidth + 3 : columns.control
            let room = columns.control + columns.room - start
            let limit =
                isAiry ? FormFields.choiceRows : min(FormFields.choiceRows, bounds.height - (columns.isStacked ? 1 : 0))
            let height = row.controlHeight(width: room, atMost: limit)
            let control = Rect(x: start, y: plan.height, width: room, height: height)
            plan.height += height
            // A narrow column is too narrow for a sentence.
            let (x, sentence) = columns.room < 20 ? (1, width - 1) : (columns.control, columns.room)
            let lines = row.messageHeight(width: sentence)
            plan.rows.append((title, control, Rect(x: x, y: plan.height, width: sentence, height: lines)))
            plan.height += lines
        }
        guard hasButton else { return plan }
        if isAiry, !rows.isEmpty { plan.height += 1 }
        let button = min(submit.preferredWidth + 2, columns.room)
        plan.submit = Rect(x: columns.control, y: plan.height, width: button, height: 1)
        plan.height += 1
        return plan
    }

    /// The maximum number of rows of choices in a form with other fields.
    private static let choiceRows = 5

    /// The columns of titles and controls: side by side, or stacked in a form that is narrow for its titles.
    private struct Columns {
        let isStacked: Bool
        let title: Int
        let control: Int
        let room: Int

        init(width: Int, titles: Int) {
            // Beside a long title, a field would be too narrow to type into.
            isStacked = width < 24 || titles > width * 2 / 5
            title = isStacked ? max(0, width - 2) : titles
            control = isStacked ? 1 : title + 3
            room = max(1, isStacked ? width - 2 : width - title - 4)
        }
    }

    private func layoutPicker(_ plan: inout Plan, width: Int, isAiry: Bool) {
        let wanted = rows[0].controlHeight(width: width)
        let lines = rows[0].messageHeight(width: width - 2)
        // The list scrolls by itself, so it is never taller than the visible part.
        let height = isAiry ? wanted : min(wanted, max(1, bounds.height - lines))
        let control = Rect(x: 0, y: 0, width: width, height: height)
        plan.rows = [(.zero, control, Rect(x: 1, y: height, width: width - 2, height: lines))]
        plan.height = height + lines
    }

    // MARK: - Drawing

    // Scroll marks, in a column without fields.
    override func draw(in canvas: inout Canvas) {
        let style = Style(foreground: Theme.accent, background: Theme.panel.background)
        position.drawArrows(in: &canvas, bounds: bounds, style: style)
    }
}
