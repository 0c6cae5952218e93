import HostRuntime

/// The card of the panel: a title, a body, a remark or the progress of a run, and key hints.
final class PanelCard: Card {
    private var body: (any PanelBody)?
    private let foot = CommandFoot()
    /// Whether escape cancels the run.
    private var canCancel = false
    /// The key that leaves a run going on.
    private let toolsKey: KeyEvent?

    /// Called when the button beside the progress is pressed.
    var onCancel: (@MainActor () -> Void)? {
        get { foot.onCancel }
        set { foot.onCancel = newValue }
    }

    init(toolsKey: KeyEvent? = nil) {
        self.toolsKey = toolsKey
        super.init()
    }

    /// Shows a page; the previous body is removed with the values entered there.
    func show(_ body: (any PanelBody)?, title: String) {
        self.body?.removeFromSuperview()
        self.body = body
        self.title = title
        // Tab goes from the body to the button below it.
        for view in [body, foot] as [View?] { view.map(addSubview) }
        setNeedsLayout()
    }

    func update(_ state: PanelState) {
        body?.update(state)
        canCancel = state.run.map { $0.stop == nil } ?? false
        foot.showsProgress = state.run?.isLong ?? false
        foot.update(state.run?.shownProgress)
        foot.remark = state.remark
        setNeedsLayout()
    }

    func focusFirstControl() {
        body?.focusFirstControl()
    }

    func place(on screen: Size) {
        frame = frame(on: screen)
        setNeedsLayout()
    }

    override func keyDown(_ event: KeyEvent) -> Bool { foot.keyDown(event) }

    // MARK: - Layout

    // The body's rows reach one column further on either side.
    override func contentSize(maxWidth: Int) -> Size {
        let width = min(maxWidth, max(PanelCard.leastWidth, (body?.preferredWidth ?? 0) - 2))
        let end = foot.preferredHeight(width: width + 2)
        return Size(
            width: width,
            height: (body?.preferredHeight(width: width + 2) ?? 0) + (end > 0 ? end + 1 : 0)
        )
    }

    private static let leastWidth = 52

    // A body of one row keeps its frame.
    override func leastContentHeight(width: Int) -> Int { min(2, contentSize(maxWidth: width).height) }

    override func layoutContent(in room: Rect) {
        let room = room.inset(horizontally: -1, vertically: 0)
        let height = body?.preferredHeight(width: room.width) ?? 0
        let free = foot.place(in: room, below: height)
        body?.frame = free
    }

    // MARK: - Drawing

    // The hints of a body depend on its layout, which is known when the card is drawn.
    override var hints: [KeyHint] {
        get {
            let scroll: [KeyHint] = foot.isScrollable ? [.upDown("scroll")] : []
            guard canCancel else { return scroll + (body?.hints ?? []) }
            return (toolsKey.map { [KeyHint($0, "keep running")] } ?? []) + ["esc cancel"]
        }
        set {}
    }
}

/// The content of the panel's card between its title and its foot.
@MainActor protocol PanelBody: View {
    /// The key hints for the foot of the card; the last one says how to leave.
    var hints: [KeyHint] { get }

    /// The width that the content would like, beyond the one that each card has.
    var preferredWidth: Int { get }

    func preferredHeight(width: Int) -> Int

    func update(_ state: PanelState)

    /// Makes the first control the first responder.
    func focusFirstControl()
}

extension PanelBody {
    var preferredWidth: Int { 0 }
}
