import HostRuntime

/// The address of a landing page, in which the host stands out and is cut last.
final class AddressBar: View {
    private let address: WebAddress

    init(_ address: WebAddress) {
        self.address = address
        super.init()
        background = Style(foreground: .white, background: Color(0x11131A))
    }

    override var accessibilityElements: [AccessibilityElement] {
        [AccessibilityElement(.text, "Address", value: address.prefix + address.host + address.rest)]
    }

    override func draw(in canvas: inout Canvas) {
        let margin = bounds.width >= 12 ? 1 : 0
        let spans = AddressBar.spans(address, width: bounds.width - 2 * margin)
        canvas.draw(spans, at: Point(x: margin, y: 0), maxWidth: bounds.width - margin)
    }

    /// Returns the parts of an address for a width: first the part after the host is cut, then the part before it.
    static func spans(_ address: WebAddress, width: Int) -> [Span] {
        let sign = Span(
            address.isSecure ? "● " : "○ ",
            Style(foreground: address.isSecure ? Theme.good : Theme.caution)
        )
        let room = width - sign.text.count
        let before = address.prefix.count + address.host.count
        // A few characters of a path say less than an ellipsis.
        let rest = address.rest.truncatedInTheMiddle(to: max(address.rest.isEmpty ? 0 : 1, room - before))
        let isWhole = before + rest.count <= room && (rest == address.rest || rest.count >= 5)
        let tail = isWhole ? rest : (address.host.count + 2 <= room && !address.rest.isEmpty ? "/…" : "")
        let head = before + tail.count <= room ? address.prefix : ""
        return [
            sign, Span(head, Theme.quiet),
            Span(address.host.truncatedInTheMiddle(to: room - head.count - tail.count), ShopStyle.strong),
            Span(tail, Theme.quiet),
        ]
    }
}
