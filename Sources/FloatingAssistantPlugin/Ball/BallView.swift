import HostRuntime

/// The picture of the ball: round, with a face, and a badge in its corner.
///
/// While work goes on its rim is a ring: an arc that turns, or the part that is done, with the percentage as its face.
/// Its shape and its reversed face make it stand out from light
/// and dark pages, even without colors.
final class BallView: View {
    struct Appearance: Hashable {
        var isHeld = false
        var isPressed = false
        /// One or two columns.
        var badge: String?
        var work: CommandProgress?
        /// The work in words.
        var words: String?
        var colorDepth = ColorDepth.trueColor
        var rest = Rest.awake
    }

    enum Rest: Hashable {
        case awake
        /// The whole ball, as transparent as its window.
        case faded
        /// Only the cell at the edge of the screen, and the badge.
        case shrunk(BallHome.Side)

        /// Returns the rest state of a ball that hasn't been touched for a while.
        ///
        /// A ball with a badge, or on a display with few colors, shrinks instead of fading. One with a number doesn't
        /// fade either, since the digits of the page would mix with its own.
        static func afterAWhile(_ depth: ColorDepth, hasBadge: Bool, hasNumber: Bool, side: BallHome.Side) -> Rest {
            guard depth == .trueColor || depth == .indexed256, !hasBadge else { return .shrunk(side) }
            return hasNumber ? .awake : .faded
        }
    }

    var appearance = Appearance() {
        didSet { if appearance != oldValue { setNeedsDisplay() } }
    }

    // Not the accent, in which a ball in front of the selected row of a list would vanish.
    private static let color = Color(0x5BAEEB)
    private static let ink = Color(0x10131B)

    /// Whether there are enough colors for light and shade: with fewer, the shades look like stripes.
    private var isShaded: Bool { appearance.colorDepth == .trueColor }

    /// Whether the face can be read on a hue; otherwise the ball is gray.
    private var hasHue: Bool { appearance.colorDepth != .ansi16 }

    private var color: Color {
        guard hasHue else { return Color(0xD8DCE4) }
        if appearance.isHeld { return Theme.accent }
        return appearance.isPressed ? BallView.color.mixed(with: .white, amount: 0.4) : BallView.color
    }

    /// The cells that are left of a shrunk ball.
    private var remains: [Rect] {
        guard case .shrunk(let side) = appearance.rest, bounds.width > 1 else { return [bounds] }
        let tab = Rect(x: side == .left ? 0 : bounds.width - 1, y: bounds.height / 2, width: 1, height: 1)
        guard let badge = appearance.badge else { return [tab] }
        let width = min(TextWidth.width(of: badge), bounds.width)
        return [tab, Rect(x: side == .left ? 0 : bounds.width - width, y: 0, width: width, height: 1)]
    }

    override var accessibilityElements: [AccessibilityElement] {
        let value = [appearance.words, appearance.badge].compactMap(\.self).joined(separator: ", ")
        let middle = Rect(x: bounds.width / 2, y: bounds.height / 2, width: 1, height: 1)
        let place = remains == [bounds] ? middle : remains[0]
        return [
            AccessibilityElement(
                .button,
                "Assistant",
                value: value.isEmpty ? nil : value,
                state: appearance.words == nil ? [] : .updatesFrequently,
                frame: place
            )
        ]
    }

    override func draw(in canvas: inout Canvas) {
        if case .shrunk = appearance.rest, bounds.width > 1 { return drawRemains(in: &canvas) }
        switch bounds.width {
        case 5...: drawFull(in: &canvas)
        case 3...: drawSmall(in: &canvas)
        default: drawFace(appearance.isHeld ? "◆" : sign(in: canvas), at: .zero, in: &canvas)
        }
        if let badge = appearance.badge, TextWidth.width(of: badge) <= bounds.width {
            drawBadge(at: Point(x: bounds.width - TextWidth.width(of: badge), y: 0), in: &canvas)
        }
    }

    private func drawRemains(in canvas: inout Canvas) {
        let parts = remains
        // In a ball of one row, the badge replaces the tab.
        if bounds.height > 1 || appearance.badge == nil {
            let isBlock = !hasHue && appearance.work == nil && !canvas.isASCII
            let style = Style(foreground: color, background: BallView.ink, attributes: [.reverse, .bold])
            let block = Style(foreground: color, attributes: .bold)
            canvas.draw(isBlock ? "▐" : sign(in: canvas), at: parts[0].origin, style: isBlock ? block : style)
        }
        if parts.count > 1 { drawBadge(at: parts[1].origin, in: &canvas) }
    }

    // Five columns are about as wide as three rows are high, and the half cells
    // missing at the corners make them round.
    private func drawFull(in canvas: inout Canvas) {
        guard !canvas.isASCII else {
            canvas.draw(".---.", at: .zero, style: Style(foreground: color, attributes: .bold))
            canvas.draw("'---'", at: Point(x: 0, y: 2), style: Style(foreground: color, attributes: .bold))
            drawFace(appearance.isHeld ? "< + >" : progressFace ?? "(o_o)", at: Point(x: 0, y: 1), in: &canvas)
            return drawRing(in: &canvas)
        }
        for x in 0..<5 {
            let isCorner = x == 0 || x == 4
            draw(isCorner ? "▄" : "▀", at: Point(x: x, y: 0), isWhole: !isCorner, in: &canvas)
            draw("▀", at: Point(x: x, y: 1), isWhole: true, in: &canvas)
            draw("▀", at: Point(x: x, y: 2), isWhole: !isCorner, in: &canvas)
        }
        let face = hasHue ? " •‿• " : " ▙█▟ "
        drawFace(appearance.isHeld ? "◂ ◆ ▸" : progressFace ?? face, at: Point(x: 0, y: 1), in: &canvas)
        drawRing(in: &canvas)
    }

