import HostRuntime

/// The list of all commands, to choose from, search and arrange.
final class ToolsBody: View, PanelBody {
    var onArrange: (@MainActor (MenuLayout) -> Void)?
    /// Called when a run or a result is chosen, with its number.
    var onOpenRun: (@MainActor (Int) -> Void)?
    var onCancelRun: (@MainActor (Int) -> Void)?
    /// Called when another row is selected or searched for.
    var onSelect: (@MainActor () -> Void)?

    private let list = CommandList(style: Theme.panel)
    private let field = SearchField(placeholder: "type to search")
    private let note = Label(style: Style(foreground: Theme.quiet.foreground, background: Theme.panel.background))
    private let onOpen: @MainActor (String) -> Void
    private var tools: ToolsMenu
    private var isRunning = false

    init(_ layout: MenuLayout, onOpen: @escaping @MainActor (String) -> Void) {
        self.onOpen = onOpen
        tools = ToolsMenu(layout)
        super.init()
        list.isEmphasized = true
        list.onChoose = { [weak self] _ in self?.openChosen() }
        list.onSelect = { [weak self] _ in self?.onSelect?() }
        list.onCheck = { [weak self] _ in self?.arrangeChosen { $0.toggle($2, of: $1) } }
        field.onChange = { [weak self] in self?.search($0) }
        field.onSubmit = { [weak self] in self?.openChosen() }
        note.isHidden = true
        for view in [list, field, note] as [View] { addSubview(view) }
    }

    // MARK: - Panel body

    var hints: [KeyHint] {
        if tools.isEditing { return ["r reset", KeyHint("p", pinWord), "space hide", "esc done"] }
        let leave: KeyHint =
            isRunning || tools.query.isEmpty && tools.openGroup == nil
            ? "esc close" : tools.query.isEmpty ? "esc back" : "esc clear"
        // A narrow card leaves out the first ones.
        if tools.isRunning(selectedRow) { return [.upDown("move"), "enter open", control("x", "cancel"), leave] }
        let more = [control("e", "arrange")] + (selectedID.map(tools.isListed) == true ? [control("p", pinWord)] : [])
        return [.upDown("move")] + more + [selectedCommand == nil ? "enter open" : "enter run", leave]
    }

    private func control(_ letter: Character, _ action: String) -> KeyHint {
        let sign = bounds.width < 48 ? "^\(letter.uppercased())" : "ctrl-\(letter)"
        return KeyHint(sign, action, sends: KeyEvent(.character(letter), .control))
    }

    private var pinWord: String { selectedID.map(tools.layout.isPinned) == true ? "unpin" : "pin" }

    func preferredHeight(width: Int) -> Int { max(1, tools.fullRowCount) + 2 }

    func update(_ state: PanelState) {
        isRunning = state.isRunning
        let isChanged = tools.setTools(state.tools)
        if tools.setWork(state.otherWork, leftOut: state.work.leftOut) || isChanged { setNeedsLayout() }
    }

    /// Shows another layout, such as after a command was used.
    func adopt(_ layout: MenuLayout) {
        tools.adopt(layout)
        setNeedsLayout()
    }

    func focusFirstControl() {
        field.becomeFirstResponder()
    }

    // MARK: - Actions

    private var selectedRow: ListView.Row? { list.selectedIndex.map { list.rows[$0] } }

    private var selectedID: String? { selectedRow?.id }

    private var selectedRun: Int? { selectedRow?.run }

    /// The command of the selected row; nil for a run and a group.
    private var selectedCommand: String? {
        selectedRun == nil ? selectedID.flatMap { ToolsMenu.isGroup($0) ? nil : $0 } : nil
    }

    private func openChosen() {
        if let run = selectedRun { return onOpenRun?(run) ?? () }
        guard let id = selectedID else { return }
        guard tools.open(id) else { return onOpen(id) }
        field.text = ""
        tools.search("")
        onArrange?(tools.layout)
        showRows()
        list.select(0)
    }

    private func closeGroup() -> Bool {
        guard let row = tools.closeGroup() else { return false }
        onArrange?(tools.layout)
        showRows()
        list.select(id: row)
        return true
    }

    private func search(_ query: String) {
        onSelect?()
        tools.search(query)
        showRows()
        list.select(0)
    }

    private func setEditing(_ isEditing: Bool) {
        tools.setEditing(isEditing)
        field.text = ""
        field.isHidden = isEditing
        note.isHidden = !isEditing
        if isEditing {
            list.becomeFirstResponder()
        } else {
            field.becomeFirstResponder()
        }
        onArrange?(tools.layout)
        setNeedsLayout()
    }

