/// The progress of a command that runs, with a button that cancels it.
///
/// A known fraction is a bar; an indeterminate one is a sign, which turns unless motion is reduced.
final class CommandProgressView: View {
    /// Called when the button is pressed; without it there is no button.
    var onCancel: (@MainActor () -> Void)? {
        didSet {
            cancel.action = onCancel
            cancel.isHidden = onCancel == nil
            setNeedsLayout()
        }
    }

    private let cancel = Button("Cancel")
    private var progress = CommandProgress(fraction: nil)

    private static let quiet = Style(foreground: Theme.quiet.foreground, background: Theme.panel.background)
    private static let accent = Style(foreground: Theme.accent, background: Theme.panel.background, attributes: .bold)
    private static let signs = (round: ["⠋", "⠙", "⠹", "⠼", "⠶", "⠧"], plain: ["|", "/", "-", "\\"])

    /// Creates a view of progress that isn't known yet.
    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        cancel.isHidden = true
        addSubview(cancel)
    }

    /// Shows the last progress that the command reported; nil if it has reported none.
    func show(_ progress: CommandProgress?) {
        let progress = progress ?? CommandProgress(fraction: nil)
        guard progress != self.progress else { return }
        self.progress = progress
        setNeedsLayout()
        setNeedsDisplay()
    }

    /// Returns the height at a width: two rows if the text is above the bar or too long for one row.
    func preferredHeight(width: Int) -> Int {
        guard progress.fraction == nil else { return progress.text.isEmpty ? 1 : 2 }
        return TextWidth.width(of: text) + 4 + buttonWidth <= width ? 1 : 2
    }

    private var buttonWidth: Int { cancel.isHidden ? 0 : cancel.preferredWidth }

    private var text: String { progress.text.isEmpty ? "Running …" : progress.text }

    override func layoutSubviews() {
        let width = min(buttonWidth, bounds.width)
        cancel.frame = Rect(x: bounds.width - width, y: max(0, bounds.height - 1), width: width, height: 1)
    }

    /// The text of the progress, with the part that is done.
    override var accessibilityElements: [AccessibilityElement] {
        [AccessibilityElement(.progress, text, value: progress.percentage, state: .updatesFrequently)]
    }

    override func draw(in canvas: inout Canvas) {
        let room = cancel.frame.minX - (cancel.isHidden ? 0 : 2)
        guard room > 0, bounds.height > 0 else { return }
        let shown = canvas.isASCII ? text.replacing("…", with: "...") : text
        guard let fraction = progress.fraction else {
            let signs = canvas.isASCII ? CommandProgressView.signs.plain : CommandProgressView.signs.round
            canvas.draw(signs[turn(in: canvas) % signs.count], at: .zero, style: CommandProgressView.accent)
            // Above the button the text has the whole width.
            let said = TextWidth.truncate(shown, to: max(0, (bounds.height > 1 ? bounds.width : room) - 2))
            canvas.draw(said, at: Point(x: 2, y: 0), style: Theme.panel)
            return
        }
        if bounds.height > 1 {
            canvas.draw(TextWidth.truncate(shown, to: bounds.width), at: .zero, style: Theme.panel)
        }
        drawBar(fraction, width: room, y: bounds.height - 1, in: &canvas)
    }

    private func drawBar(_ fraction: Double, width: Int, y: Int, in canvas: inout Canvas) {
        let percent = progress.percentage ?? ""
        let columns = width - 6
        guard columns > 2 else {
            canvas.draw(percent, at: Point(x: 0, y: y), style: Theme.panel, maxWidth: width)
            return
        }
        let done = Int(fraction * Double(columns))
        let (full, rest) = canvas.isASCII ? ("#", ".") : ("█", "░")
        canvas.draw(String(repeating: full, count: done), at: Point(x: 0, y: y), style: CommandProgressView.accent)
        let left = String(repeating: rest, count: columns - done)
        canvas.draw(left, at: Point(x: done, y: y), style: CommandProgressView.quiet)
        let end = width - TextWidth.width(of: percent)
        canvas.draw(percent, at: Point(x: end, y: y), style: Theme.panel)
    }
}
