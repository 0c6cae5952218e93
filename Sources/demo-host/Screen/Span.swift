import HostRuntime

/// A piece of a line with a style of its own.
struct Span: Hashable, Sendable {
    var text: String
    var style: Style

    init(_ text: String, _ style: Style) {
        self.text = text
        self.style = style
    }
}

extension [Span] {
    /// The columns that the pieces take side by side.
    var width: Int { map { TextWidth.width(of: $0.text) }.reduce(0, +) }
}

extension [Span] {
    /// Creates the pieces of a text in which production wears its warning colour.
    init(warning text: String, style: Style) {
        let name = ShopEnvironment.production.rawValue
        let warning = Style(foreground: Theme.danger, attributes: .bold)
        let parts = text.split(separator: name, omittingEmptySubsequences: false)
        self = parts.enumerated().flatMap { index, part in
            let plain = Span(String(part), style)
            return index == 0 ? [plain] : [Span(name, warning), plain]
        }
    }
}

extension Canvas {
    /// Draws pieces side by side; what does not fit is cut visibly.
    mutating func draw(_ spans: [Span], at point: Point, maxWidth: Int) {
        var x = 0
        for span in spans where x < maxWidth {
            let text = TextWidth.truncate(span.text, to: maxWidth - x)
            x += draw(text, at: point + Point(x: x, y: 0), style: span.style)
        }
    }
}
