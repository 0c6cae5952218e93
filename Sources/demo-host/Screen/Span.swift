import HostRuntime

/// A part of a line with its style.
struct Span: Hashable, Sendable {
    var text: String
    var style: Style

    init(_ text: String, _ style: Style) {
        self.text = text
        self.style = style
    }
}

extension [Span] {
    /// The words of a line, without the signs between them.
    var words: String {
        map(\.text).joined().split(separator: "·").map { part in
            part.split(separator: " ").filter { $0.contains { $0.isLetter || $0.isNumber } }.joined(separator: " ")
        }
        .joined(separator: ", ")
    }

    var width: Int { map { TextWidth.width(of: $0.text) }.reduce(0, +) }
}

extension Canvas {
    /// Draws parts side by side, and truncates what does not fit.
    mutating func draw(_ spans: [Span], at point: Point, maxWidth: Int) {
        var x = 0
        for span in spans where x < maxWidth {
            let text = TextWidth.truncate(span.text, to: maxWidth - x)
            x += draw(text, at: point + Point(x: x, y: 0), style: span.style)
        }
    }
}

/// A line of several styles that can be tapped; a key does the same.
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

    override var accessibilityElements: [AccessibilityElement] {
        let words = spans.words
        return words.isEmpty ? [] : [AccessibilityElement(gestures == nil ? .text : .button, words)]
    }

    override func draw(in canvas: inout Canvas) {
        canvas.draw(spans, at: .zero, maxWidth: bounds.width)
    }
}
