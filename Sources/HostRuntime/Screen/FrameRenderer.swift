/// Draws the visible windows into layers, and each window only when it has changed.
@MainActor final class FrameRenderer {
    // Only of the windows on the last frame: a closed window must not leave its picture in memory.
    private var drawings: [WindowID: Drawing] = [:]
    private var lastVersion: UInt64 = 0

    /// A window's picture, and the version of its content that the picture shows.
    private struct Drawing {
        let canvas: Canvas
        let version: UInt64
        let contentVersion: UInt64
    }

    private var focus: Focus?

    /// Where the focus stands in a window.
    private struct Focus {
        let window: WindowID
        let contentVersion: UInt64
        let position: Point?
        let field: Rect?
    }

    private var shade: Shade?

    /// The picture that darkens what is below a window.
    private struct Shade {
        let canvas: Canvas
        let version: UInt64
    }

    /// The text field that has the keyboard, as on the last frame, even where a window above covers it; nil if none has.
    private(set) var textEntry: TextEntry?

    /// The picture above the windows of level normal, and below the others.
    var notice: Layer?

    /// The owners of the windows that were redrawn for the last frame.
    private(set) var drawnOwners: [Owner] = []

    /// Returns the frame of a scene as it is now.
    func frame(of scene: WindowScene, on traits: DisplayTraits) -> Frame {
        drawnOwners.removeAll(keepingCapacity: true)
        var windowCount = 0
        var layers: [Layer] = []
        layers.reserveCapacity(scene.stack.shown.count)
        var notice = notice
        for shown in scene.stack.shown where shown.alpha > 0 && !shown.frame.isEmpty {
            guard let window = scene.window(shown.id) else { continue }
            if window.level > .normal, let layer = notice.take() { layers.append(layer) }
            // Layout may request a redraw, which is this one.
            window.withContent(.layout) { $0.layoutIfNeeded() }
            // A screen reader would say the page below again, every cell of which is drawn anew.
            if shown.dimming > (traits.reducesMotion ? 0.99 : 0) { layers.append(shade(below: shown, on: traits)) }
            layers.append(layer(of: window, on: traits))
            windowCount += 1
        }
        if let notice { layers.append(notice) }
        // Each window has a drawing; any others are of windows that have gone.
        if drawings.count > windowCount {
            let ids = Set(layers.map(\.id))
            drawings = drawings.filter { ids.contains($0.key.rawValue) }
        }
        let focus = cursor(in: scene)
        let showsCursor = scene.keyWindow?.content?.showsCursor == true
        textEntry = entry(in: scene, cursor: showsCursor ? focus : nil)
        let cursor = focus.flatMap { place(of: $0, isShown: showsCursor, on: layers, in: scene) }
        return Frame(size: scene.size, layers: layers, cursor: cursor, showsCursor: showsCursor)
    }

    /// Returns whether a window has text in some of its cells, as on the last frame.
    func hasText(in rect: Rect, of window: WindowID) -> Bool {
        guard let canvas = drawings[window]?.canvas else { return false }
        let part = rect.intersection(Rect(origin: .zero, size: canvas.fullSize))
        return (part.minY..<part.maxY).contains { y in
            canvas.cells[y * canvas.fullSize.width + part.minX..<y * canvas.fullSize.width + part.maxX]
                .contains { !$0.isHole && !$0.isBlank }
        }
    }

    /// Returns a window's layer, with the picture of the last frame unless its content or size has changed.
    private func layer(of window: Window, on traits: DisplayTraits) -> Layer {
        let entry = window.entry
        let last = drawings[window.id]
        let isCurrent = last?.contentVersion == window.contentVersion && last?.canvas.size == entry.frame.size
        let drawing = (isCurrent ? last : nil) ?? redraw(window, size: entry.frame.size, on: traits)
        return Layer(
            id: window.id.rawValue,
            frame: entry.frame,
            alpha: UInt8((entry.alpha * 255).rounded()),
            canvas: drawing.canvas,
            version: drawing.version
        )
    }

