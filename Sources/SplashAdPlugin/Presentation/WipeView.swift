import HostRuntime

/// What lies over the advertisement as it goes: a window on the page, behind an edge that moves to the right.
@MainActor final class WipeView: View {
    /// How much of the page can be seen, 0...1.
    var progress = 0.0 {
        didSet { if progress != oldValue { setNeedsDisplay() } }
    }

    override func draw(in canvas: inout Canvas) {
        let edge = Int((Double(bounds.width) * progress).rounded())
        guard edge > 0 else { return }
        canvas.clear(Rect(x: 0, y: 0, width: edge, height: bounds.height))
        let style = Style(foreground: PosterColors.headline, background: PosterColors.faint)
        canvas.fill(Rect(x: edge, y: 0, width: 1, height: bounds.height), style: style)
    }
}
