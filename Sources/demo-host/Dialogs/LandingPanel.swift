import HostRuntime

/// A web page opened from outside of the shop, framed as in a browser.
///
/// The shop has no browser, so the page is a sketch with the real address and
/// the way back.
final class LandingPanel: Sheet {
    private let address: WebAddress
    private let back: Button
    private let bar: AddressBar

    init(_ address: WebAddress) {
        self.address = address
        back = Button("‹ Back")
        bar = AddressBar(address)
        super.init(title: address.host)
        background = LandingStyle.paper
        addSubview(bar)
        addSubview(back)
    }

    override var initialFocus: View? { back }

    // With room for both, the shop stays visible around the page.
    override func frame(on screen: Size) -> Rect {
        let size = Size(
            width: screen.width >= 60 ? min(screen.width - 8, 96) : screen.width,
            height: screen.height >= 16 ? min(screen.height - 4, 32) : screen.height
        )
        let y = max(0, screen.height - size.height - 1) / 2
        return Rect(x: (screen.width - size.width) / 2, y: y, width: size.width, height: size.height)
    }

    private var rows: (tab: Int, tools: Int, hero: Int) {
        let height = bounds.height
        return (height >= 8 ? 1 : 0, height >= 16 ? 3 : 1, height >= 14 ? 5 : (height >= 8 ? 3 : 0))
    }

    override func layoutSubviews() {
        let y = rows.tab + rows.tools / 2
        let margin = bounds.width >= 30 ? 2 : 0
        let width = min(back.preferredWidth + (margin > 0 ? 2 : 0), bounds.width)
        back.frame = Rect(x: margin, y: y, width: width, height: bounds.height > y ? 1 : 0)
        let x = back.frame.maxX + (margin > 0 ? 2 : 1)
        bar.frame = Rect(x: x, y: y, width: bounds.width - x - margin, height: back.frame.height)
    }

    override func draw(in canvas: inout Canvas) {
        let rows = rows
        let width = bounds.width
        canvas.fill(Rect(x: 0, y: 0, width: width, height: rows.tab), style: LandingStyle.frame)
        canvas.fill(Rect(x: 0, y: rows.tab, width: width, height: rows.tools), style: LandingStyle.tools)
        if rows.tab > 0 { drawTab(in: &canvas) }
        let top = rows.tab + rows.tools
        if rows.hero > 0 { drawHero(Rect(x: 0, y: top, width: width, height: rows.hero), in: &canvas) }
        let margin = width >= 40 ? 5 : 1
        let room = Rect(
            x: margin,
            y: top + rows.hero,
            width: width - 2 * margin,
            height: bounds.height - top - rows.hero
        )
        drawText(room, in: &canvas)
    }

    override var accessibilityElements: [AccessibilityElement] {
        super.accessibilityElements + LandingPanel.texts.map { AccessibilityElement(.text, $0) }
    }

    private static let texts = [
        "This address was opened from outside of the shop.",
        "The shop is as you left it; go back to it at any time.",
    ]

    private func drawTab(in canvas: inout Canvas) {
        let hint = [Span("escape", ShopStyle.key), Span(" back to the shop", Theme.quiet)]
        let room = bounds.width - hint.width - 10
        let isHinted = room >= 12
        let name = title.truncatedInTheMiddle(to: max(1, isHinted ? room : bounds.width - 8))
        let tab = Rect(x: 2, y: 0, width: name.count + 5, height: 1)
        canvas.fill(tab, style: LandingStyle.tools)
        let dot = Span("◆ ", Style(foreground: LandingStyle.tint(of: address.host)))
        canvas.draw([dot, Span(name, ShopStyle.text)], at: Point(x: 4, y: 0), maxWidth: tab.width - 2)
        if isHinted { canvas.draw(hint, at: Point(x: bounds.width - hint.width - 2, y: 0), maxWidth: hint.width) }
    }

