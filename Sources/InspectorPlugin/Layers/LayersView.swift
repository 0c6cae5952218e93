import HostRuntime

/// The visible windows in depth, like floors above one another; the arrow keys choose one.
final class LayersView: View {
    /// Called when the arrow keys or a tap choose a window.
    var onSelect: (@MainActor (WindowID) -> Void)?

    /// Without colors, only outlines are drawn.
    var hasColors = true

    /// Whether every window has an outline, as where a dark one would look like the page.
    var outlinesAll = false

    private var stack: LayerStack?
    private var selected: WindowID?
    private var spread = 2

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] in if case .tap(_, let point) = $0 { self?.tapped(point) } }
    }

    func show(_ stack: LayerStack, selected: WindowID?) {
        self.stack = stack
        self.selected = selected
        setNeedsDisplay()
    }

    func spread(by steps: Int) {
        spread = min(max(0, spread + steps), 4)
        setNeedsDisplay()
    }

    // MARK: - Choosing

    private var layers: [LayerStack.Layer] { stack?.layers ?? [] }

    private func move(by step: Int) {
        guard !layers.isEmpty else { return }
        let current = layers.firstIndex { $0.window.id == selected }
        let next = min(max(0, (current ?? layers.count - 1) + step), layers.count - 1)
        onSelect?(layers[current == nil ? layers.count - 1 : next].window.id)
    }

    private func tapped(_ point: Point) {
        if point.x >= labelX, let floor = labels.first(where: { $0.value == point.y })?.key {
            return onSelect?(layers[floor].window.id) ?? ()
        }
        // The frontmost window under the pointer.
        for floor in layers.indices.reversed() {
            guard let cell = cell(x: point.x, halfRow: point.y * 2, floor: floor) else { continue }
            if layers[floor].window.frame.contains(cell) { return onSelect?(layers[floor].window.id) ?? () }
        }
    }

    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(_ event: KeyEvent) -> Bool {
        switch event {
        case KeyEvent(.up): move(by: 1)
        case KeyEvent(.down): move(by: -1)
        case KeyEvent(.home): move(by: -layers.count)
        case KeyEvent(.end): move(by: layers.count)
        default: return false
        }
        return true
    }

    override func scroll(by rows: Int) -> Bool {
        move(by: -rows.signum())
        return true
    }

    // MARK: - Accessibility

    override var cursorPosition: Point? {
        guard labelWidth > 0, let row = labels.first(where: { layers[$0.key].window.id == selected })?.value else {
            return .zero
        }
        return Point(x: labelX + 1, y: row)
    }

    /// The windows in sight, from the front to the back.
    override var accessibilityElements: [AccessibilityElement] {
        guard labelWidth > 0 else { return [] }
        let rows = labels.sorted { $0.value < $1.value }.map { floor, row in
            AccessibilityElement(
                .row,
                layers[floor].window.title,
                value: "\(layers[floor].window.level)",
                state: layers[floor].window.id == selected ? .selected : [],
                frame: Rect(x: labelX, y: row, width: labelWidth, height: 1)
            )
        }
        return [AccessibilityElement(.list, "", value: layers.count.of("window"))] + rows
    }

    // MARK: - Geometry

    private var labelWidth: Int { bounds.width < 44 ? 0 : min(26, bounds.width / 3) }
    private var labelX: Int { bounds.width - labelWidth }

    private var geometry: LayerGeometry {
        LayerGeometry(
            columns: max(1, bounds.width - labelWidth - 2),
            halfRows: bounds.height * 2,
            count: layers.count,
            spread: spread
        )
    }

    private func cell(x: Int, halfRow: Int, floor: Int) -> Point? {
        guard let screen = stack?.screen, let place = geometry.place(x: Double(x - 1), y: Double(halfRow), floor: floor)
        else { return nil }
        return Point(x: Int(place.u * Double(screen.width)), y: Int(place.v * Double(screen.height)))
    }

    /// The rows of the labels by floor, which are a row apart at least, from the top down.
    private var labels: [Int: Int] {
        let geometry = geometry
        var next = 0
        var rows: [Int: Int] = [:]
        for floor in layers.indices.reversed() {
            let spot = geometry.spot(u: 1, v: 0.3, floor: floor)
            let row = max(next, Int(spot.y / 2))
            guard row < bounds.height else { break }
            rows[floor] = row
            next = row + 1
        }
        return rows
    }

    // MARK: - Drawing

    override func draw(in canvas: inout Canvas) {
        guard !layers.isEmpty, bounds.height > 2 else { return }
        if hasColors, !canvas.isASCII { drawPixels(&canvas) }
        let outlinesAll = outlinesAll || !hasColors || canvas.isASCII
        for floor in layers.indices where outlinesAll || layers[floor].window.id == selected {
            drawOutline(floor, &canvas)
        }
        drawLabels(&canvas)
    }

    private func drawPixels(_ canvas: inout Canvas) {
        let columns = labelX - 1
        let geometry = geometry
        guard let screen = stack?.screen else { return }
        for y in 0..<bounds.height {
            for x in 1..<max(1, columns) {
                let (top, bottom) = (
                    color(x: x, halfRow: y * 2, geometry, screen), color(x: x, halfRow: y * 2 + 1, geometry, screen)
                )
                guard top != nil || bottom != nil else { continue }
                let page = Styles.page.background ?? .black
                let style = Style(foreground: top ?? page, background: bottom ?? page)
                canvas.draw("▀", at: Point(x: x, y: y), style: style)
            }
        }
    }

    /// Returns the color of a pixel, composed front to back; nil where there is no floor.
    private func color(x: Int, halfRow: Int, _ geometry: LayerGeometry, _ screen: Size) -> Color? {
        var left = 1.0
        var parts: [(color: Color, share: Double)] = []
        for floor in layers.indices.reversed() {
            guard left > 0.02,
                let place = geometry.place(x: Double(x - 1), y: Double(halfRow), floor: floor)
            else { continue }
            let layer = layers[floor]
            let cell = Point(x: Int(place.u * Double(screen.width)), y: Int(place.v * Double(screen.height)))
            guard let color = layer.color(at: cell) else {
                // The glass of a floor, so that its extent can be seen.
                let isEdge = place.u * geometry.width < 1 || (1 - place.u) * geometry.width <= 1 || place.v == 0
                if isEdge {
                    parts.append((Theme.quiet.foreground, left * 0.5))
                    left *= 0.5
                }
                continue
            }
            let isFaded = selected != nil && selected != layer.window.id
            let share = left * layer.window.alpha
            parts.append((isFaded ? color.mixed(with: .black, amount: 0.35) : color, share))
            left -= share
        }
        guard let first = parts.first else { return nil }
        var (mixed, sum) = (first.color, first.share)
        for part in parts.dropFirst() {
            sum += part.share
            mixed = mixed.mixed(with: part.color, amount: part.share / sum)
        }
        // Behind transparent layers is the page.
        return left > 0.02 ? mixed.mixed(with: Styles.page.background ?? .black, amount: left) : mixed
    }

    /// Draws the edges of a window's frame on its floor.
    private func drawOutline(_ floor: Int, _ canvas: inout Canvas) {
        guard let screen = stack?.screen, screen.width > 0, screen.height > 0 else { return }
        let frame = layers[floor].window.frame
        let isSelected = layers[floor].window.id == selected
        let style = Style(
            foreground: isSelected ? Theme.accent : Styles.line.foreground,
            attributes: isSelected ? .bold : []
        )
        let geometry = geometry
        func spot(_ x: Int, _ y: Int) -> LayerGeometry.Spot {
            geometry.spot(
                u: Double(x) / Double(screen.width),
                v: Double(y) / Double(screen.height),
                floor: floor
            )
        }
        let (topLeft, topRight) = (spot(frame.minX, frame.minY), spot(frame.maxX, frame.minY))
        let (bottomLeft, bottomRight) = (spot(frame.minX, frame.maxY), spot(frame.maxX, frame.maxY))
        let last = labelX - 2
        for (from, to) in [(topLeft, topRight), (bottomLeft, bottomRight)] {
            let y = Int((from.y / 2).rounded(.down))
            for x in stride(from: Int(from.x) + 1, through: min(Int(to.x), last), by: 1) {
                canvas.draw("─", at: Point(x: x, y: y), style: style)
            }
        }
        for (top, bottom) in [(topLeft, bottomLeft), (topRight, bottomRight)] {
            let (first, end) = (Int(top.y / 2), Int(bottom.y / 2))
            for y in stride(from: first, through: end, by: 1) {
                let part = end == first ? 0 : Double(y - first) / Double(end - first)
                let x = min(Int(top.x + (bottom.x - top.x) * part), last)
                canvas.draw("╱", at: Point(x: x, y: y), style: style)
            }
        }
    }

    private func drawLabels(_ canvas: inout Canvas) {
        guard labelWidth > 0 else { return }
        for (floor, row) in labels {
            let window = layers[floor].window
            let isSelected = window.id == selected
            let style = isSelected ? Theme.selection : Styles.page
            let level = "\(window.level)"
            let room = labelWidth - 2
            let text = " " + TextWidth.truncate("\(level)  \(window.title)", to: max(0, room - 2)) + " "
            canvas.draw(text, at: Point(x: labelX, y: row), style: style)
        }
    }
}
