import HostRuntime

/// The tabs of the pages in one line; it scrolls so that the selected tab is visible.
final class TabBar: View {
    var onChoose: (@MainActor (Int) -> Void)?
    var onClose: (@MainActor () -> Void)?

    var selected = 0 {
        didSet { if selected != oldValue { setNeedsDisplay() } }
    }

    let titles: [String]

    init(titles: [String]) {
        self.titles = titles
        super.init()
        background = Styles.bar
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] in if case .tap(_, let point) = $0 { self?.tapped(point.x) } }
    }

    private func tapped(_ x: Int) {
        let layout = TabLayout(titles: titles, selected: selected, width: bounds.width)
        if x >= bounds.width - 3 { return onClose?() ?? () }
        if let tab = layout.tab(at: x) { return onChoose?(tab) ?? () }
        if x <= layout.places.first?.x ?? 0, layout.first > 0 { onChoose?(layout.first - 1) }
        if layout.last < titles.count - 1, x >= bounds.width - 6 { onChoose?(layout.last + 1) }
    }

    // The wheel over the tabs turns the pages.
    override func scroll(by rows: Int) -> Bool {
        let next = selected + rows.signum()
        if titles.indices.contains(next) { onChoose?(next) }
        return true
    }

    override var accessibilityElements: [AccessibilityElement] {
        TabLayout(titles: titles, selected: selected, width: bounds.width).places.map { place in
            AccessibilityElement(
                .tab,
                titles[place.index],
                state: place.index == selected ? .selected : [],
                frame: Rect(x: place.x, y: 0, width: place.width, height: 1)
            )
        } + [AccessibilityElement(.button, "close", frame: Rect(x: bounds.width - 2, y: 0, width: 1, height: 1))]
    }

    override func draw(in canvas: inout Canvas) {
        let layout = TabLayout(titles: titles, selected: selected, width: bounds.width)
        for place in layout.places {
            let style = place.index == selected ? Theme.selection : Styles.bar
            canvas.draw(" \(titles[place.index]) ", at: Point(x: place.x, y: 0), style: style, maxWidth: place.width)
        }
        if layout.first > 0 { canvas.draw("‹", at: .zero, style: Styles.accentOnBar) }
        if layout.last < titles.count - 1 {
            canvas.draw("›", at: Point(x: bounds.width - 5, y: 0), style: Styles.accentOnBar)
        }
        canvas.draw("×", at: Point(x: bounds.width - 2, y: 0), style: Styles.bar)
    }
}

/// The places of tabs in a line; a pure value.
struct TabLayout: Hashable, Sendable {
    struct Place: Hashable, Sendable {
        let index: Int
        let x: Int
        let width: Int
    }

    /// The visible tabs, from left to right.
    let places: [Place]

    var first: Int { places.first?.index ?? 0 }
    var last: Int { places.last?.index ?? 0 }

    /// Places the selected tab and as many around it as fit, the earlier ones first.
    init(titles: [String], selected: Int, width: Int) {
        let widths = titles.map { TextWidth.width(of: $0) + 2 }
        // A column for the mark at the left, the rest for the one at the right and the sign that closes.
        let room = max(0, width - 7)
        guard widths.indices.contains(selected) else {
            places = []
            return
        }
        var (low, high) = (selected, selected)
        var sum = widths[selected]
        while low > 0, sum + widths[low - 1] <= room {
            low -= 1
            sum += widths[low]
        }
        while high + 1 < widths.count, sum + widths[high + 1] <= room {
            high += 1
            sum += widths[high]
        }
        var x = 1
        places = (low...high).map { index in
            defer { x += widths[index] }
            return Place(index: index, x: x, width: min(widths[index], max(0, room - (x - 1))))
        }
    }

    func tab(at x: Int) -> Int? {
        places.first { $0.x <= x && x < $0.x + $0.width }?.index
    }
}
