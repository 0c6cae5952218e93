import HostRuntime

/// The text of a page that needs a login: what it would show, and the key that logs in.
final class LoginHint: View {
    private let text: String
    private let keys = [
        Span("Press ", Theme.quiet), Span(" l ", ShopStyle.keycap), Span(" to log in.", Theme.quiet),
    ]

    init(_ text: String) {
        self.text = text
        super.init()
    }

    /// Returns the height at a width; only the key is shown if there is no room for the reason.
    func height(forWidth width: Int, atMost room: Int) -> Int {
        let height = lines(width).count + 2
        return height <= room ? height : min(1, max(0, room))
    }

    private func lines(_ width: Int) -> [String] { TextWidth.wrap(text, to: max(1, width)) }

    override var accessibilityElements: [AccessibilityElement] {
        [AccessibilityElement(.text, "\(text) \(keys.words)")]
    }

    override func draw(in canvas: inout Canvas) {
        var y = 0
        if bounds.height > 1 {
            for line in lines(bounds.width) {
                canvas.draw(line, at: Point(x: 0, y: y), style: ShopStyle.text)
                y += 1
            }
            y += 1
        }
        canvas.draw(keys, at: Point(x: 0, y: y), maxWidth: bounds.width)
    }
}
