/// A line of key hints, each of which sends its key when it's tapped.
///
/// This is the one way to show a key in an edge: what can be pressed can be tapped. The key takes the way of
/// one that is typed: to the first responder, the views around it, and then the commands. A hint
/// that doesn't fit is left out, never cut. Cells without a hint let touches through.
public final class HintLine: View {
    /// The place of the hints in the line.
    public enum Arrangement: Hashable, Sendable {
        /// From the left; the last hint, which says how to leave, is left out last, then the first ones.
        case leading
        /// Up to the right, with dots between them; the last hints are left out last.
        case trailing
    }

    /// The hints, from left to right.
    public var hints: [KeyHint] {
        didSet { if hints != oldValue { setNeedsDisplay() } }
    }

    /// Returns what is shown in place of `hints`, for a view whose hints depend on its content.
    var findHints: (@MainActor () -> [KeyHint])?

    /// The style of the actions.
    public var style: Style {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }

    /// The style of the keys.
    public var keyStyle: Style {
        didSet { if keyStyle != oldValue { setNeedsDisplay() } }
    }

    /// Whether a touch that begins now counts; without a closure, each one does.
    public var acceptsTouches: (@MainActor () -> Bool)?

    private let arrangement: Arrangement
    // The hint under the touch that has begun last.
    private var touched: KeyHint?
    private var isPressed = false {
        didSet { if isPressed != oldValue { setNeedsDisplay() } }
    }

    /// Creates a line.
    public init(
        _ hints: [KeyHint] = [],
        arrangement: Arrangement = .leading,
        style: Style = Theme.quiet,
        keyStyle: Style = Theme.quiet
    ) {
        self.hints = hints
        self.arrangement = arrangement
        self.style = style
        self.keyStyle = keyStyle
        super.init()
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] in self?.handle($0) }
    }

    private var layout: HintLayout { HintLayout(findHints?() ?? hints, width: bounds.width, arrangement) }

    private func handle(_ event: GestureEvent) {
        switch event {
        case .touchDown(let point):
            touched = acceptsTouches?() ?? true ? place(at: point)?.hint : nil
            isPressed = touched != nil
        case .touchUp: isPressed = false
        case .tap(_, let point):
            // Other hints may lie under the finger by now.
            guard let place = place(at: point), place.hint == touched else { return }
            if let key = place.hint.event { tree?.press(key) }
        default: break
        }
    }

    private func place(at point: Point) -> HintLayout.Place? {
        bounds.contains(point) ? layout.place(at: point.x) : nil
    }

    /// Whether a hint is there.
    public override func contains(_ point: Point) -> Bool { place(at: point) != nil }

    public override func preferredSize(maxWidth: Int) -> Size {
        Size(width: min(HintLayout.width(of: hints, arrangement), maxWidth), height: hints.isEmpty ? 0 : 1)
    }

    public override func draw(in canvas: inout Canvas) {
        layout.draw(in: &canvas, style: style, keyStyle: keyStyle, pressed: isPressed ? touched : nil)
    }
}

/// The places of hints in a line; a pure value.
struct HintLayout: Hashable, Sendable {
    struct Place: Hashable, Sendable {
        let hint: KeyHint
        let x: Int

        /// The columns that take a tap: those of the hint, and one on either side.
        var columns: Range<Int> { x - 1..<x + hint.width + 1 }
    }

    let places: [Place]
    private let end: Int
    private let arrangement: HintLine.Arrangement

    /// Returns the width in which all hints have room.
    static func width(of hints: some Collection<KeyHint>, _ arrangement: HintLine.Arrangement) -> Int {
        let edges = arrangement == .trailing ? 2 : 0
        return hints.reduce(0) { $0 + $1.width } + 3 * max(0, hints.count - 1) + edges
    }

    /// Places hints in a number of columns.
    init(_ hints: [KeyHint], width: Int, _ arrangement: HintLine.Arrangement) {
        (end, self.arrangement) = (width, arrangement)
        var (chosen, gap, x) = (hints[...], 3, 0)
        switch arrangement {
        case .leading:
            if HintLayout.width(of: hints, arrangement) > width {
                gap = 2
                var needed = hints.last.map { $0.width + gap } ?? 0
                let first = hints.dropLast().prefix { hint in
                    needed += hint.width + gap
                    return needed - gap <= width
                }
                chosen = first + hints.suffix(1)
            }
        case .trailing:
            while !chosen.isEmpty, HintLayout.width(of: chosen, arrangement) > width { chosen.removeFirst() }
            x = end - HintLayout.width(of: chosen, arrangement) + 1
        }
        var places: [Place] = []
        for hint in chosen where x + hint.width <= end {
            places.append(Place(hint: hint, x: x))
            x += hint.width + gap
        }
        self.places = places
    }

    func place(at column: Int) -> Place? { places.first { $0.columns.contains(column) } }

    /// Draws the hints in the first row of a canvas.
    func draw(in canvas: inout Canvas, style: Style, keyStyle: Style, pressed: KeyHint? = nil) {
        // In an edge, the hints stand apart from it.
        if arrangement == .trailing, style.background != nil, let first = places.first {
            canvas.fill(Rect(x: first.x - 1, y: 0, width: end - first.x + 1, height: 1), style: style)
        }
        for (number, place) in places.enumerated() {
            let styles = place.hint == pressed ? (Theme.selection, Theme.selection) : (keyStyle, style)
            if arrangement == .trailing, number > 0 {
                canvas.draw(" · ", at: Point(x: place.x - 3, y: 0), style: style)
            }
            let x = place.x + canvas.draw(place.hint.keys, at: Point(x: place.x, y: 0), style: styles.0)
            let action = place.hint.action.isEmpty ? "" : " \(place.hint.action)"
            canvas.draw(action, at: Point(x: x, y: 0), style: styles.1)
        }
    }
}
