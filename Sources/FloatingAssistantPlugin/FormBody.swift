import HostRuntime

/// The form of a command, made from its parameters alone; it scrolls where it is taller than the card.
final class FormBody: View, PanelBody {
    /// What the person does in the form.
    enum Input: Hashable, Sendable {
        case enter(String, field: Int)
        case set(Bool, field: Int)
        case submit(field: Int?)
    }

    private struct Row {
        let title: Label
        let control: View
        let wait: Label?
    }

    private let onInput: @MainActor (Input) -> Void
    private let content = View()
    private var rows: [Row] = []
    private let submit: Button
    private var form: CommandForm
    private var scrollTop = 0
    private var lastProblem: (field: Int?, text: String?)

    init(_ form: CommandForm, onInput: @escaping @MainActor (Input) -> Void) {
        self.form = form
        self.onInput = onInput
        submit = Button(form.title)
        super.init()
        addSubview(content)
        for (index, field) in form.fields.enumerated() { addRow(field, index) }
        guard !form.isPicker else { return }
        submit.action = { onInput(.submit(field: nil)) }
        content.addSubview(submit)
    }

    private func addRow(_ field: CommandForm.Field, _ index: Int) {
        let title = Label(field.title, style: Style(foreground: Theme.quiet.foreground))
        let control = control(for: field, index)
        let wait = field.kind == .choice ? Label(style: Style(foreground: Theme.quiet.foreground)) : nil
        // It lies over the list that it stands in for.
        wait?.isUserInteractionEnabled = false
        rows.append(Row(title: title, control: control, wait: wait))
        if !form.isPicker { content.addSubview(title) }
        content.addSubview(control)
        if let wait { content.addSubview(wait) }
    }

    private func control(for field: CommandForm.Field, _ index: Int) -> View {
        let onInput = onInput
        switch field.kind {
        case .text, .secret, .number:
            let text = TextField(placeholder: field.placeholder, isSecret: field.kind == .secret)
            text.text = field.text
            text.onChange = { onInput(.enter($0, field: index)) }
            text.onSubmit = { onInput(.submit(field: index)) }
            return text
        case .toggle:
            let toggle = ToggleView(isOn: field.isOn)
            toggle.onChange = { onInput(.set($0, field: index)) }
            return toggle
        case .choice:
            let menu = MenuView(showsChoice: !form.isPicker)
            menu.onSelect = { onInput(.enter($0.id, field: index)) }
            if form.isPicker {
                menu.onChoose = {
                    onInput(.enter($0.id, field: index))
                    onInput(.submit(field: nil))
                }
            }
            return menu
        }
    }

    // MARK: - The body of a panel

    var hints: [String] {
        form.isPicker ? ["↑↓ choose", "enter take", "esc close"] : ["tab next", "enter go on", "esc close"]
    }

    func preferredHeight(width: Int) -> Int { layout(width: width, isAiry: true).height }

    func takeKeyboard() {
        (rows.first?.control ?? submit).becomeFirstResponder()
    }

    func update(_ state: PanelState) {
        guard let form = state.form else { return }
        let old = self.form
        self.form = form
        for (index, field) in form.fields.enumerated() where field.choices != old.fields[index].choices {
            showChoices(of: field, in: rows[index])
        }
        for (index, row) in rows.enumerated() where row.wait != nil {
            row.wait?.text = form.fields[index].waitText
        }
        if let field = state.problemField, lastProblem != (field, state.problem), rows.indices.contains(field) {
            rows[field].control.becomeFirstResponder()
        }
        lastProblem = (state.problemField, state.problem)
        setNeedsLayout()
    }

    private func showChoices(of field: CommandForm.Field, in row: Row) {
        guard let menu = row.control as? MenuView, case .loaded(let choices) = field.choices else { return }
        let chosen = field.text
        menu.setRows(Menu.rows(of: choices))
        menu.select(id: chosen)
    }

    // MARK: - Keys

