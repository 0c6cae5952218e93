import HostRuntime

/// The state of the ball: at rest, held or gliding; a pure value.
///
/// Its functions handle gestures, time and changes of the screen, and return
/// the effects that the owner carries out.
struct BallState: Hashable, Sendable {
    enum Effect: Hashable, Sendable {
        case open(taps: Int)
        /// Start an animation that calls `glide(to:)`.
        case glide
        case halt
        case remember(BallHome)
    }

    private(set) var placement: BallPlacement
    private(set) var isPressed = false
    private(set) var isHidden = false

    private var motion = Motion.resting

    private enum Motion: Hashable {
        case resting
        /// Held by the person: the origin when it was picked up, and the position regardless of the edges.
        case held(origin: Point, at: Point)
        case gliding(from: Point, progress: Double)
    }

    init(_ placement: BallPlacement) {
        self.placement = placement
    }

    var frame: Rect {
        switch motion {
        case .resting: return placement.rest
        case .held(_, let point): return placement.frame(at: point)
        case .gliding(let start, let progress):
            let way = placement.rest.origin - start
            // Fast at first, like an object that is released.
            let part = 1 - (1 - progress) * (1 - progress)
            let step = Point(x: Int((Double(way.x) * part).rounded()), y: Int((Double(way.y) * part).rounded()))
            return placement.frame(at: start + step)
        }
    }

    var isHeld: Bool { if case .held = motion { true } else { false } }
    var isGliding: Bool { if case .gliding = motion { true } else { false } }
}

// MARK: - Events

extension BallState {
    mutating func handle(_ event: GestureEvent) -> [Effect] {
        switch event {
        case .touchDown: isPressed = true
        case .touchUp: isPressed = false
        case .tap(let count, _): return [.open(taps: count)]
        case .longPressBegan:
            let wasGliding = isGliding
            motion = .held(origin: frame.origin, at: frame.origin)
            return wasGliding ? [.halt] : []
        case .dragChanged(_, let translation):
            // The distance counts from the beginning, so a pointer that left the
            // screen and came back holds the ball at the same point.
            if case .held(let origin, _) = motion { motion = .held(origin: origin, at: origin + translation) }
        case .dragEnded:
            guard isHeld else { break }
            let shown = frame
            placement.dock(at: shown.origin)
            return glideHome(from: shown) + remember
        case .longPressEnded, .cancelled:
            isPressed = false
            return isHeld ? glideHome(from: frame) : []
        }
        return []
    }

    mutating func glide(to progress: Double) {
        guard case .gliding(let start, _) = motion else { return }
        motion = progress < 1 ? .gliding(from: start, progress: max(0, progress)) : .resting
    }

    /// Moves the home of the ball by a step; a ball that is held stays held.
    mutating func move(by step: Point) -> [Effect] {
        guard !isHeld else { return [] }
        let shown = frame
        placement.step(by: step)
        return glideHome(from: shown) + remember
    }

    mutating func resize(to screen: Size) -> [Effect] {
        let shown = frame
        placement.screen = screen
        // The next frame reports the field on the new screen.
        if let entry = placement.entry, !isOnScreen(entry) { placement.entry = nil }
        return isGliding ? glideHome(from: placement.frame(at: shown.origin)) : []
    }

    /// Updates the field that is typed in; `nil`, or a field off the screen, means none.
    mutating func entryChanged(to entry: TextEntry?) -> [Effect] {
        let shown = frame
        let target = placement.rest
        placement.entry = entry.flatMap { isOnScreen($0) ? $0 : nil }
        let isOnItsWay = isGliding && !placement.isClear(from: shown, to: placement.rest)
        guard !isHeld, placement.rest != target || isOnItsWay else { return [] }
        return glideHome(from: shown)
    }

    /// Hides the ball; a ball that was held returns to its earlier place.
    mutating func hide() -> [Effect] {
        let wasGliding = isGliding
        isHidden = true
        isPressed = false
        motion = .resting
        return wasGliding ? [.halt] : []
    }

    mutating func show() {
        isHidden = false
    }

    private var remember: [Effect] { placement.home.map { [.remember($0)] } ?? [] }

    private func isOnScreen(_ entry: TextEntry) -> Bool {
        !entry.frame.intersection(Rect(origin: .zero, size: placement.screen)).isEmpty
    }

    /// Releases the ball, which glides from its visible position to its resting place.
    private mutating func glideHome(from shown: Rect) -> [Effect] {
        let wasGliding = isGliding
        let way = placement.rest.origin - shown.origin
        // A single step needs no animation, and neither does a hidden ball. On its way, the ball covers no field either.
        let isClear = placement.isClear(from: shown, to: placement.rest)
        guard !isHidden, isClear, max(abs(way.x), abs(way.y)) > 1 else {
            motion = .resting
            return wasGliding ? [.halt] : []
        }
        motion = .gliding(from: shown.origin, progress: 0)
        return [.glide]
    }
}
