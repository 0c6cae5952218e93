import HostRuntime

/// The part of the screen that the panel takes; a pure value.
enum PanelSize: Hashable, Sendable, CaseIterable {
    case full
    case lower
    case upper
    /// Two lines, so that the program is in sight while its parts are selected.
    case bar

    /// The size that follows, for the key that switches between them.
    func next(on screen: Size) -> PanelSize {
        switch self {
        case .full: screen.height >= PanelSize.leastForHalves ? .lower : .bar
        case .lower: .upper
        case .upper: .bar
        case .bar: .full
        }
    }

    /// The size at first: on a tall screen the program stays in sight above the panel.
    static func initial(on screen: Size) -> PanelSize { screen.height >= 40 ? .lower : .full }

    private static let leastForHalves = 16

    /// Returns the panel's frame, from which a bar keeps away from a place that the person looks at.
    func frame(on screen: Size, avoiding place: Rect? = nil) -> Rect {
        let half = (screen.height + 1) / 2
        let (y, height) =
            switch self {
            case _ where self != .bar && (self == .full || screen.height < PanelSize.leastForHalves):
                (0, screen.height)
            case .lower: (screen.height - half, half)
            case .upper: (0, half)
            default: (max(0, screen.height - 2), min(2, screen.height))
            }
        let frame = Rect(x: 0, y: y, width: screen.width, height: height)
        guard self == .bar, let place, !frame.intersection(place).isEmpty, place.minY >= 2 else { return frame }
        return Rect(x: 0, y: 0, width: screen.width, height: height)
    }
}
