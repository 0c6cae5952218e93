/// Draws the visible windows into layers, each window only when it has changed.
@MainActor final class FrameRenderer {
    private struct Drawing {
        var contentVersion: UInt64
        var canvas: Canvas
        var version: UInt64
    }

    private var drawings: [WindowID: Drawing] = [:]

    /// Returns what a scene shows at this moment.
    func frame(of scene: WindowScene, isASCII: Bool) -> Frame {
        let windows = scene.visibleWindows
        var layers: [Layer] = []
        layers.reserveCapacity(windows.count)
        var seen: Set<WindowID> = []
        for window in windows where window.alpha > 0 && !window.frame.isEmpty {
            seen.insert(window.id)
            let drawing = draw(window, isASCII: isASCII)
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
        // A window that is gone must not leave its picture in memory.
        if drawings.count > seen.count { drawings = drawings.filter { seen.contains($0.key) } }
        return Frame(size: scene.size, layers: layers, cursor: cursor(in: scene))
    }

    private func draw(_ window: Window, isASCII: Bool) -> Drawing {
        let tree = window.viewTree
        // Laying out may ask for another drawing, which is this one.
        tree?.layoutIfNeeded()
        if let drawing = drawings[window.id], drawing.contentVersion == window.contentVersion,
            drawing.canvas.size == window.frame.size
        {
            return drawing
        }
        // Before drawing: what drawing changes is drawn with the next frame.
        let contentVersion = window.contentVersion
        var canvas = Canvas(size: window.frame.size, isASCII: isASCII)
        tree?.render(in: &canvas)
        let drawing = Drawing(
            contentVersion: contentVersion,
            canvas: canvas,
            version: (drawings[window.id]?.version ?? 0) + 1
        )
        drawings[window.id] = drawing
        return drawing
    }

    private func cursor(in scene: WindowScene) -> Point? {
        guard let window = scene.keyWindow, let tree = window.viewTree,
            let position = tree.cursorPosition
        else { return nil }
        let point = position + window.frame.origin
        // The terminal's cursor would shine through a window that covers the field.
        let isSeen = scene.visibleWindows.last { $0.alpha > 0 && $0.frame.contains(point) } === window
        return isSeen && window.frame.contains(point) ? point : nil
    }
}