    private func drawSmall(in canvas: inout Canvas) {
        let rim = Style(foreground: color, attributes: .bold)
        canvas.draw(canvas.isASCII ? "(" : "▐", at: .zero, style: rim)
        canvas.draw(canvas.isASCII ? ")" : "▌", at: Point(x: 2, y: 0), style: rim)
        if !appearance.isHeld, let percentage {
            return drawFace(String((percentage + "  ").prefix(3)), at: .zero, in: &canvas)
        }
        let held = canvas.isASCII ? "+" : "◆"
        drawFace(appearance.isHeld ? held : sign(in: canvas), at: Point(x: 1, y: 0), in: &canvas)
    }

    // MARK: - Work

    /// The cells of the rim of a full ball, clockwise from the top.
    private static let rim = [
        (2, 0), (3, 0), (4, 0), (4, 1), (4, 2), (3, 2), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0), (1, 0),
    ].map { Point(x: $0, y: $1) }

    private static let ring = Color(0xFFD54A)
    private static let arc = 4

    /// The part that is done; `nil` while the length of the work isn't known.
    private var percentage: String? { appearance.work?.percentage?.filter { $0 != " " } }

    /// The percentage as the face of a full ball.
    private var progressFace: String? {
        percentage.map { $0.count < 3 ? "  \($0) " : $0.count < 4 ? " \($0) " : " \($0)" }
    }

    /// The face of a ball of one cell: a dot, a sign that turns, or a disk that fills.
    private func sign(in canvas: Canvas) -> String {
        guard let work = appearance.work else { return canvas.isASCII ? "o" : "•" }
        guard let fraction = work.fraction else {
            return (canvas.isASCII ? ["|", "/", "-", "\\"] : ["◐", "◓", "◑", "◒"])[turn(in: canvas) % 4]
        }
        return canvas.isASCII ? "\(min(9, Int(fraction * 10)))" : ["○", "◔", "◑", "◕", "●"][min(4, Int(fraction * 4))]
    }

    private func drawRing(in canvas: inout Canvas) {
        guard let work = appearance.work, !appearance.isHeld else { return }
        // The part that is done, or the arc.
        let count = BallView.rim.count
        let (start, lit) = work.fraction.map { (0, Int($0 * Double(count))) } ?? (turn(in: canvas), BallView.arc)
        for (index, cell) in BallView.rim.enumerated() {
            let isLit = (index + count - start % count) % count < lit
            // Without colors, the signs make the difference.
            let isPlain = canvas.isASCII || appearance.colorDepth == .monochrome
            if isPlain, !isLit { continue }
            let corner = cell.x % 4 == 0 && cell.y != 1
            let sign = canvas.isASCII ? "#" : isPlain ? "░" : !corner ? "█" : cell.y == 0 ? "▄" : "▀"
            let color = isLit ? BallView.ring : BallView.color.mixed(with: BallView.ink, amount: 0.45)
            canvas.draw(sign, at: cell, style: Style(foreground: color, attributes: .bold))
        }
    }

    private func draw(_ half: String, at point: Point, isWhole: Bool, in canvas: inout Canvas) {
        let upper = light(point.x, point.y * 2)
        let lower = light(point.x, point.y * 2 + 1)
        guard isWhole else {
            canvas.draw(half, at: point, style: Style(foreground: half == "▄" ? lower : upper))
            return
        }
        let style = upper == lower ? Style(foreground: upper) : Style(foreground: upper, background: lower)
        canvas.draw(upper == lower ? "█" : half, at: point, style: style)
    }

    private func drawFace(_ text: String, at point: Point, in canvas: inout Canvas) {
        for (index, character) in text.enumerated() {
            let x = point.x + index
            // With few colors, a dimmed background is black or stays as it is: the body around the face is a drawing, as
            // the rest of it, and with 16 colors the eyes are gaps in it.
            if " ▙█▟".contains(character), !isShaded, bounds.width >= 5, !canvas.isASCII {
                let block = character == " " ? "█" : "\(character)"
                canvas.draw(block, at: Point(x: x, y: point.y), style: Style(foreground: color, attributes: .bold))
                continue
            }
            let light = bounds.width >= 5 ? light(x, 2).mixed(with: light(x, 3), amount: 0.5) : color
            // Reversed: the foreground becomes the visible body.
            // In a transparent window, the background is the body.
            let style =
                appearance.rest == .faded
                ? Style(foreground: BallView.ink, background: light, attributes: .bold)
                : Style(foreground: light, background: BallView.ink, attributes: [.reverse, .bold])
            canvas.draw("\(character)", at: Point(x: x, y: point.y), style: style)
        }
    }

    /// Returns the color of half a cell of the full ball, with light from the top left.
    private func light(_ column: Int, _ half: Int) -> Color {
        guard isShaded else { return color }
        // From -1 on the light's side to 1 on the other.
        let side = (Double(column - 2) / 2.5 + (Double(half) - 2.5) / 3) / 1.5
        let shade = Color(0x123E73)
        return side < 0
            ? color.mixed(with: .white, amount: min(0.45, -side * 0.6)) : color.mixed(with: shade, amount: side * 0.6)
    }

    private func drawBadge(at point: Point, in canvas: inout Canvas) {
        guard let badge = appearance.badge else { return }
        // Never reversed, because the badge has to differ from the body.
        let style = Style(foreground: .white, background: Color(0xC4303A), attributes: .bold)
        canvas.draw(badge, at: point, style: style)
    }
}
