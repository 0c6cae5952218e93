import HostRuntime

/// A cover over the screen on which the person points at a cell, with the pointer or with keys.
@MainActor final class Picker {
    private let window: Window
    private let view: PickerView

    /// Shows the cover; `onMove` is called for each cell on the way, and `onEnd` once, with nil at escape.
    init(
        _ context: PluginContext,
        from start: Point,
        onMove: @escaping @MainActor (Point) -> Void,
        onEnd: @escaping @MainActor (Point?) -> Void
    ) {
        view = PickerView(start, onMove: onMove, onEnd: onEnd)
        window = context.windows.make(title: "inspector picker", level: InspectorPanel.level - 0.5, root: view)
        window.isModal = true
        window.makeKeyAndVisible()
        view.becomeFirstResponder()
        onMove(start)
    }

    func close() {
        window.close()
    }
}

private final class PickerView: View {
    private(set) var point: Point {
        didSet { if point != oldValue { setNeedsDisplay() } }
    }

    private let onMove: @MainActor (Point) -> Void
    private let onEnd: @MainActor (Point?) -> Void

    init(
        _ start: Point,
        onMove: @escaping @MainActor (Point) -> Void,
        onEnd: @escaping @MainActor (Point?) -> Void
    ) {
        point = start
        self.onMove = onMove
        self.onEnd = onEnd
        super.init()
        var gestures = GestureConfiguration(maximumTapCount: 1, drag: .immediately)
        gestures.tapInterval = .zero
        self.gestures = gestures
        onGesture = { [weak self] event in
            switch event {
            case .touchDown(let point), .dragChanged(let point, _): self?.move(to: point)
            case .tap(_, let point):
                self?.move(to: point)
                self?.end(point)
            case .dragEnded(let point, _): self?.end(point)
            default: break
            }
        }
    }

    private func move(to point: Point) {
        let x = min(max(0, point.x), max(0, bounds.width - 1))
        let y = min(max(0, point.y), max(0, bounds.height - 1))
        guard Point(x: x, y: y) != self.point else { return }
        self.point = Point(x: x, y: y)
        onMove(self.point)
    }

    private func end(_ point: Point?) {
        onEnd(point.map { _ in self.point })
    }

    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(_ event: KeyEvent) -> Bool {
        // Shift moves further.
        let step = event.modifiers == .shift ? 5 : 1
        guard event.modifiers.subtracting(.shift).isEmpty else { return false }
        switch event.key {
        case .up: move(to: point + Point(x: 0, y: -step))
        case .down: move(to: point + Point(x: 0, y: step))
        case .left: move(to: point + Point(x: -step, y: 0))
        case .right: move(to: point + Point(x: step, y: 0))
        case .home: move(to: Point(x: 0, y: point.y))
        case .end: move(to: Point(x: bounds.width - 1, y: point.y))
        case .pageUp: move(to: point + Point(x: 0, y: -10))
        case .pageDown: move(to: point + Point(x: 0, y: 10))
        case .enter, .character(" "): end(point)
        case .escape: end(nil)
        default: return false
        }
        return true
    }

    override var cursorPosition: Point? { point }

    override var accessibilityElements: [AccessibilityElement] {
        [AccessibilityElement(.text, "Point at a cell", value: "\(point)", hint: "arrows move · enter choose")]
    }

    override func draw(in canvas: inout Canvas) {
        let style = Style(foreground: Theme.accent, attributes: .bold)
        canvas.draw("┼", at: point, style: Theme.selection)
        // Short arms, so that what is around the point stays in sight.
        for distance in 2...3 {
            canvas.draw("─", at: point + Point(x: -distance, y: 0), style: style)
            canvas.draw("─", at: point + Point(x: distance, y: 0), style: style)
        }
        canvas.draw("│", at: point + Point(x: 0, y: -1), style: style)
        canvas.draw("│", at: point + Point(x: 0, y: 1), style: style)
    }
}
