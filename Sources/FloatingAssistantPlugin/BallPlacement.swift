import HostRuntime

/// Where the ball is, and where it goes when it is dragged or the screen changes; a pure value.
///
/// The place that the person chose outlives a screen that is too small for it:
/// the ball is shown as near to it as fits, and is back when there is room.
struct BallPlacement: Hashable, Sendable {
    /// The size of the screen.
    private(set) var screen: Size

    // Where the person put the ball; nil while it is at its default place.
    private var chosen: Point?
    // Where it was before it was lifted, as it was chosen and as it was shown.
    private var lift: Lift?

    private struct Lift: Hashable, Sendable {
        let chosen: Point?
        let origin: Point
    }

    init(screen: Size) {
        self.screen = screen
    }

    /// The cells that the ball covers; never outside the screen unless that has no cells.
    var frame: Rect {
        let size = size
        let free = Point(x: max(0, screen.width - size.width), y: max(0, screen.height - size.height))
        // Low at the right: pages begin at the top and end with a line of their own.
        let isSmall = size.height == 1
        let wanted = chosen ?? Point(x: free.x - (isSmall ? 0 : 1), y: free.y - (isSmall ? 0 : 2))
        return Rect(origin: wanted, size: size).clamped(to: Rect(origin: .zero, size: screen))
    }

    /// The size of the ball: smaller where a full one would hide the page.
    private var size: Size {
        if screen.width >= 24, screen.height >= 8 { return Size(width: 5, height: 3) }
        return screen.width >= 3 ? Size(width: 3, height: 1) : Size(width: 1, height: 1)
    }

    /// Whether the person holds the ball.
    var isLifted: Bool { lift != nil }
}

// MARK: - Moving

extension BallPlacement {
    /// Takes in that the screen has another size.
    mutating func resize(to screen: Size) {
        self.screen = screen
    }

    /// Notes that the ball is held from now on.
    mutating func pickUp() {
        lift = Lift(chosen: chosen, origin: frame.origin)
    }

    /// Follows the pointer, which is so far away from where it took hold of the ball.
    ///
    /// The distance is from the beginning, so a pointer that left the screen and
    /// came back finds the ball under the same finger's breadth as before.
    mutating func drag(by translation: Point) {
        guard let lift else { return }
        chosen = lift.origin + translation
        chosen = frame.origin
    }

    /// Leaves the ball where it is.
    mutating func putDown() {
        lift = nil
    }

    /// Takes the ball back to where it was lifted, as when the touch is lost.
    mutating func cancel() {
        guard let lift else { return }
        chosen = lift.chosen
        self.lift = nil
    }

    /// Moves the ball by a step from where it is shown.
    mutating func move(by step: Point) {
        chosen = frame.origin + step
        chosen = frame.origin
    }
}
