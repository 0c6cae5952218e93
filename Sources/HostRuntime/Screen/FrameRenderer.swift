/// Draws the visible windows into layers, and each window only when it has changed.
@MainActor final class FrameRenderer {
    private struct Drawing {
        let window: WindowID
        var contentVersion: UInt64
        var canvas: Canvas
        var version: UInt64
    }

    // Only of the windows on the last frame: a closed window must not leave its picture in memory.
    private var drawings: [Drawing] = []

    /// The text cursor on the last frame, also where a window above covers it; nil when there is none.
    private(set) var textCursor: Point?

    /// Whether the windows that are drawn anew are recorded.
    var recordsDrawing = false

    /// The windows that were drawn anew for the last frame, if that is recorded.
    private(set) var drawnWindows: [WindowInfo] = []

    /// Returns the frame of a scene as it is now.
    func frame(of scene: WindowScene, on traits: DisplayTraits) -> Frame {
        if !drawnWindows.isEmpty { drawnWindows = [] }
        var layers: [Layer] = []
        layers.reserveCapacity(drawings.count)
        var last = LastPlaces(drawings.map(\.window.rawValue))
        var drawings: [Drawing] = []
        drawings.reserveCapacity(self.drawings.count)
        for shown in scene.stack.shown.elements where shown.alpha > 0 && !shown.frame.isEmpty {
            guard let window = scene.window(shown.id) else { continue }
            // Layout may request a redraw, which is this one.
            window.withContent(.layout) { $0.layoutIfNeeded() }
            let previous = last.find(shown.id.rawValue).map { self.drawings[$0] }
            let entry = window.entry
            let drawing = drawing(of: window, size: entry.frame.size, previous: previous, on: traits)
            drawings.append(drawing)
            layers.append(
                Layer(
                    id: entry.id.rawValue,
                    frame: entry.frame,
                    alpha: UInt8((entry.alpha * 255).rounded()),
                    canvas: drawing.canvas,
                    version: drawing.version
                )
            )
        }
        self.drawings = drawings
        textCursor = cursor(in: scene)
        let cursor = textCursor.flatMap { isSeen($0, on: layers, in: scene) ? $0 : nil }
        return Frame(size: scene.size, layers: layers, cursor: cursor)
    }

    private func drawing(of window: Window, size: Size, previous: Drawing?, on traits: DisplayTraits) -> Drawing {
        if let previous, previous.contentVersion == window.contentVersion, previous.canvas.size == size {
            return previous
        }
        // Read before drawing: a change that drawing makes is drawn with the next frame.
        let contentVersion = window.contentVersion
        var canvas = Canvas(size: size, isASCII: traits.isASCII, hasColors: traits.colorDepth != .monochrome)
        window.withContent(.draw) { $0.draw(in: &canvas) }
        if recordsDrawing { drawnWindows.append(window.info) }
        return Drawing(
            window: window.id,
            contentVersion: contentVersion,
            canvas: canvas,
            version: (previous?.version ?? 0) + 1
        )
    }

    private func cursor(in scene: WindowScene) -> Point? {
        guard let window = scene.keyWindow, let position = window.withContent(.draw, { $0.cursorPosition }) ?? nil
        else { return nil }
        let point = position + window.frame.origin
        return window.frame.contains(point) ? point : nil
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