    private func drawHero(_ band: Rect, in canvas: inout Canvas) {
        let tint = LandingStyle.tint(of: address.host)
        canvas.fill(band, style: Style(foreground: .white, background: tint))
        let margin = bounds.width >= 40 ? 5 : 1
        let isTall = band.height >= 5
        let sign = Rect(x: margin, y: band.minY + 1, width: isTall ? 7 : 0, height: isTall ? 3 : 0)
        let x = isTall ? sign.maxX + 3 : margin
        let room = max(1, bounds.width - x - margin)
        if isTall {
            canvas.fill(sign, style: Style(foreground: tint, background: LandingStyle.paperColor))
            let letter = title.first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? "?"
            let style = Style(foreground: tint, background: LandingStyle.paperColor, attributes: .bold)
            canvas.draw(letter, at: Point(x: sign.minX + 3, y: sign.minY + 1), style: style)
        }
        let y = band.minY + (isTall ? 1 : band.height / 2)
        let name = Style(foreground: .white, background: tint, attributes: .bold)
        canvas.draw(title.truncatedInTheMiddle(to: room), at: Point(x: x, y: y), style: name)
        guard isTall else { return }
        let safety = address.isSecure ? "Secure connection" : "The connection is not secure"
        let quiet = Style(foreground: tint.mixed(with: .white, amount: 0.75), background: tint)
        canvas.draw(TextWidth.truncate(safety, to: room), at: Point(x: x, y: y + 2), style: quiet)
    }

    private func drawText(_ room: Rect, in canvas: inout Canvas) {
        var y = room.minY + (room.height >= 4 ? 1 : 0)
        for (text, style) in zip(LandingPanel.texts, [LandingStyle.heading, LandingStyle.text]) {
            for line in TextWidth.wrap(text, to: max(1, room.width)) where y < room.maxY {
                canvas.draw(line, at: Point(x: room.minX, y: y), style: style, maxWidth: room.width)
                y += 1
            }
        }
        drawSketch(Rect(x: room.minX, y: y + 1, width: room.width, height: room.maxY - y - 2), in: &canvas)
    }

    private func drawSketch(_ room: Rect, in canvas: inout Canvas) {
        guard room.height >= 2, room.width >= 20 else { return }
        let picture = room.width >= 48 ? room.width / 3 : 0
        let lines = [100, 92, 97, 60, 0, 95, 100, 88, 45, 0]
        let width = room.width - picture - (picture > 0 ? 4 : 0)
        for y in 0..<room.height {
            let part = lines[y % lines.count]
            guard part > 0 else { continue }
            let line = Rect(x: room.minX, y: room.minY + y, width: width * part / 100, height: 1)
            canvas.fill(line, style: LandingStyle.sketch, character: "▄")
        }
        guard picture > 0 else { return }
        let frame = Rect(x: room.maxX - picture, y: room.minY, width: picture, height: min(room.height, picture / 3))
        canvas.fill(frame, style: Style(foreground: .white, background: LandingStyle.sketchColor))
    }
}

/// The colors of a landing page, which is light to look different from the shop.
enum LandingStyle {
    static let frame = Style(foreground: Color(0xE6E1D8), background: Color(0x11131A))
    static let tools = Style(foreground: Color(0xE6E1D8), background: Color(0x2A2F40))

    static let paperColor = Color(0xF4F0E6)
    static let paper = Style(foreground: Color(0x2A2C33), background: paperColor)
    static let heading = Style(foreground: Color(0x1B1E27), background: paperColor, attributes: .bold)
    static let text = Style(foreground: Color(0x4A4D57), background: paperColor)

    static let sketchColor = Color(0xDED8C9)
    static let sketch = Style(foreground: sketchColor, background: paperColor)

    /// Returns the color of a site, the same in every run.
    static func tint(of host: String) -> Color {
        let colors: [Color] = [0x2F7F6C, 0x9A5430, 0x3F689F, 0x8C446C, 0x6B702F, 0x584F9C].map { Color($0) }
        // FNV-1a, because Swift's hashes differ between runs.
        let hash = host.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return colors[Int(hash % UInt32(colors.count))]
    }
}
