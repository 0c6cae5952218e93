/// The foot of a card that runs commands: a remark about the last run, or the progress of the one that goes on.
///
/// A remark that needs more rows than it has scrolls, by the wheel and by the keys that its owner passes on.
public final class CommandFoot: View {
    /// A sentence about the last run.
    public struct Remark: Hashable, Sendable {
        /// The sentence.
        public let text: String

        /// Whether it's an error.
        public let isError: Bool

        private static let limit = 50_000

        /// Creates a remark; of a text without end, only the beginning is kept.
        public init(_ text: String, isError: Bool = true) {
            self.text = text.shortened(to: Remark.limit)
            self.isError = isError
        }
    }

    /// The remark; nil for none.
    public var remark: Remark? {
        didSet {
            guard remark != oldValue else { return }
            let color = remark?.isError == false ? Theme.quiet.foreground : Theme.danger
            label.lines = remark.map { [.text(($0.isError ? "✕ " : "") + $0.text, color)] } ?? []
            label.isHidden = remark == nil
            setNeedsLayout()
        }
    }

    /// Whether the progress is shown.
    public var showsProgress: Bool {
        get { !progress.isHidden }
        set {
            progress.isHidden = !newValue
            setNeedsLayout()
        }
    }

    /// Called when the button beside the progress is pressed; without it there is no button.
    public var onCancel: (@MainActor () -> Void)? {
        didSet { progress.onCancel = onCancel }
    }

    private let label = RemarkView(style: Theme.panel)
    private let progress = CommandProgressView()

    /// Creates an empty foot.
    public override init(frame: Rect = .zero) {
        super.init(frame: frame)
        addSubview(label)
        addSubview(progress)
        label.isHidden = true
        progress.isHidden = true
    }

    /// Updates the last progress that the command reported; nil if it has reported none.
    public func update(_ progress: CommandProgress?) {
        self.progress.show(progress)
        setNeedsLayout()
    }

    // MARK: - Layout

    /// Returns the height at a width, of which the first and the last column stay free; 0 while there is nothing to show.
    public func preferredHeight(width: Int) -> Int {
        (remark == nil ? 0 : label.preferredHeight(width: width)) + progressHeight(width: width)
    }

    private func progressHeight(width: Int) -> Int {
        showsProgress ? progress.preferredHeight(width: max(0, width - 2)) : 0
    }

    /// Places the foot at the end of a card's room, and returns the rows that are left for the content above it.
    ///
    /// A long remark takes no more than half of the rows from a content that needs them. An empty row
    /// stands above the foot, unless the content needs that too.
    public func place(in room: Rect, below contentHeight: Int) -> Rect {
        let wanted = preferredHeight(width: room.width)
        let most = max(room.height - contentHeight, (room.height + 1) / 2)
        let height = min(wanted, most, max(0, room.height - (room.height > 1 ? 1 : 0)))
        frame = Rect(x: room.minX, y: room.maxY - height, width: room.width, height: height)
        let gap = height > 0 && contentHeight + height < room.height ? 1 : 0
        return Rect(x: room.minX, y: room.minY, width: room.width, height: room.height - height - gap)
    }

    public override func layoutSubviews() {
        let run = min(bounds.height, progressHeight(width: bounds.width))
        label.frame = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - run)
        progress.frame = Rect(x: 1, y: bounds.height - run, width: max(0, bounds.width - 2), height: run)
    }

    // MARK: - Scrolling

    /// Whether the remark has more rows than fit.
    public var isScrollable: Bool { remark != nil && label.isScrollable }

    /// Scrolls the remark by the arrows, the page keys, home and end.
    public override func keyDown(_ event: KeyEvent) -> Bool { isScrollable && label.keyDown(event) }
}

/// The text of a remark, which is no stop of the tab key.
private final class RemarkView: TextView {
    override var canBecomeFirstResponder: Bool { false }

    // At the ends, the arrows go on to the next control.
    override func keyDown(_ event: KeyEvent) -> Bool {
        switch event {
        case KeyEvent(.up): scroll(by: -1)
        case KeyEvent(.down): scroll(by: 1)
        default: super.keyDown(event)
        }
    }

    override var accessibilityElements: [AccessibilityElement] {
        lines.map { AccessibilityElement(.status, $0.text) }
    }
}
