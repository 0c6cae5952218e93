import HostRuntime

/// The card in the middle of the panel: a title, a body, what went wrong or still runs, and the keys that work.
final class PanelCard: View {
    /// Called when the person wants no more of the command that runs.
    var onCancel: (@MainActor () -> Void)? {
        didSet { runBar.onCancel = onCancel }
    }

    private var title = ""
    private var body: (any PanelBody)?
    private let remark = Label(style: Theme.panel)
    private let runBar = RunBar()
    private var isRunning = false
    // The empty rows below the upper and above the lower edge.
    private var air = 1

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        background = Theme.panel
        for view in [remark, runBar] as [View] { addSubview(view) }
        runBar.isHidden = true
        // Taps on the card are nobody's, and do not reach what closes the panel.
        gestures = GestureConfiguration(maximumTapCount: 1)
    }

    /// Shows a page; the body before it goes, and with it what was entered there.
    func show(_ body: (any PanelBody)?, title: String) {
        self.body?.removeFromSuperview()
        self.body = body
        self.title = title
        if let body { addSubview(body) }
        // The keyboard goes from the body to the button below it.
        if body != nil { addSubview(runBar) }
        setNeedsLayout()
    }

    /// Takes in the state, whose page is still the one that is shown.
    func update(_ state: PanelState) {
        body?.update(state)
        isRunning = state.isRunning
        runBar.isHidden = !(state.run?.isLong ?? false)
        runBar.show(state.run?.progress)
        remark.text = state.remark.map { ($0.isError ? "✕ " : "") + $0.text } ?? ""
        let color = state.remark?.isError == false ? Theme.quiet.foreground : Theme.danger
        remark.style = Style(foreground: color, background: Theme.panel.background)
        setNeedsLayout()
    }

    /// Turns the sign that something goes on.
    func turn() {
        runBar.turn()
    }

    func takeKeyboard() {
        body?.takeKeyboard()
    }

    /// Puts the card where it belongs on a screen.
    func place(on screen: Size) {
        let width = min(max(0, screen.width - 4), 58)
        let inner = max(0, width - 4)
        let wanted = (body?.preferredHeight(width: inner) ?? 0) + footHeight(width: inner) + 4
        let room = max(0, screen.height - (screen.height > 12 ? 4 : 0))
        let height = min(wanted, room)
        // A list that has to scroll needs its rows more than the air around them.
        air = wanted <= room || room > 12 ? 1 : 0
        // On a screen without room for a margin, all of it is the card's.
        let isTiny = screen.width < 12 || screen.height < 6
        frame =
            isTiny
            ? Rect(origin: .zero, size: screen)
            : Rect(x: (screen.width - width) / 2, y: (screen.height - height) / 3, width: width, height: height)
        setNeedsLayout()
    }

    // MARK: - Layout

    private func remarkHeight(width: Int) -> Int {
        remark.text.isEmpty ? 0 : min(3, TextWidth.wrap(remark.text, to: max(1, width - 2)).count)
    }

    private func runHeight(width: Int) -> Int {
        runBar.isHidden ? 0 : runBar.preferredHeight(width: max(0, width - 2))
    }

    /// The rows below the body, with an empty one above them.
    private func footHeight(width: Int) -> Int {
        let height = remarkHeight(width: width) + runHeight(width: width)
        return height > 0 ? height + 1 : 0
    }

    override func layoutSubviews() {
        let inside = bounds.inset(horizontally: 2, vertically: 1 + air)
        let wanted = footHeight(width: inside.width)
        // A body that has to scroll needs its rows more than an empty one, and one row in any case.
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

    override func draw(in canvas: inout Canvas) {
        let line = Style(foreground: Theme.quiet.foreground, background: Theme.panel.background)
        canvas.drawBox(bounds, style: line, border: .rounded)
        let room = max(0, bounds.width - 6)
        guard room > 0 else { return }
        let head = Style(foreground: Theme.accent, background: Theme.panel.background, attributes: .bold)
        canvas.draw(" " + TextWidth.truncate(title, to: room) + " ", at: Point(x: 2, y: 0), style: head)
        let hints = isRunning ? ["esc cancel"] : body?.hints ?? []
        // Where not all of them fit, the last one does most good: how to leave.
        let texts = hints.indices.map { hints[$0...].joined(separator: " · ") }
        let text = texts.first { TextWidth.width(of: $0) <= room } ?? ""
        guard bounds.height > 2, !text.isEmpty else { return }
        let x = bounds.width - 4 - TextWidth.width(of: text)
        canvas.draw(" " + text + " ", at: Point(x: x, y: bounds.height - 1), style: line)
    }
}
