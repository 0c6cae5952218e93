import HostRuntime

/// What the panel's card holds between its title and its foot.
@MainActor protocol PanelBody: View {
    /// The keys that work here, for the foot of the card; the last one says how to leave.
    var hints: [String] { get }

    /// The rows that it would like to have in a width.
    func preferredHeight(width: Int) -> Int

    /// Takes in the state, whose page is still the one that this was made for.
    func update(_ state: PanelState)

    /// Gives the keyboard to where it is needed first.
    func takeKeyboard()
}

/// A page that only says something.
final class NoticeBody: View, PanelBody {
    private let label = Label(style: Theme.panel)
    private let kind: PanelState.Notice.Kind

    init(_ notice: PanelState.Notice) {
        kind = notice.kind
        super.init()
        let sign =
            switch notice.kind {
            case .running: ""
            case .done: "✓ "
            case .failed: "✕ "
            case .missing: "! "
            }
        let color =
            switch notice.kind {
            case .running: Theme.quiet.foreground
            case .done: Theme.good
            case .failed: Theme.danger
            case .missing: Theme.caution
            }
        label.text = sign + notice.text
        label.style = Style(foreground: color, background: Theme.panel.background)
        addSubview(label)
    }

    var hints: [String] { [kind == .running ? "esc close" : "any key closes"] }

    func preferredHeight(width: Int) -> Int {
        TextWidth.wrap(label.text, to: max(1, width - 2)).count
    }

    func update(_ state: PanelState) {}

    func takeKeyboard() {}

    override func layoutSubviews() {
        label.frame = bounds.inset(horizontally: 1, vertically: 0)
    }
}
