import HostRuntime

/// What a page says that nobody is logged in to: what it would show, and the key that logs in.
final class LoginHint: View {
    private let text: String
    private let keys = [
        Span("Press ", Theme.quiet), Span(" l ", ShopStyle.keycap), Span(" to log in.", Theme.quiet),
    ]

    /// Creates a hint that says what a login is good for.
    init(_ text: String) {
        self.text = text
        super.init()
    }

    /// The rows that it takes: without its text where there is no room for all of it.
    func height(forWidth width: Int, atMost room: Int) -> Int {
        let height = lines(width).count + 2
        return height <= room ? height : min(1, max(0, room))
    }

    private func lines(_ width: Int) -> [String] { TextWidth.wrap(text, to: max(1, width)) }

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
