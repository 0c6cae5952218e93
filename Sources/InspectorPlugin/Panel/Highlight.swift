import HostRuntime

/// A frame on the screen around the place that the inspector speaks of; it takes no input.
@MainActor final class Highlight {
    private let context: PluginContext
    private var window: Window?
    private let view = HighlightView()

    init(_ context: PluginContext) {
        self.context = context
    }

    /// Draws the frame around a place of the screen; nil removes it.
    func show(_ place: Rect?, title: String = "") {
        guard let place, !place.isEmpty else {
            window?.close()
            window = nil
            return
        }
        view.place = place
        view.title = title
        guard window == nil else { return }
        let window = context.windows.make(title: "inspector highlight", level: InspectorPanel.level - 1, root: view)
        window.canBecomeKey = false
        window.hitPolicy = .none
        window.show()
        self.window = window
    }
}

/// Corners around a place, with its name; one cell larger where there's room.
final class HighlightView: View {
    var place = Rect.zero {
        didSet { if place != oldValue { setNeedsDisplay() } }
    }

    var title = "" {
        didSet { if title != oldValue { setNeedsDisplay() } }
    }

    override func draw(in canvas: inout Canvas) {
        let style = Style(foreground: Theme.accent, attributes: .bold)
        let outer = place.inset(horizontally: -1, vertically: -1)
        let isRoomy = bounds.intersection(outer) == outer
        let box = isRoomy ? outer : place.intersection(bounds)
        // Nothing of a window that is off the screen is to be seen.
        guard isRoomy || !box.isEmpty else { return }
        if isRoomy || (box.width > 2 && box.height > 2) {
            canvas.drawBox(box, style: style)
        } else {
            // Too small for a frame that leaves the content in sight.
            for (x, sign) in [(box.minX - 1, "▸"), (box.maxX, "◂")] {
                canvas.draw(sign, at: Point(x: x, y: box.minY), style: style)
            }
        }
        guard !title.isEmpty else { return }
        let text = " \(TextWidth.truncate(title, to: max(0, bounds.width - 4))) "
        let width = TextWidth.width(of: text)
        let y = box.minY > 0 ? (isRoomy ? box.minY : box.minY - 1) : min(box.maxY, bounds.height - 1)
        let x = max(0, min(box.minX + 1, bounds.width - width))
        canvas.draw(text, at: Point(x: x, y: y), style: Theme.selection)
    }
}
