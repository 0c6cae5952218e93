import HostRuntime

/// The card of the panel: a title, a body, a remark or the progress of a run, and key hints.
final class PanelCard: Card {
    /// Called when the button beside the progress is pressed.
    var onCancel: (@MainActor () -> Void)? {
        didSet { runBar.onCancel = onCancel }
    }

    private var body: (any PanelBody)?
    private let remark = Label(style: Theme.panel)
    private let runBar = CommandProgressView()
    /// Whether escape cancels the run.
    private var canCancel = false
    /// The key that leaves a run going on.
    private let toolsKey: KeyEvent?

    init(toolsKey: KeyEvent? = nil) {
        self.toolsKey = toolsKey
        super.init()
        remark.accessibilityRole = .status
        for view in [remark, runBar] as [View] { addSubview(view) }
        runBar.isHidden = true
    }

    /// Shows a page; the previous body is removed with the values entered there.
    func show(_ body: (any PanelBody)?, title: String) {
        self.body?.removeFromSuperview()
        self.body = body
        self.title = title
        if let body { addSubview(body) }
        // Tab goes from the body to the button below it.
        if body != nil { addSubview(runBar) }
        setNeedsLayout()
    }

    func update(_ state: PanelState) {
        body?.update(state)
        canCancel = state.run.map { $0.stop == nil } ?? false
        runBar.isHidden = !(state.run?.isLong ?? false)
        runBar.show(state.run?.shownProgress)
        remark.text = state.remark.map { ($0.isError ? "✕ " : "") + $0.text } ?? ""
        let color = state.remark?.isError == false ? Theme.quiet.foreground : Theme.danger
        remark.style = Style(foreground: color, background: Theme.panel.background)
        setNeedsLayout()
    }

    func turn() {
        runBar.spin()
    }

    func focusFirstControl() {
        body?.focusFirstControl()
    }

    func place(on screen: Size) {
        frame = frame(on: screen)
        setNeedsLayout()
    }

    // MARK: - Layout

    override func contentSize(maxWidth: Int) -> Size {
        let width = min(maxWidth, 52)
        // The body's rows reach one column further on either side.
        return Size(
            width: width,
            height: (body?.preferredHeight(width: width + 2) ?? 0) + footHeight(width: width + 2)
        )
    }

    // A body of one row keeps its frame.
    override func leastContentHeight(width: Int) -> Int { min(2, contentSize(maxWidth: width).height) }

    private func remarkHeight(width: Int) -> Int {
        remark.text.isEmpty ? 0 : min(3, TextWidth.wrap(remark.text, to: max(1, width - 2)).count)
    }

    private func runHeight(width: Int) -> Int {
        runBar.isHidden ? 0 : runBar.preferredHeight(width: max(0, width - 2))
    }

    private func footHeight(width: Int) -> Int {
        let height = remarkHeight(width: width) + runHeight(width: width)
        return height > 0 ? height + 1 : 0
    }

    override func layoutContent(in room: Rect) {
        let inside = room.inset(horizontally: -1, vertically: 0)
        let wanted = footHeight(width: inside.width)
        // A body that scrolls needs the empty row, and always keeps one row.
        let isTight = (body?.preferredHeight(width: inside.width) ?? 0) + wanted > inside.height
        let foot = min(isTight ? max(0, wanted - 1) : wanted, max(0, inside.height - (inside.height > 1 ? 1 : 0)))
        let room = max(0, inside.height - foot)
        body?.frame = Rect(x: inside.minX, y: inside.minY, width: inside.width, height: room)
        let run = min(foot, runHeight(width: inside.width))
        let lines = min(remarkHeight(width: inside.width), foot - run)
        let (x, width) = (inside.minX + 1, max(0, inside.width - 2))
        remark.frame = Rect(x: x, y: inside.maxY - run - lines, width: width, height: lines)
        runBar.frame = Rect(x: x, y: inside.maxY - run, width: width, height: run)
    }

    // MARK: - Drawing

    // The hints of a body depend on its layout, which is known when the card is drawn.
    override var hints: [KeyHint] {
        get {
            guard canCancel else { return body?.hints ?? [] }
            return (toolsKey.map { [KeyHint($0, "keep running")] } ?? []) + ["esc cancel"]
        }
        set {}
    }
}

/// The content of the panel's card between its title and its foot.
@MainActor protocol PanelBody: View {
    /// The key hints for the foot of the card; the last one says how to leave.
    var hints: [KeyHint] { get }

    func preferredHeight(width: Int) -> Int

    func update(_ state: PanelState)

    /// Makes the first control the first responder.
    func focusFirstControl()
}
