/// The foot of a form that runs its command itself: a remark, or the progress of the run.
final class FormFoot: View {
    let progress = CommandProgressView()

    /// The error or the remark about the last run; nil for none.
    var remark: (text: String, isError: Bool)? {
        didSet {
            label.text = remark.map { ($0.isError ? "✕ " : "") + $0.text } ?? ""
            let color = remark?.isError == false ? Theme.quiet.foreground : Theme.danger
            label.style = Style(foreground: color, background: Theme.panel.background)
        }
    }

    private let label = Label(style: Theme.panel)

    init() {
        super.init()
        addSubview(label)
        addSubview(progress)
        progress.isHidden = true
    }

    /// Returns the height at a width; 0 while there is nothing to show.
    func preferredHeight(width: Int) -> Int { remarkHeight(width: width) + progressHeight(width: width) }

    private func remarkHeight(width: Int) -> Int {
        label.text.isEmpty ? 0 : min(3, TextWidth.wrap(label.text, to: max(1, width)).count)
    }

    private func progressHeight(width: Int) -> Int {
        progress.isHidden ? 0 : progress.preferredHeight(width: width)
    }

    override func layoutSubviews() {
        let run = min(bounds.height, progressHeight(width: bounds.width))
        label.frame = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - run)
        progress.frame = Rect(x: 0, y: bounds.height - run, width: bounds.width, height: run)
    }
}
