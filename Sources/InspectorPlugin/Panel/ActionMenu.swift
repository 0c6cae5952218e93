import HostRuntime

/// A list of actions with their keys: those of a page that don't fit into the foot, or the pages.
final class ActionMenu: View {
    private let list: ListView
    private let actions: [PageAction]
    private let onChoose: @MainActor (PageAction) -> Void

    init(_ actions: [PageAction], onChoose: @escaping @MainActor (PageAction) -> Void) {
        self.actions = actions
        self.onChoose = onChoose
        list = ListView(rows: actions.map { ListView.Row($0.hint.action, detail: $0.hint.keys) }, style: Theme.panel)
        super.init()
        background = Theme.panel
        list.isEmphasized = true
        list.onChoose = { onChoose(actions[$0]) }
        gestures = GestureConfiguration()
        addSubview(list)
    }

    /// The number of lines in which all actions are in sight.
    var wantedHeight: Int { actions.count + 2 }

    func place(above foot: Rect, in bounds: Rect) {
        let widest = actions.map { TextWidth.width(of: "\($0.hint)") + 5 }.max() ?? 0
        let width = min(bounds.width, max(24, widest + 2))
        let height = min(max(1, foot.minY - 1), wantedHeight)
        frame = Rect(x: bounds.width - width, y: max(0, foot.minY - height), width: width, height: height)
    }

    override var canBecomeFirstResponder: Bool { true }

    // The keys of the menu move in its list.
    override var cursorPosition: Point? { list.cursorPosition.map { $0 + list.frame.origin } }

    override func keyDown(_ event: KeyEvent) -> Bool {
        if list.keyDown(event) { return true }
        // Escape ends the list, and doesn't choose the entry that closes the panel.
        if event == KeyEvent(.escape) { return false }
        if let action = actions.first(where: { $0.key == event }) {
            onChoose(action)
            return true
        }
        // A letter without an entry isn't one of the page behind the list.
        if case .character = event.key { return event.modifiers.isEmpty }
        return false
    }

    override func layoutSubviews() {
        list.frame = bounds.height > 2 ? bounds.inset(horizontally: 1, vertically: 1) : bounds
    }

    override func draw(in canvas: inout Canvas) {
        if bounds.height > 2 { canvas.drawBox(bounds, style: Styles.line) }
    }
}
