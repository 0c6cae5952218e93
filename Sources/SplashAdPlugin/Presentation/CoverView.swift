import HostRuntime

/// The cover with the program's name and, while it waits, a slow progress indicator and the key that ends the wait.
@MainActor final class CoverView: View {
    var step: Int? {
        didSet { if step != oldValue { setNeedsDisplay() } }
    }

    private let name: String

    init(name: String) {
        self.name = name
        super.init()
        background = Style(foreground: PosterColors.quiet, background: PosterColors.cover)
    }

    // Once there is an advertisement, the cover is what's left around it.
    override var accessibilityElements: [AccessibilityElement] {
        step == nil ? [] : [AccessibilityElement(.status, name, value: "loading")]
    }

    override func draw(in canvas: inout Canvas) {
        let shown = TextWidth.truncate(name, to: max(0, bounds.width - 2))
        let width = TextWidth.width(of: shown)
        // The name and the indicator are centered together.
        let y = max(0, (bounds.height - (step == nil ? 1 : 3)) / 2)
        canvas.draw(
            shown,
            at: Point(x: (bounds.width - width) / 2, y: y),
            style: Style(foreground: PosterColors.quiet)
        )
        guard let step, bounds.height >= 3, bounds.width >= CoverView.dots * 2 - 1 else { return }
        let first = (bounds.width - (CoverView.dots * 2 - 1)) / 2
        for dot in 0..<CoverView.dots {
            // Without colors the lit dot differs by its shape.
            let isLit = dot == step % CoverView.dots
            canvas.draw(
                isLit ? "•" : "·",
                at: Point(x: first + dot * 2, y: y + 2),
                style: Style(foreground: isLit ? PosterColors.headline : PosterColors.quiet)
            )
        }
        let x = (bounds.width - TextWidth.width(of: CoverView.hint)) / 2
        guard y + 5 < bounds.height, x > 0 else { return }
        canvas.draw(CoverView.hint, at: Point(x: x, y: y + 4), style: Style(foreground: PosterColors.quiet))
    }

    private static let hint = "esc to skip"
    private static let dots = 3
}
