/// Turns mouse events into touches, each of which begins and ends.
///
/// Only the left button makes touches. Terminals lose releases, such as when the
/// mouse leaves the window or another program gets the focus. A touch whose
/// release was lost is cancelled when the next one begins or the focus is lost.
struct PointerTracker: Hashable, Sendable {
    private var held: Point?

    /// The meaning of a mouse event for windows.
    enum Action: Hashable, Sendable {
        case touch(Touch)
        /// The wheel turned by a notch, 1 or -1, over a cell, during a touch or not.
        case wheel(Int, at: Point)
    }

    /// Handles an event, and returns the resulting actions in order.
    mutating func handle(_ event: PointerEvent) -> [Action] {
        switch event.kind {
        case .press:
            let lost = cancel()
            held = event.location
            return lost.map(Action.touch) + [.touch(Touch(.began, at: event.location))]
        case .drag where held != nil && held != event.location:
            held = event.location
            return [.touch(Touch(.moved, at: event.location))]
        case .release where held != nil:
            held = nil
            return [.touch(Touch(.ended, at: event.location))]
        case .wheel(let notches):
            return [.wheel(notches, at: event.location)]
        default:
            return []
        }
    }

    /// Cancels the current touch, because the focus or the screen was lost.
    mutating func cancel() -> [Touch] {
        guard let location = held else { return [] }
        held = nil
        return [Touch(.cancelled, at: location)]
    }
}