    /// Returns the layer that darkens what is below a window.
    private func shade(below entry: WindowStack.Entry, on traits: DisplayTraits) -> Layer {
        let shade = shade.flatMap { $0.canvas.fullSize == traits.size ? $0 : nil } ?? makeShade(on: traits)
        self.shade = shade
        return Layer(
            // No window has this id: ids are counted up from 1.
            id: .max - entry.id.rawValue,
            frame: Rect(origin: .zero, size: traits.size),
            alpha: UInt8((entry.dimming * entry.alpha * 255).rounded()),
            canvas: shade.canvas,
            version: shade.version
        )
    }

    private func makeShade(on traits: DisplayTraits) -> Shade {
        var canvas = Canvas(size: traits.size, on: traits)
        canvas.fill(Rect(origin: .zero, size: traits.size), style: Style(foreground: .black, background: .black))
        lastVersion += 1
        return Shade(canvas: canvas, version: lastVersion)
    }

    private func redraw(_ window: Window, size: Size, on traits: DisplayTraits) -> Drawing {
        // Read before drawing: a change that drawing makes is drawn with the next frame.
        let contentVersion = window.contentVersion
        window.wasDrawn = true
        let canvas = draw(window, size: size, on: traits)
        lastVersion += 1
        let drawing = Drawing(canvas: canvas, version: lastVersion, contentVersion: contentVersion)
        drawings[window.id] = drawing
        return drawing
    }

    private func draw(_ window: Window, size: Size, on traits: DisplayTraits) -> Canvas {
        var canvas = Canvas(size: size, on: traits)
        window.withContent(.draw) { $0.draw(in: &canvas) }
        drawnOwners.append(window.owner)
        return canvas
    }

    private func cursor(in scene: WindowScene) -> Point? {
        guard let window = scene.keyWindow else { return nil }
        // A window that wasn't redrawn has its focus where it was.
        if focus?.window != window.id || focus?.contentVersion != window.contentVersion {
            let (position, field) = window.withContent(.draw) { ($0.cursorPosition, $0.fieldFrame) } ?? (nil, nil)
            focus = Focus(window: window.id, contentVersion: window.contentVersion, position: position, field: field)
        }
        guard let point = focus?.position.map({ $0 + window.frame.origin }) else { return nil }
        return window.frame.contains(point) ? point : nil
    }

    /// Returns the text field that has the keyboard, on the screen.
    private func entry(in scene: WindowScene, cursor: Point?) -> TextEntry? {
        guard let window = scene.keyWindow, let field = focus?.field, focus?.window == window.id else { return nil }
        let frame = field.offset(by: window.frame.origin).intersection(window.frame)
            .intersection(Rect(origin: .zero, size: scene.size))
        return frame.isEmpty ? nil : TextEntry(frame: frame, cursor: cursor)
    }

    /// Returns the cell of the screen for a cursor: one that isn't shown stands beside what covers a part of its row.
    private func place(of focus: Point, isShown: Bool, on layers: [Layer], in scene: WindowScene) -> Point? {
        guard !isShown, let window = scene.keyWindow else { return isSeen(focus, on: layers, in: scene) ? focus : nil }
        let end = min(window.frame.maxX, scene.size.width)
        return (focus.x..<max(focus.x, end)).lazy.map { Point(x: $0, y: focus.y) }
            .first { isSeen($0, on: layers, in: scene) }
    }

    // The terminal's cursor would show through a window that covers the field. A
    // window that draws nothing there, as around a small view, doesn't cover it.
    private func isSeen(_ point: Point, on layers: [Layer], in scene: WindowScene) -> Bool {
        let key = scene.keyWindow?.id.rawValue
        for layer in layers.reversed() where layer.alpha > 0 && layer.frame.contains(point) {
            if layer.id == key { return true }
            let local = point - layer.frame.origin
            guard local.x < layer.canvas.fullSize.width, local.y < layer.canvas.fullSize.height else { continue }
            if !layer.canvas.cells[local.y * layer.canvas.fullSize.width + local.x].isHole { return false }
        }
        return false
    }
}
