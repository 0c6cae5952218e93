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
        background = Styles.bar
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] in if case .tap(_, let point) = $0 { self?.tapped(point.x) } }
    }

    private var layout: ActionLayout {
        // How to go to another page, and how to leave, must always be in sight.
        let pinned = actions.indices.filter { [.tab, .escape].contains(actions[$0].key.key) }
        return ActionLayout(widths: actions.map { ActionBar.width(of: $0) }, pinned: pinned, width: bounds.width)
    }

    private static func width(of action: PageAction) -> Int {
        TextWidth.width(of: action.sign) + 1 + TextWidth.width(of: action.title)
    }

    private func tapped(_ x: Int) {
        let layout = layout
        if let more = layout.more, x >= more, x < more + ActionLayout.moreText.count { return onMore?() ?? () }
        guard let place = layout.places.last(where: { $0.x <= x }), x < place.x + place.width else { return }
        actions[place.index].perform()
    }

    override var accessibilityElements: [AccessibilityElement] {
        layout.places.map { place in
            AccessibilityElement(
                .button,
                actions[place.index].title,
                hint: actions[place.index].sign,
                frame: Rect(x: place.x, y: 0, width: place.width, height: 1)
            )
        }
    }

    override func draw(in canvas: inout Canvas) {
        let layout = layout
        for place in layout.places {
            let action = actions[place.index]
            let x = place.x + canvas.draw(action.sign, at: Point(x: place.x, y: 0), style: Styles.keyOnBar)
            let room = max(0, place.x + place.width - x)
            canvas.draw(" \(action.title)", at: Point(x: x, y: 0), style: Styles.quietOnBar, maxWidth: room)
        }
        if let more = layout.more {
            canvas.draw(ActionLayout.moreText, at: Point(x: more, y: 0), style: Styles.keyOnBar)
        }
    }
}

/// The places of actions in a line; a pure value.
struct ActionLayout: Hashable, Sendable {
    struct Place: Hashable, Sendable {
        let index: Int
        let x: Int
        let width: Int
    }

    /// The text of the mark for actions that don't fit.
    static let moreText = "? all"

    let places: [Place]

    /// The column of the mark for actions that don't fit; nil if all do.
    let more: Int?

    /// Places actions from the left.
    ///
    /// Those that are pinned have a place even when others don't, at the end and
    /// after the mark; if not even they fit, the last one has.
    init(widths: [Int], pinned: [Int] = [], width: Int) {
        let gap = 3
        let room = max(0, width - 2)
        var x = 1
        var places: [Place] = []
        func add(_ index: Int) {
            places.append(Place(index: index, x: x, width: min(widths[index], max(0, room + 1 - x))))
            x += widths[index] + gap
        }
        if widths.reduce(0, +) + gap * max(0, widths.count - 1) <= room {
            for index in widths.indices { add(index) }
            (self.places, more) = (places, nil)
            return
        }
        let mark = ActionLayout.moreText.count + gap
        func length(_ actions: [Int]) -> Int { actions.reduce(-gap) { $0 + widths[$1] + gap } }
        let last = [widths.count - 1]
        let kept = length(pinned) + mark <= room ? pinned + last.filter { !pinned.contains($0) } : last
        let limit = room - mark - length(kept) - gap
        for index in widths.indices where !kept.contains(index) {
            guard x - 1 + widths[index] <= limit else { break }
            add(index)
        }
        let hasMark = x - 1 + mark + length(kept) <= room
        more = hasMark ? x : nil
        if hasMark { x += mark }
        for index in kept { add(index) }
        self.places = places
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
        case (.character("-"), []): "-"
        default: description
        }
    }
}
