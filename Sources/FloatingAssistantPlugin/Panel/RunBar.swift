import HostRuntime

/// The progress of a command, with a button that cancels it.
final class RunBar: View {
    var onCancel: (@MainActor () -> Void)? {
        didSet { cancel.action = onCancel }
    }

    private let cancel = Button("Cancel")
    private var progress = CommandProgress(fraction: nil)
    private var phase = 0

    private static let quiet = Style(foreground: Theme.quiet.foreground, background: Theme.panel.background)
    private static let accent = Style(foreground: Theme.accent, background: Theme.panel.background, attributes: .bold)
    private static let signs = (round: ["⠋", "⠙", "⠹", "⠼", "⠶", "⠧"], plain: ["|", "/", "-", "\\"])

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        addSubview(cancel)
    }

    func show(_ progress: CommandProgress?) {
        let progress = progress ?? CommandProgress(fraction: nil)
        guard progress != self.progress else { return }
        self.progress = progress
        setNeedsLayout()
        setNeedsDisplay()
    }

    func turn() {
        phase &+= 1
        setNeedsDisplay()
    }

    /// Returns the preferred height: two rows if the text is above the bar or too long for one row.
    func preferredHeight(width: Int) -> Int {
        guard progress.fraction == nil else { return progress.text.isEmpty ? 1 : 2 }
        return TextWidth.width(of: text) + 4 + cancel.preferredWidth <= width ? 1 : 2
    }

    private var text: String { progress.text.isEmpty ? "Running …" : progress.text }

    override func layoutSubviews() {
        let width = min(cancel.preferredWidth, bounds.width)
        cancel.frame = Rect(x: bounds.width - width, y: max(0, bounds.height - 1), width: width, height: 1)
    }

    override func draw(in canvas: inout Canvas) {
        let room = cancel.frame.minX - 2
        guard room > 0, bounds.height > 0 else { return }
        let shown = canvas.isASCII ? text.replacing("…", with: "...") : text
        guard let fraction = progress.fraction else {
            let signs = canvas.isASCII ? RunBar.signs.plain : RunBar.signs.round
            canvas.draw(signs[Int(UInt(bitPattern: phase) % UInt(signs.count))], at: .zero, style: RunBar.accent)
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
        // Rounded down, so that 100 % means done.
        let percent = "\(Int(fraction * 100)) %"
        let columns = width - 6
        guard columns > 2 else {
            canvas.draw(percent, at: Point(x: 0, y: y), style: Theme.panel, maxWidth: width)
            return
        }
        let done = Int(fraction * Double(columns))
        let (full, rest) = canvas.isASCII ? ("#", ".") : ("█", "░")
        canvas.draw(String(repeating: full, count: done), at: Point(x: 0, y: y), style: RunBar.accent)
        let left = String(repeating: rest, count: columns - done)
        canvas.draw(left, at: Point(x: done, y: y), style: RunBar.quiet)
        let end = width - TextWidth.width(of: percent)
        canvas.draw(percent, at: Point(x: end, y: y), style: Theme.panel)
    }
}
