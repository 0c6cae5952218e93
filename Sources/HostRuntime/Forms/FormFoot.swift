/// The foot of a form that runs its command itself: a remark, or the progress of the run.
final class FormFoot: View {
    let progress = CommandProgressView()

    /// The error or the remark about the last run; nil for none.
    var remark: (text: String, isError: Bool)? {
        didSet {
            text = remark.map { ($0.isError ? "✕ " : "") + $0.text } ?? ""
            label.text = text
            setNeedsLayout()
            let color = remark?.isError == false ? Theme.quiet.foreground : Theme.danger
            label.style = Style(foreground: color, background: Theme.panel.background)
        }
    }

    private let label = Label(style: Theme.panel)
    // The label has only what fits.
    private var text = ""

    /// The most rows of a remark.
    private static let remarkRows = 4

    init() {
        super.init()
        label.accessibilityRole = .status
        addSubview(label)
        addSubview(progress)
        progress.isHidden = true
    }

    /// Returns the height at a width; 0 while there is nothing to show.
    func preferredHeight(width: Int) -> Int { remarkHeight(width: width) + progressHeight(width: width) }

    private func remarkHeight(width: Int) -> Int {
        text.isEmpty ? 0 : min(FormFoot.remarkRows, TextWidth.wrap(text, to: max(1, width)).count)
    }

    private func progressHeight(width: Int) -> Int {
        progress.isHidden ? 0 : progress.preferredHeight(width: width)
    }

    override func layoutSubviews() {
        let run = min(bounds.height, progressHeight(width: bounds.width))
        label.frame = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - run)
        label.text = FormFoot.firstRows(label.frame.height, of: text, width: bounds.width)
        progress.frame = Rect(x: 0, y: bounds.height - run, width: bounds.width, height: run)
    }

    /// Returns the part of a text that a number of rows show, with an ellipsis where it's cut.
    private static func firstRows(_ count: Int, of text: String, width: Int) -> String {
        let rows = TextWidth.wrap(text, to: max(1, width))
        guard count > 0, rows.count > count else { return text }
        let last = TextWidth.truncate(rows[(count - 1)...].joined(separator: " "), to: width)
        return (rows.prefix(count - 1) + [last]).joined(separator: "\n")
    }
}
