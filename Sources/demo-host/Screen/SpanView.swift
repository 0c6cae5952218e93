import HostRuntime

/// A line of several styles that may be tapped; keys have other ways to the same places.
final class SpanView: View {
    var spans: [Span] {
        didSet { if spans != oldValue { setNeedsDisplay() } }
    }

    init(_ spans: [Span] = [], onTap: (@MainActor () -> Void)? = nil) {
        self.spans = spans
        super.init()
        guard let onTap else { return }
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { if case .tap = $0 { onTap() } }
    }

    override func draw(in canvas: inout Canvas) {
        canvas.draw(spans, at: .zero, maxWidth: bounds.width)
    }
}