    private func arrangeChosen(_ change: (inout MenuLayout, [CommandSummary], String) -> Bool) {
        if let id = selectedCommand { arrange { change(&$0, $1, id) } }
    }

    private func arrange(_ change: (inout MenuLayout, [CommandSummary]) -> Bool) {
        guard tools.arrange(change) else { return }
        onArrange?(tools.layout)
        showRows()
    }

    // MARK: - Keys

    private static let pinKey = KeyEvent(.character("p"), .control)

    override func keyDown(_ event: KeyEvent) -> Bool {
        if event == KeyEvent(.character("e"), .control) {
            setEditing(!tools.isEditing)
            return true
        }
        if event == KeyEvent(.character("x"), .control), let run = selectedRun {
            onCancelRun?(run)
            return true
        }
        // Escape cancels a running command first.
        if event == KeyEvent(.escape), isRunning { return false }
        if tools.isEditing { return editKey(event) }
        if event == KeyEvent(.escape), !tools.query.isEmpty {
            field.text = ""
            search("")
            return true
        }
        if event == KeyEvent(.escape), closeGroup() { return true }
        if event == ToolsBody.pinKey {
            arrangeChosen { $0.pin($2, of: $1) }
            return true
        }
        if list.keyDown(event) {
            // The cursor goes along to the selected row.
            if event != KeyEvent(.enter) { list.becomeFirstResponder() }
            return true
        }
        // The arrows, or a tap elsewhere, have taken the keyboard from the search field.
        guard !field.isFirstResponder, event.edits else { return false }
        return type(event)
    }

    /// Enters a letter into the search.
    @discardableResult
    func type(_ letter: KeyEvent) -> Bool {
        field.becomeFirstResponder()
        return field.keyDown(letter)
    }

    private func editKey(_ event: KeyEvent) -> Bool {
        switch (event.key, event.modifiers) {
        case (.escape, []): setEditing(false)
        case (.character(" "), []): arrangeChosen { $0.toggle($2, of: $1) }
        case (.character("p"), []), (.character("p"), .control): arrangeChosen { $0.pin($2, of: $1) }
        case (.character("r"), []):
            arrange { layout, _ in
                layout.reset()
                return true
            }
        default: return false
        }
        return true
    }

    // MARK: - Layout

    override func layoutSubviews() {
        // In a small card the list needs the row of the search field.
        let isTight = bounds.height < (tools.isEditing ? 5 : 3)
        let head = isTight ? 0 : tools.fullRowCount + 2 <= bounds.height || bounds.height >= 12 ? 2 : 1
        let line = Rect(x: 1, y: 0, width: max(0, bounds.width - 2), height: min(head, 1))
        field.frame = line
        note.frame = line
        note.text = line.width < TextWidth.width(of: ToolsBody.note) ? ToolsBody.shortNote : ToolsBody.note
        list.frame = Rect(x: 0, y: head, width: bounds.width, height: bounds.height - head)
        showRows()
    }

    private static let note = "search finds what is hidden"
    // The foot of a narrow card has no room for the hint on hiding.
    private static let shortNote = "space hides"

    private func showRows() {
        // With little room, the space between groups goes first, then the headings.
        let room = list.frame.height
        let airy = tools.rows()
        list.rows = airy.count <= room || room >= 8 ? airy : tools.rows(room < 4 ? .none : .close)
    }
}

extension KeyEvent {
    /// Whether the key enters or removes a letter.
    fileprivate var edits: Bool {
        if case .character = key { true } else { key == .backspace }
    }
}

/// The search field; keys that it doesn't use go to the list.
private final class SearchField: TextField {
    override func keyDown(_ event: KeyEvent) -> Bool {
        if event.modifiers == .control, [.character("e"), .character("x")].contains(event.key) { return false }
        let isMove = [.left, .right, .home, .end].contains(event.key)
        return isMove && text.isEmpty ? false : super.keyDown(event)
    }
}

/// The list of commands and runs.
private final class CommandList: ListView {
    override func drawRow(_ row: Row, at index: Int, y: Int, in canvas: inout Canvas) {
        var row = row
        if row.run != nil {
            // How far a run is matters more than the end of its title; an icon and a space each come before that.
            let room = textMaxX - 4 - 2 - TextWidth.width(of: row.detail)
            row.title = TextWidth.truncate(row.title, to: max(0, room))
        }
        super.drawRow(row, at: index, y: y, in: &canvas)
    }
}
