/// The recognizer of a view's gestures, which turns touches and time into events; a pure value.
///
/// It has no clock. After each call the owner looks at `deadline` and calls
/// `timeReached(_:)` when that time comes. Called late, or not before the next
/// touch, it acts as if it had been called at the deadline. Time never goes
/// back: an earlier time counts as the last one.
package struct GestureMachine: Sendable {
    /// The gestures to recognize; a change takes effect with the next touch or deadline.
    var configuration: GestureConfiguration

    private var phase = Phase.idle
    private var taps: Taps?
    private var now = Duration.zero

    private enum Phase {
        /// No pointer is down.
        case idle
        /// A pointer is down and may still become any gesture.
        case pressed(Press)
        /// A long press, dragged or not.
        case held(Press)
        /// A drag without a long press.
        case dragging(Press)
        /// A pointer is down that can't become a gesture any more.
        case failed
    }

    private struct Press {
        let origin: Point
        let began: Duration
        var location: Point
        var isDragged = false

        var translation: Point { location - origin }
    }

    /// Taps that may be followed by more.
    private struct Taps {
        let origin: Point
        var count: Int
        var ended: Duration
    }

    package init(_ configuration: GestureConfiguration = GestureConfiguration()) {
        self.configuration = configuration
    }

    /// The time at which to call `timeReached(_:)`; `nil` if no call is needed.
    package var deadline: Duration? {
        switch phase {
        case .pressed(let press):
            configuration.recognizesLongPress ? press.began + configuration.longPressDuration : nil
        case .idle: taps.map { $0.ended + configuration.tapInterval }
        case .held, .dragging, .failed: nil
        }
    }

    /// Whether a pointer is down.
    var isDown: Bool {
        if case .idle = phase { false } else { true }
    }

    // MARK: - Input

    /// Handles a phase of a touch; phases without a beginning have no effect.
    package mutating func handle(_ touch: Touch, at time: Duration) -> [GestureEvent] {
        let due = timeReached(time)
        return switch touch.phase {
        case .began: due + began(at: touch.location)
        case .moved: due + moved(to: touch.location)
        case .ended: due + moved(to: touch.location) + ended()
        case .cancelled: due + (isDown ? cancel() : [])
        }
    }

    /// Handles the arrival of the deadline.
    package mutating func timeReached(_ time: Duration) -> [GestureEvent] {
        now = max(now, time)
        guard let deadline, deadline <= now else { return [] }
        guard case .pressed(let press) = phase else { return flushTaps() }
        phase = .held(press)
        return flushTaps() + [.longPressBegan(at: press.location)]
    }

    /// Cancels the gesture under way, for example when the focus is lost or the view goes.
    ///
    /// Taps that may be followed by more are cancelled as well.
    package mutating func cancel() -> [GestureEvent] {
        let press = press
        let hasGesture = taps != nil || press != nil
        taps = nil
        phase = .idle
        return (press.map { [.touchUp(at: $0.location)] } ?? []) + (hasGesture ? [.cancelled] : [])
    }

    /// Reports taps that may be followed by more, because none can come any more.
    mutating func flush() -> [GestureEvent] {
        (isDown ? cancel() : []) + flushTaps()
    }

    // MARK: - Phases

    // The press under way, unless it can't become a gesture any more.
    private var press: Press? {
        switch phase {
        case .pressed(let press), .held(let press), .dragging(let press): press
        case .idle, .failed: nil
        }
    }

    private mutating func began(at location: Point) -> [GestureEvent] {
        // The end of the previous touch was lost.
        if isDown { return cancel() + began(at: location) }
        let earlier = taps.map { isSamePlace($0.origin, location) } == false ? flushTaps() : []
        phase = .pressed(Press(origin: location, began: now, location: location))
        return earlier + [.touchDown(at: location)]
    }

    private mutating func moved(to location: Point) -> [GestureEvent] {
        guard var press, press.location != location else { return [] }
        press.location = location
        switch phase {
        case .held:
            press.isDragged = configuration.drag != .never
            phase = .held(press)
        case .dragging:
            phase = .dragging(press)
        default:
            guard !isSamePlace(press.origin, location) else {
                phase = .pressed(press)
                return []
            }
            let earlier = flushTaps()
            guard configuration.drag == .immediately else {
                phase = .failed
                return earlier + [.touchUp(at: location)]
            }
            press.isDragged = true
            phase = .dragging(press)
            return earlier + [.dragChanged(at: location, translation: press.translation)]
        }
        return press.isDragged ? [.dragChanged(at: location, translation: press.translation)] : []
    }

    private mutating func ended() -> [GestureEvent] {
        guard let press else {
            phase = .idle
            return []
        }
        let wasPressed = if case .pressed = phase { true } else { false }
        let wasHeld = if case .held = phase { true } else { false }
        phase = .idle
        var events: [GestureEvent] = [.touchUp(at: press.location)]
        if wasPressed { events += tapped(press) }
        if press.isDragged { events.append(.dragEnded(at: press.location, translation: press.translation)) }
        if wasHeld { events.append(.longPressEnded(at: press.location)) }
        return events
    }

    // MARK: - Taps

    private mutating func tapped(_ press: Press) -> [GestureEvent] {
        let count = (taps?.count ?? 0) + 1
        taps = Taps(origin: taps?.origin ?? press.origin, count: count, ended: now)
        return count >= configuration.maximumTapCount ? flushTaps() : []
    }

    private mutating func flushTaps() -> [GestureEvent] {
        defer { taps = nil }
        guard configuration.maximumTapCount > 0 else { return [] }
        return taps.map { [.tap(count: min($0.count, configuration.maximumTapCount), at: $0.origin)] } ?? []
    }

    private func isSamePlace(_ a: Point, _ b: Point) -> Bool {
        let distance = b - a
        return distance.x.magnitude <= slack && distance.y.magnitude <= slack
    }

    private var slack: UInt { UInt(max(configuration.slack, 0)) }
}
