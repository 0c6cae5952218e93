/// Draws the visible windows into layers, and each window only when it has changed.
@MainActor final class FrameRenderer {
    // Only of the windows on the last frame: a closed window must not leave its picture in memory.
    private var drawings = Drawings()

    /// The text cursor on the last frame, even where a window above covers it; nil when there is none.
    private(set) var textCursor: Point?

    /// Whether the windows that are redrawn are recorded.
    var recordsDrawing = false

    /// The windows that were redrawn for the last frame, if that is recorded.
    private(set) var drawnWindows: [WindowInfo] = []

    /// Returns the frame of a scene as it is now.
    func frame(of scene: WindowScene, on traits: DisplayTraits) -> Frame {
        if !drawnWindows.isEmpty { drawnWindows = [] }
        // Changed in a variable, because windows are called meanwhile.
        var drawings = drawings
        self.drawings = Drawings()
        drawings.begin()
        for shown in scene.stack.shown where shown.alpha > 0 && !shown.frame.isEmpty {
            guard let window = scene.window(shown.id) else { continue }
            // Layout may request a redraw, which is this one.
            window.withContent(.layout) { $0.layoutIfNeeded() }
            let index = drawings.next(shown.id)
            let entry = window.entry
            drawings.layers[index].frame = entry.frame
            drawings.layers[index].alpha = UInt8((entry.alpha * 255).rounded())
            if drawings.isCurrent(index, window.contentVersion) { continue }
            // Read before drawing: a change that drawing makes is drawn with the next frame.
            drawings.contentVersions[index] = window.contentVersion
            window.wasDrawn = true
            drawings.layers[index].canvas = draw(window, size: entry.frame.size, on: traits)
            drawings.layers[index].version += 1
        }
        drawings.end()
        textCursor = cursor(in: scene)
        let cursor = textCursor.flatMap { isSeen($0, on: drawings.layers, in: scene) ? $0 : nil }
        self.drawings = drawings
        return Frame(size: scene.size, layers: drawings.layers, cursor: cursor)
    }

    private func draw(_ window: Window, size: Size, on traits: DisplayTraits) -> Canvas {
        var canvas = Canvas(size: size, isASCII: traits.isASCII, hasColors: traits.colorDepth != .monochrome)
        window.withContent(.draw) { $0.draw(in: &canvas) }
        if recordsDrawing { drawnWindows.append(window.info) }
        return canvas
    }

    private func cursor(in scene: WindowScene) -> Point? {
        guard let window = scene.keyWindow, let position = window.withContent(.draw, { $0.cursorPosition }),
            let position
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

/// The layers of the last frame, which become those of the next one in place.
///
/// From one frame to the next, most windows keep their order. Where they don't,
/// the layers from there on are rebuilt.
private struct Drawings {
    var layers: [Layer] = []
    /// The versions of the contents that the layers show.
    var contentVersions: [UInt64] = []

    private var count = 0
    private var earlier: Earlier?

    /// Layers whose windows came, went or changed places.
    private struct Earlier {
        let layers: ArraySlice<Layer>
        let contentVersions: ArraySlice<UInt64>
        var places: LayerIndex
    }

    /// Starts a frame.
    mutating func begin() {
        count = 0
    }

    /// Returns the index of the next layer, which is that of a window.
    mutating func next(_ window: WindowID) -> Int {
        defer { count += 1 }
        let id = window.rawValue
        if earlier == nil {
            if count < layers.count && layers[count].id == id { return count }
            earlier = Earlier(
                layers: layers[count...],
                contentVersions: contentVersions[count...],
                places: LayerIndex(layers[count...].map(\.id))
            )
            removeRest()
        }
        if let place = earlier?.places.place(of: id), let earlier {
            layers.append(earlier.layers[earlier.layers.startIndex + place])
            contentVersions.append(earlier.contentVersions[earlier.contentVersions.startIndex + place])
        } else {
            layers.append(Layer(id: id, frame: .zero, canvas: Canvas(size: .zero), version: 0))
            contentVersions.append(0)
        }
        return count
    }

    /// Returns whether a layer shows a version of its window's content, in the size of its frame.
    func isCurrent(_ index: Int, _ contentVersion: UInt64) -> Bool {
        layers[index].version > 0 && contentVersions[index] == contentVersion
            && layers[index].canvas.size == layers[index].frame.size
    }

    /// Ends a frame; layers whose windows are gone are removed.
    mutating func end() {
        if count < layers.count { removeRest() }
        earlier = nil
    }

    private mutating func removeRest() {
        layers.removeSubrange(count...)
        contentVersions.removeSubrange(count...)
    }
}
