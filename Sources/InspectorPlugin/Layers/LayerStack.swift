import HostRuntime

/// The visible windows with their pictures, back to front, for drawing them in depth.
@MainActor struct LayerStack {
    struct Layer {
        let window: WindowInfo
        let picture: WindowSnapshot
    }

    let screen: Size
    let layers: [Layer]

    init(_ inspection: PluginInspection, screen: Size) {
        self.screen = screen
        layers = inspection.windows().reversed()
            .filter { !$0.isHidden && !$0.frame.isEmpty && LayerStack.isNear($0.frame.origin) }
            .compactMap { window in inspection.snapshot(of: window.id).map { Layer(window: window, picture: $0) } }
    }

    /// Whether a place is on the screen or beside it; the geometry has no room for numbers of any size.
    private static func isNear(_ place: Point) -> Bool {
        let range = -100_000...100_000
        return range.contains(place.x) && range.contains(place.y)
    }
}

extension LayerStack.Layer {
    /// Returns the color of a cell of the screen on this layer; nil where it shows nothing.
    @MainActor func color(at point: Point) -> Color? {
        guard let cell = picture.cell(at: point - window.frame.origin) else { return nil }
        let isBlank = cell.character == " " || cell.character.isEmpty
        guard let background = cell.style.background else { return isBlank ? nil : cell.style.foreground }
        // A letter covers a part of its cell.
        return isBlank ? background : background.mixed(with: cell.style.foreground, amount: 0.45)
    }
}
