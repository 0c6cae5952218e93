import HostRuntime

/// A bubble beside the ball that explains taps; touches pass through to the page.
final class BubbleView: View {
    /// A gesture and its target, such as `1 tap  tools  f2`.
    struct Line: Hashable, Sendable {
        let gesture: TapGesture
        let word: String

        var key: String { "\(gesture.key)" }
    }

    /// The gestures that open something, from the fewest taps to the most.
    var lines: [Line] = [] {
        didSet { if lines != oldValue { setNeedsDisplay() } }
    }

    private var layout: BubbleLayout?

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isHidden = true
        background = Theme.panel
    }

    private static let title = "Tap me"
    private static let drag = "Hold and drag to move me"

    private var line: String { lines.first.map { "Tap me, or \($0.key)" } ?? BubbleView.title }

    private func width(_ part: (Line) -> String) -> Int { lines.map { TextWidth.width(of: part($0)) }.max() ?? 0 }

    var sizes: [BubbleLayout.Extent: Size] {
        let rows = width(\.gesture.text) + width(\.word) + width(\.key) + 4
        let full = max(rows, TextWidth.width(of: BubbleView.drag)) + 4
        return [
            .full: Size(width: full, height: lines.count + 3),
            .line: Size(width: TextWidth.width(of: line) + 3, height: 1),
        ]
    }

    /// Places the bubble; `nil` hides it.
    func show(_ layout: BubbleLayout?, beside ball: Rect) {
        let pointer = layout.map { ball.minY + ball.height / 2 - $0.frame.minY } ?? 0
        if layout != self.layout || pointer != self.pointer { setNeedsDisplay() }
        (self.layout, self.pointer) = (layout, pointer)
        isHidden = layout == nil
        frame = layout?.frame ?? .zero
    }

    // The row of the ball.
    private var pointer = 0

    override func draw(in canvas: inout Canvas) {
        guard let layout else { return }
        let strong = Style(foreground: Theme.accent, background: Theme.panel.background, attributes: .bold)
        let quiet = Style(foreground: Theme.quiet.foreground, background: Theme.panel.background)
        switch layout.extent {
        case .full:
            canvas.drawBox(bounds, style: quiet)
            canvas.draw(" \(BubbleView.title) ", at: Point(x: 2, y: 0), style: strong)
            let (gestures, words) = (width(\.gesture.text), width(\.word))
            for (index, line) in lines.enumerated() {
                let y = index + 1
                canvas.draw(line.gesture.text, at: Point(x: 2, y: y), style: quiet)
                canvas.draw(line.word, at: Point(x: 4 + gestures, y: y), style: Theme.panel)
                canvas.draw(line.key, at: Point(x: 6 + gestures + words, y: y), style: strong)
            }
            canvas.draw(BubbleView.drag, at: Point(x: 2, y: bounds.height - 2), style: quiet)
        case .line:
            let x = layout.edge == .left ? 2 : 1
            canvas.draw(line, at: Point(x: x, y: 0), style: strong)
        }
        drawPointer(strong, in: &canvas)
    }

    private func drawPointer(_ style: Style, in canvas: inout Canvas) {
        let y = min(max(0, pointer), bounds.height - 1)
        switch layout?.edge {
        case .left: canvas.draw("◂", at: Point(x: 0, y: y), style: style)
        case .right: canvas.draw("▸", at: Point(x: bounds.width - 1, y: y), style: style)
        default: break
        }
    }
}
