import HostRuntime

/// The ball as it is at this moment: at rest, held or on its way; a pure value.
///
/// It takes what the gestures mean, the time and what happens to the screen,
/// and returns what its owner has to do.
struct BallState: Hashable, Sendable {
    /// What the owner has to do.
    enum Effect: Hashable, Sendable {
        /// Open what so many taps stand for.
        case open(taps: Int)
        /// Run an animation from its beginning, which calls `glide(to:)`.
        case glide
        /// Stop the animation.
        case halt
        /// Keep the place that the person chose.
        case remember(BallHome)
    }

    /// Where the ball belongs.
    private(set) var placement: BallPlacement

    /// Whether a pointer is down on the ball.
    private(set) var isPressed = false

    /// Whether the person wants no ball for now.
    private(set) var isHidden = false

    private var motion = Motion.resting

    private enum Motion: Hashable {
        case resting
        /// In the person's hand: where it was taken hold of, and where it would be without edges.
        case held(origin: Point, at: Point)
        /// On its way to where it rests.
        case gliding(from: Point, progress: Double)
    }

    init(_ placement: BallPlacement) {
        self.placement = placement
    }

    /// The cells that the ball covers, wherever it is.
    var frame: Rect {
        switch motion {
        case .resting: return placement.rest
        case .held(_, let point): return placement.frame(at: point)
        case .gliding(let start, let progress):
            let way = placement.rest.origin - start
            // Fast at first, as a thing that is let go.
            let part = 1 - (1 - progress) * (1 - progress)
            let step = Point(x: Int((Double(way.x) * part).rounded()), y: Int((Double(way.y) * part).rounded()))
            return placement.frame(at: start + step)
        }
    }

    /// Whether the person holds the ball.
    var isHeld: Bool { if case .held = motion { true } else { false } }

    /// Whether the ball is on its way.
    var isGliding: Bool { if case .gliding = motion { true } else { false } }
}

// MARK: - What happens

extension BallState {
    /// Takes in what the touches on the ball mean.
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
            // The distance is from the beginning, so a pointer that left the
            // screen and came back finds the ball where it took hold of it.
            if case .held(let origin, _) = motion { motion = .held(origin: origin, at: origin + translation) }
        case .dragEnded:
            guard isHeld else { break }
            let shown = frame
            placement.dock(at: shown.origin)
            return settle(from: shown) + remember
        case .longPressEnded, .cancelled:
            isPressed = false
            return isHeld ? settle(from: frame) : []
        }
        return []
    }

    /// Takes in how far the animation is, from 0 to 1.
    mutating func glide(to progress: Double) {
        guard case .gliding(let start, _) = motion else { return }
        motion = progress < 1 ? .gliding(from: start, progress: max(0, progress)) : .resting
    }

    /// Moves the ball by a step; one that is held stays in the hand.
    mutating func move(by step: Point) -> [Effect] {
        guard !isHeld else { return [] }
        let shown = frame
        placement.step(by: step)
        return settle(from: shown) + remember
    }

    /// Takes in that the screen has another size.
    mutating func resize(to screen: Size) -> [Effect] {
        let shown = frame
        placement.screen = screen
        // A cursor of the old screen is told anew when the next frame has it.
        if let cursor = placement.cursor, !isOnScreen(cursor) { placement.cursor = nil }
        return isGliding ? settle(from: placement.frame(at: shown.origin)) : []
    }

    /// Takes in where the text cursor is; nil, or a place outside the screen, for nowhere.
    mutating func cursorMoved(to cursor: Point?) -> [Effect] {
        let shown = frame
        let target = placement.rest
        placement.cursor = cursor.flatMap { isOnScreen($0) ? $0 : nil }
        guard !isHeld, placement.rest != target else { return [] }
        return settle(from: shown)
    }

    /// Takes the ball off the screen; one that was held is where it was before when it is back.
    mutating func hide() -> [Effect] {
        let wasGliding = isGliding
        isHidden = true
        isPressed = false
        motion = .resting
        return wasGliding ? [.halt] : []
    }

    /// Brings the ball back.
    mutating func show() {
        isHidden = false
    }

    private var remember: [Effect] { placement.home.map { [.remember($0)] } ?? [] }

    private func isOnScreen(_ point: Point) -> Bool {
        Rect(origin: .zero, size: placement.screen).contains(point)
    }

    /// Lets go of the ball, which goes from where it is seen to where it rests.
    private mutating func settle(from shown: Rect) -> [Effect] {
        let wasGliding = isGliding
        let way = placement.rest.origin - shown.origin
        // A single step is no way to go, and nobody sees what is hidden move.
        guard !isHidden, max(abs(way.x), abs(way.y)) > 1 else {
            motion = .resting
            return wasGliding ? [.halt] : []
        }
        motion = .gliding(from: shown.origin, progress: 0)
        return [.glide]
    }
}