    override func keyDown(_ event: KeyEvent) -> Bool {
        switch event {
        case KeyEvent(.enter):
            onInput(.submit(field: focused))
            return true
        case KeyEvent(.down): return moveFocus(by: 1)
        case KeyEvent(.up): return moveFocus(by: -1)
        // Tab goes around by itself; the form follows it into sight.
        case KeyEvent(.tab), KeyEvent(.tab, .shift):
            setNeedsLayout()
            return false
        default: return false
        }
    }

    private var focused: Int? { rows.firstIndex { $0.control.isFirstResponder } }

    private func moveFocus(by step: Int) -> Bool {
        let controls = rows.map(\.control) + (form.isPicker ? [] : [submit])
        guard let index = controls.firstIndex(where: \.isFirstResponder) else { return false }
        controls[min(max(0, index + step), controls.count - 1)].becomeFirstResponder()
        setNeedsLayout()
        return true
    }

    override func scroll(by rows: Int) -> Bool {
        let height = content.bounds.height
        let top = min(max(0, scrollTop &+ rows), max(0, height - bounds.height))
        guard top != scrollTop else { return false }
        scrollTop = top
        content.frame = Rect(x: 0, y: -top, width: bounds.width, height: height)
        return true
    }

    // MARK: - Layout

    override func layoutSubviews() {
        // Room between the fields where there is some, and none where there is not.
        let airy = layout(width: bounds.width, isAiry: true)
        let plan = airy.height <= bounds.height ? airy : layout(width: bounds.width, isAiry: false)
        for (row, frames) in zip(rows, plan.rows) {
            row.title.frame = frames.title
            row.control.frame = frames.control
            row.wait?.frame = frames.control
        }
        submit.frame = plan.submit
        let height = max(plan.height, bounds.height)
        if let current = (rows.map(\.control) + [submit]).first(where: \.isFirstResponder)?.frame {
            // The end of a control matters less than its beginning.
            scrollTop = max(scrollTop, current.maxY - bounds.height)
            scrollTop = min(scrollTop, current.minY)
        }
        scrollTop = max(0, min(scrollTop, height - bounds.height))
        content.frame = Rect(x: 0, y: -scrollTop, width: bounds.width, height: height)
    }

    private struct Plan {
        var rows: [(title: Rect, control: Rect)] = []
        var submit = Rect.zero
        var height = 0
    }

    private func layout(width: Int, isAiry: Bool) -> Plan {
        var plan = Plan()
        if form.isPicker {
            let height = max(1, (rows[0].control as? MenuView)?.rowCount ?? 1)
            // A list scrolls by itself, and so is never taller than what is seen.
            plan.height = isAiry ? height : min(height, max(1, bounds.height))
            plan.rows = [(.zero, Rect(x: 0, y: 0, width: width, height: plan.height))]
            return plan
        }
        let titles = form.fields.map { TextWidth.width(of: $0.title) }.max() ?? 0
        let side = min(titles, max(0, width / 2 - 2))
        for (index, row) in rows.enumerated() {
            if index > 0, isAiry { plan.height += 1 }
            let title = Rect(x: 1, y: plan.height, width: side, height: 1)
            let height = (row.control as? MenuView).map { min(5, max(1, $0.rowCount)) } ?? 1
            let room = max(1, width - side - 4)
            let control = Rect(x: side + 3, y: plan.height, width: room, height: height)
            plan.rows.append((title, control))
            plan.height += height
        }
        if isAiry, !rows.isEmpty { plan.height += 1 }
        let button = min(submit.preferredWidth + 2, max(1, width - side - 4))
        plan.submit = Rect(x: side + 3, y: plan.height, width: button, height: 1)
        plan.height += 1
        return plan
    }
}

extension CommandForm.Field {
    fileprivate var placeholder: String {
        if kind == .secret, defaultValue != nil { return "as before" }
        if case .number(let range?) = kind { return "\(range.lowerBound.plain) to \(range.upperBound.plain)" }
        return ""
    }

    /// What stands in the place of choices that are not there.
    fileprivate var waitText: String {
        switch choices {
        case .loading: "Loading …"
        case .loaded(let choices): choices.isEmpty ? "There is nothing to choose from." : ""
        case .failed(let text): "✕ " + text
        }
    }
}
