import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.views)) struct GestureMachineTests {
    private let place = Point(x: 5, y: 5)
    private static let full = GestureConfiguration(
        maximumTapCount: 4,
        recognizesLongPress: true,
        drag: .afterLongPress
    )

    // MARK: - Taps

    @Test func `a single tap is reported at once where the maximum is one`() {
        let fingers = Fingers(GestureConfiguration())

        #expect(fingers.down(place, at: 0) == [.touchDown(at: place)])
        #expect(fingers.up(place, at: 0.1) == [.touchUp(at: place), .tap(count: 1, at: place)])
        #expect(fingers.deadline == nil)
    }

    @Test(arguments: [Duration(attoseconds: .max), Duration(attoseconds: .min)])
    func `any interval between taps has a deadline`(interval: Duration) {
        var configuration = Self.full
        configuration.tapInterval = interval
        let fingers = Fingers(configuration)

        _ = fingers.tap(place, at: 1)

        #expect(fingers.deadline.map { $0 >= .seconds(1) } == true)
    }

    @Test(arguments: 1...3)
    func `a count waits 0·3 s for the next tap`(count: Int) {
        let fingers = Fingers(Self.full)
        var told: [GestureEvent] = []

        for index in 0..<count { told += fingers.tap(place, at: Double(index) * 0.2) }
        let end = Double(count - 1) * 0.2

        #expect(told.taps == [])
        #expect(fingers.deadline == .seconds(end) + .milliseconds(300))
        #expect(fingers.wait(end + 0.299) == [])
        #expect(fingers.wait(end + 0.3) == [.tap(count: count, at: place)])
        #expect(fingers.deadline == nil)
    }

    @Test(arguments: 2...6)
    func `the maximum count is reported at once`(count: Int) {
        let fingers = Fingers(GestureConfiguration(maximumTapCount: count))
        var told: [GestureEvent] = []

        for index in 0..<count { told += fingers.tap(place, at: Double(index) * 0.2) }

        #expect(told.taps == [.tap(count: count, at: place)])
        #expect(fingers.deadline == nil)
    }

    // MARK: - Long press

    @Test func `a long press begins after half a second and may then go anywhere`() {
        let fingers = Fingers(GestureConfiguration(recognizesLongPress: true))
        _ = fingers.down(place, at: 1)

        #expect(fingers.deadline == .milliseconds(1500))
        #expect(fingers.wait(1.499) == [])
        #expect(fingers.wait(1.5) == [.longPressBegan(at: place)])
        #expect(fingers.move(Point(x: 99, y: 5), at: 1.6) == [])
        #expect(
            fingers.up(Point(x: 99, y: 5), at: 9)
                == [.touchUp(at: Point(x: 99, y: 5)), .longPressEnded(at: Point(x: 99, y: 5))]
        )
    }

    @Test func `a long press has one cell of slack before it begins`() {
        let fingers = Fingers(GestureConfiguration(recognizesLongPress: true))
        _ = fingers.down(place, at: 0)

        #expect(fingers.move(Point(x: 6, y: 4), at: 0.1) == [])
        #expect(fingers.wait(0.5) == [.longPressBegan(at: Point(x: 6, y: 4))])
    }

    // MARK: - Drag

    @Test func `a drag follows a long press and keeps the grabbed cell under the pointer`() {
        let fingers = Fingers(Self.full)
        _ = fingers.down(place, at: 0)
        _ = fingers.wait(0.5)

        #expect(
            fingers.move(Point(x: 6, y: 3), at: 0.6)
                == [.dragChanged(at: Point(x: 6, y: 3), translation: Point(x: 1, y: -2))]
        )
        #expect(fingers.move(Point(x: 6, y: 3), at: 0.7) == [])
        #expect(
            fingers.up(Point(x: 6, y: 3), at: 0.8) == [
                .touchUp(at: Point(x: 6, y: 3)), .dragEnded(at: Point(x: 6, y: 3), translation: Point(x: 1, y: -2)),
                .longPressEnded(at: Point(x: 6, y: 3)),
            ]
        )
    }

    @Test func `a place at the end of the number range does not trap`() {
        let fingers = Fingers(GestureConfiguration(drag: .immediately))
        _ = fingers.down(Point(x: .min, y: .max), at: 0)

        #expect(fingers.move(Point(x: .max, y: .min), at: 1).count <= 1)
        #expect(fingers.up(.zero, at: 2).isEmpty == false)
    }

    // MARK: - Cancelling

    @Test func `losing the focus cancels waiting taps`() {
        let fingers = Fingers(Self.full)
        _ = fingers.tap(place, at: 0)

        #expect(fingers.cancel() == [.cancelled])
        #expect(fingers.cancel() == [])
        #expect(fingers.wait(9) == [])
    }

    // MARK: - Time

    @Test func `an earlier time counts as the last one`() {
        let fingers = Fingers(Self.full)
        _ = fingers.tap(place, at: 10)

        #expect(fingers.wait(2) == [])
        #expect(fingers.tap(place, at: 2).taps == [])
        #expect(fingers.deadline == .milliseconds(10_300))
    }

    @Test(arguments: [(-1, 0), (0, 0), (4, 4), (.max, .max)])
    func `the highest count is as the view asks, and not negative`(asked: Int, kept: Int) {
        #expect(GestureConfiguration(maximumTapCount: asked).maximumTapCount == kept)
    }
}

/// A machine by reference, so that an expectation can touch it.
private final class Fingers {
    private var machine: GestureMachine

    init(_ configuration: GestureConfiguration) {
        machine = GestureMachine(configuration)
    }

    var deadline: Duration? { machine.deadline }

    func handle(_ phase: Touch.Phase, _ point: Point, at seconds: Double) -> [GestureEvent] {
        machine.handle(Touch(phase, at: point), at: .milliseconds(Int(seconds * 1000 + 0.5)))
    }

    func down(_ point: Point, at seconds: Double) -> [GestureEvent] { handle(.began, point, at: seconds) }
    func move(_ point: Point, at seconds: Double) -> [GestureEvent] { handle(.moved, point, at: seconds) }
    func up(_ point: Point, at seconds: Double) -> [GestureEvent] { handle(.ended, point, at: seconds) }

    func tap(_ point: Point, at seconds: Double) -> [GestureEvent] {
        down(point, at: seconds) + up(point, at: seconds)
    }

    func wait(_ seconds: Double) -> [GestureEvent] {
        machine.timeReached(.milliseconds(Int(seconds * 1000 + 0.5)))
    }

    func cancel() -> [GestureEvent] { machine.cancel() }
}

extension [GestureEvent] {
    fileprivate var taps: [GestureEvent] {
        filter { if case .tap = $0 { true } else { false } }
    }
}
