/// Makes touches of what the mouse does, so that every touch that begins also ends.
///
/// Only the left button touches. Terminals lose releases (the mouse leaves the
/// window, another program takes the focus): a touch whose release was lost is
/// cancelled when the next one begins or when the focus goes.
struct PointerTracker: Hashable, Sendable {
    private var held: Point?

    /// What the mouse did, for the windows.
    enum Action: Hashable, Sendable {
        /// A moment of a touch.
        case touch(Touch)
        /// The wheel turned over a cell, whether or not a touch is on.
        case wheel(PointerEvent.WheelDirection, at: Point)
    }

    /// Whether a touch is on.
    var isTouching: Bool { held != nil }

    /// Takes an event; returns what it means, in order.
    mutating func handle(_ event: PointerEvent) -> [Action] {
        switch event.kind {
        case .press(.left):
            let lost = cancel()
            held = event.location
            return lost.map(Action.touch) + [.touch(Touch(.began, at: event.location))]
        case .drag(.left) where held != nil && held != event.location:
            held = event.location
            return [.touch(Touch(.moved, at: event.location))]
        case .release(.left) where held != nil:
            held = nil
            return [.touch(Touch(.ended, at: event.location))]
        case .wheel(let direction):
            return [.wheel(direction, at: event.location)]
        default:
            return []
        }
    }

    /// Takes the touch away, because the focus went, or the screen.
    mutating func cancel() -> [Touch] {
        guard let location = held else { return [] }
        held = nil
        return [Touch(.cancelled, at: location)]
    }
}
