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

    private var layout: HintLayout { HintLayout(hints.map(\.width), width: bounds.width, arrangement) }

    private func handle(_ event: GestureEvent) {
        switch event {
        case .touchDown(let point):
            touched = acceptsTouches?() ?? true ? place(at: point).map { hints[$0.index] } : nil
            isPressed = touched != nil
        case .touchUp: isPressed = false
        case .tap(_, let point):
            // Other hints may lie under the finger by now.
            guard let place = place(at: point), hints[place.index] == touched else { return }
            if let key = hints[place.index].key(at: point.x - place.x) { tree?.press(key) }
        default: break
        }
    }

    private func place(at point: Point) -> HintLayout.Place? {
        bounds.contains(point) ? layout.places.first { $0.columns.contains(point.x) } : nil
    }

    /// Whether a hint is there.
    public override func contains(_ point: Point) -> Bool { place(at: point) != nil }

    public override func preferredSize(maxWidth: Int) -> Size {
        let (width, _) = HintLayout.needs(hints.map(\.width), arrangement)
        return Size(width: min(width, maxWidth), height: hints.isEmpty ? 0 : 1)
    }

    public override func draw(in canvas: inout Canvas) {
        let places = layout.places
        // In an edge, the hints stand apart from it.
        if arrangement == .trailing, style.background != nil, let first = places.first {
            canvas.fill(Rect(x: first.x - 1, y: 0, width: bounds.width - first.x + 1, height: 1), style: style)
        }
        for (number, place) in places.enumerated() {
            let hint = hints[place.index]
            let styles = isPressed && hint == touched ? (Theme.selection, Theme.selection) : (keyStyle, style)
            if arrangement == .trailing, number > 0 {
                canvas.draw(" · ", at: Point(x: place.x - 3, y: 0), style: style)
            }
            let x = place.x + canvas.draw(hint.keys, at: Point(x: place.x, y: 0), style: styles.0)
            let action = hint.action.isEmpty ? "" : " \(hint.action)"
            canvas.draw(action, at: Point(x: x, y: 0), style: styles.1)
        }
    }
}

/// The places of hints in a line; a pure value.
struct HintLayout: Hashable, Sendable {
    struct Place: Hashable, Sendable {
        let index: Int
        let x: Int
        let width: Int

        /// The columns that take a tap: those of the hint, and one on either side.
        var columns: Range<Int> { x - 1..<x + width + 1 }
    }

    let places: [Place]

    /// Returns the width of all hints in a line, and the space between them.
    static func needs(_ widths: [Int], _ arrangement: HintLine.Arrangement) -> (width: Int, gap: Int) {
        let edges = arrangement == .trailing ? 2 : 0
        return (widths.reduce(0, +) + 3 * max(0, widths.count - 1) + edges, 3)
    }

    init(_ widths: [Int], width room: Int, _ arrangement: HintLine.Arrangement) {
        let (wanted, usual) = HintLayout.needs(widths, arrangement)
        let indices = Array(widths.indices)
        var (chosen, gap, x) = (indices, usual, 0)
        switch arrangement {
        case .leading:
            if wanted > room {
                gap = 2
                var end = widths.last.map { $0 + gap } ?? 0
                let first = indices.dropLast().prefix { index in
                    end += widths[index] + gap
                    return end - gap <= room
                }
                chosen = first + indices.suffix(1)
            }
        case .trailing:
            chosen =
                indices.first { HintLayout.needs(Array(widths[$0...]), arrangement).width <= room }
                .map { Array($0..<widths.count) } ?? []
            x = room - HintLayout.needs(chosen.map { widths[$0] }, arrangement).width + 1
        }
        var places: [Place] = []
        for index in chosen where x + widths[index] <= room {
            places.append(Place(index: index, x: x, width: widths[index]))
            x += widths[index] + gap
        }
        self.places = places
    }
}
