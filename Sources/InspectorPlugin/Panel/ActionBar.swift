import HostRuntime

/// The line at the foot of the panel: the page's actions with their keys, which can be tapped.
final class ActionBar: View {
    /// Called when the mark for the actions that don't fit is tapped.
    var onMore: (@MainActor () -> Void)?

    var actions: [PageAction] = [] {
        didSet { setNeedsDisplay() }
    }

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        background = Look.bar
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] in if case .tap(_, let point) = $0 { self?.tapped(point.x) } }
    }

    private var layout: ActionLayout {
        ActionLayout(widths: actions.map { ActionBar.width(of: $0) }, width: bounds.width)
    }

    private static func width(of action: PageAction) -> Int {
        TextWidth.width(of: action.key.sign) + 1 + TextWidth.width(of: action.title)
    }

    private func tapped(_ x: Int) {
        let layout = layout
        if let more = layout.more, x >= more { return onMore?() ?? () }
        guard let place = layout.places.last(where: { $0.x <= x }), x < place.x + place.width else { return }
        actions[place.index].perform()
    }

    override func draw(in canvas: inout Canvas) {
        let layout = layout
        for place in layout.places {
            let action = actions[place.index]
            let x = place.x + canvas.draw(action.key.sign, at: Point(x: place.x, y: 0), style: Look.keyOnBar)
            canvas.draw(" \(action.title)", at: Point(x: x, y: 0), style: Look.quietOnBar)
        }
        if let more = layout.more { canvas.draw("? all", at: Point(x: more, y: 0), style: Look.keyOnBar) }
    }
}

/// The places of actions in a line; a pure value.
struct ActionLayout: Hashable, Sendable {
    struct Place: Hashable, Sendable {
        let index: Int
        let x: Int
        let width: Int
    }

    let places: [Place]

    /// The column of the mark for actions that don't fit; nil if all do.
    let more: Int?

    init(widths: [Int], width: Int) {
        let gap = 3
        let room = max(0, width - 2)
        let sum = widths.reduce(0, +) + gap * max(0, widths.count - 1)
        let limit = sum <= room ? room : max(0, room - 5 - gap)
        var x = 1
        var places: [Place] = []
        for (index, width) in widths.enumerated() {
            guard x + width <= limit + 1 else { break }
            places.append(Place(index: index, x: x, width: width))
            x += width + gap
        }
        self.places = places
        more = places.count == widths.count || width < 7 ? nil : x
    }
}

extension KeyEvent {
    /// The key in the foot of the panel and in menus: arrows as arrows, and `esc`.
    var sign: String {
        switch (key, modifiers) {
        case (.escape, []): "esc"
        case (.up, []): "↑"
        case (.down, []): "↓"
        case (.left, []): "←"
        case (.right, []): "→"
        default: description
        }
    }
}
