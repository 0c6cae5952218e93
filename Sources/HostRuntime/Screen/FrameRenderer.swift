/// Draws the visible windows into layers, and each window only when it has changed.
@MainActor final class FrameRenderer {
    private struct Drawing {
        var contentVersion: UInt64
        var canvas: Canvas
        var version: UInt64
    }

    private var drawings: [WindowID: Drawing] = [:]

    /// The text cursor on the last frame, also where a window above covers it; nil when there is none.
    private(set) var textCursor: Point?

    /// Returns the frame of a scene as it is now.
    func frame(of scene: WindowScene, on traits: DisplayTraits) -> Frame {
        let windows = scene.visibleWindows
        var layers: [Layer] = []
        layers.reserveCapacity(windows.count)
        var seen: Set<WindowID> = []
        for window in windows where window.alpha > 0 && !window.frame.isEmpty {
            seen.insert(window.id)
            let drawing = draw(window, on: traits)
            layers.append(
                Layer(
                    id: window.id.rawValue,
                    frame: window.frame,
                    alpha: UInt8((window.alpha * 255).rounded()),
                    canvas: drawing.canvas,
                    version: drawing.version
                )
            )
        }
        // A closed window must not leave its picture in memory.
        if drawings.count > seen.count { drawings = drawings.filter { seen.contains($0.key) } }
        textCursor = cursor(in: scene)
        return Frame(size: scene.size, layers: layers, cursor: textCursor.flatMap { isSeen($0, in: scene) ? $0 : nil })
    }

    private func draw(_ window: Window, on traits: DisplayTraits) -> Drawing {
        // Layout may request a redraw, which is this one.
        window.withContent(.layout) { $0.layoutIfNeeded() }
        if let drawing = drawings[window.id], drawing.contentVersion == window.contentVersion,
            drawing.canvas.size == window.frame.size
        {
            return drawing
        }
        // Read before drawing: a change that drawing makes is drawn with the next frame.
        let contentVersion = window.contentVersion
        var canvas = Canvas(
            size: window.frame.size,
            isASCII: traits.isASCII,
            hasColors: traits.colorDepth != .monochrome
        )
        window.withContent(.draw) { $0.draw(in: &canvas) }
        let drawing = Drawing(
            contentVersion: contentVersion,
            canvas: canvas,
            version: (drawings[window.id]?.version ?? 0) + 1
        )
        drawings[window.id] = drawing
        return drawing
    }

    private func cursor(in scene: WindowScene) -> Point? {
        guard let window = scene.keyWindow, let position = window.withContent(.draw, { $0.cursorPosition }) ?? nil
        else { return nil }
        let point = position + window.frame.origin
        return window.frame.contains(point) ? point : nil
    }

    // The terminal's cursor would show through a window that covers the field. A
    // window that draws nothing there, as around a small view, doesn't cover it.
    private func isSeen(_ point: Point, in scene: WindowScene) -> Bool {
        for window in scene.visibleWindows.reversed() where window.alpha > 0 && window.frame.contains(point) {
            if window === scene.keyWindow { return true }
            guard let canvas = drawings[window.id]?.canvas else { continue }
            let local = point - window.frame.origin
            if !canvas.cells[local.y * canvas.fullSize.width + local.x].isHole { return false }
        }
        return false
    }
}
