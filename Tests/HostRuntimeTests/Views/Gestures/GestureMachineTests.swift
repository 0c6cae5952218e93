import Testing

@testable import HostRuntime

@Suite struct GestureMachineTests {
    private let place = Point(x: 5, y: 5)
    private static let full = GestureConfiguration(
        maximumTapCount: GestureConfiguration.tapLimit,
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

    @Test(arguments: 2...GestureConfiguration.tapLimit)
    func `the maximum count is reported at once`(count: Int) {
        let fingers = Fingers(GestureConfiguration(maximumTapCount: count))
        var told: [GestureEvent] = []

        for index in 0..<count { told += fingers.tap(place, at: Double(index) * 0.2) }

        #expect(told.taps == [.tap(count: count, at: place)])
        #expect(fingers.deadline == nil)
    }

    @Test func `a tap after the highest count begins a new one`() {
        let fingers = Fingers(GestureConfiguration(maximumTapCount: 2))

        let told = (0..<3).flatMap { fingers.tap(place, at: Double($0) * 0.1) } + fingers.wait(9)

        #expect(told.taps == [.tap(count: 2, at: place), .tap(count: 1, at: place)])
    }

    @Test func `a tap one cell off the first counts with it, wherever the last one was`() {
        let fingers = Fingers(GestureConfiguration(maximumTapCount: 3))

        let told =
            fingers.tap(place, at: 0) + fingers.tap(Point(x: 4, y: 6), at: 0.1)
            + fingers.tap(Point(x: 6, y: 4), at: 0.2)

        #expect(told.taps == [.tap(count: 3, at: place)])
    }

    @Test func `a tap elsewhere reports the earlier count at once and begins a new one`() {
        let fingers = Fingers(Self.full)
        let elsewhere = Point(x: 7, y: 5)
        _ = fingers.tap(place, at: 0)
        _ = fingers.tap(place, at: 0.1)

        #expect(fingers.down(elsewhere, at: 0.2) == [.tap(count: 2, at: place), .touchDown(at: elsewhere)])
        #expect(fingers.up(elsewhere, at: 0.2) == [.touchUp(at: elsewhere)])
        #expect(fingers.wait(1) == [.tap(count: 1, at: elsewhere)])
    }

    @Test func `a next tap that has begun in time may end later`() {
        let fingers = Fingers(GestureConfiguration(maximumTapCount: 2))
        _ = fingers.tap(place, at: 0)
        _ = fingers.down(place, at: 0.29)

        #expect(fingers.deadline == nil)
        #expect(fingers.up(place, at: 2).taps == [.tap(count: 2, at: place)])
    }

    @Test func `a slow tap is a tap where there is no long press`() {
        let fingers = Fingers(GestureConfiguration())
        _ = fingers.down(place, at: 0)

        #expect(fingers.up(place, at: 60).taps == [.tap(count: 1, at: place)])
    }

    @Test func `a pointer that moves away is no tap, even when it comes back`() {
        let fingers = Fingers(GestureConfiguration())
        _ = fingers.down(place, at: 0)

        #expect(fingers.move(Point(x: 7, y: 5), at: 0.1) == [.touchUp(at: Point(x: 7, y: 5))])
        #expect(fingers.move(place, at: 0.2) == [])
        #expect(fingers.up(place, at: 0.3) == [])
    }

    @Test func `a pointer that moves away reports the count before it`() {
        let fingers = Fingers(Self.full)
        _ = fingers.tap(place, at: 0)
        _ = fingers.down(place, at: 0.1)

        #expect(fingers.move(.zero, at: 0.2) == [.tap(count: 1, at: place), .touchUp(at: .zero)])
    }

    @Test func `with a maximum of no taps none are reported`() {
        let fingers = Fingers(GestureConfiguration(maximumTapCount: 0))

        #expect(fingers.tap(place, at: 0) == [.touchDown(at: place), .touchUp(at: place)])
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

    @Test func `a pointer that moves away early is no long press`() {
        let fingers = Fingers(GestureConfiguration(recognizesLongPress: true))
        _ = fingers.down(place, at: 0)
        _ = fingers.move(Point(x: 5, y: 7), at: 0.1)

        #expect(fingers.deadline == nil)
        #expect(fingers.wait(9) == [])
    }

    @Test func `a long press after taps reports their count first`() {
        let fingers = Fingers(Self.full)
        _ = fingers.tap(place, at: 0)
        _ = fingers.down(place, at: 0.2)

        #expect(fingers.wait(0.7) == [.tap(count: 1, at: place), .longPressBegan(at: place)])
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

    @Test func `a pointer that is lifted elsewhere was dragged there`() {
        let fingers = Fingers(Self.full)
        _ = fingers.down(place, at: 0)
        _ = fingers.wait(0.5)

        let told = fingers.up(.zero, at: 0.6)

        #expect(told.first == .dragChanged(at: .zero, translation: Point(x: -5, y: -5)))
        #expect(told.contains(.dragEnded(at: .zero, translation: Point(x: -5, y: -5))))
    }

    @Test func `an immediate drag begins when the pointer leaves its place`() {
        let fingers = Fingers(GestureConfiguration(drag: .immediately))
        _ = fingers.down(place, at: 0)

        #expect(fingers.move(Point(x: 6, y: 5), at: 0.1) == [])
        #expect(
            fingers.move(Point(x: 7, y: 5), at: 0.2)
                == [.dragChanged(at: Point(x: 7, y: 5), translation: Point(x: 2, y: 0))]
        )
        #expect(
            fingers.up(place, at: 0.3) == [
                .dragChanged(at: place, translation: .zero), .touchUp(at: place),
                .dragEnded(at: place, translation: .zero),
            ]
        )
    }

    @Test func `an immediate drag leaves taps as they are`() {
        let fingers = Fingers(GestureConfiguration(drag: .immediately))

        #expect(fingers.tap(place, at: 0).taps == [.tap(count: 1, at: place)])
    }

    @Test func `a place at the end of the number range does not trap`() {
        let fingers = Fingers(GestureConfiguration(drag: .immediately))
        _ = fingers.down(Point(x: .min, y: .max), at: 0)

        #expect(fingers.move(Point(x: .max, y: .min), at: 1).count <= 1)
        #expect(fingers.up(.zero, at: 2).isEmpty == false)
    }

    // MARK: - Cancelling

    @Test func `a cancelled touch cancels the taps before it too`() {
        let fingers = Fingers(Self.full)
        _ = fingers.tap(place, at: 0)
        _ = fingers.down(place, at: 0.1)

        #expect(fingers.handle(.cancelled, place, at: 0.2) == [.touchUp(at: place), .cancelled])
        #expect(fingers.up(place, at: 0.3) == [])
        #expect(fingers.wait(9) == [])
    }

    @Test func `a cancelled drag ends as cancelled and nothing else`() {
        let fingers = Fingers(Self.full)
        _ = fingers.down(place, at: 0)
        _ = fingers.wait(0.5)
        _ = fingers.move(.zero, at: 0.6)

        #expect(fingers.handle(.cancelled, .zero, at: 0.7) == [.touchUp(at: .zero), .cancelled])
        #expect(fingers.deadline == nil)
    }

    @Test func `losing the focus cancels waiting taps`() {
        let fingers = Fingers(Self.full)
        _ = fingers.tap(place, at: 0)

        #expect(fingers.cancel() == [.cancelled])
        #expect(fingers.cancel() == [])
        #expect(fingers.wait(9) == [])
    }

    @Test func `a touch that begins before the last one ended cancels that one`() {
        let fingers = Fingers(GestureConfiguration())
        _ = fingers.down(place, at: 0)

        #expect(fingers.down(.zero, at: 1) == [.touchUp(at: place), .cancelled, .touchDown(at: .zero)])
        #expect(fingers.up(.zero, at: 1).taps == [.tap(count: 1, at: .zero)])
    }

    @Test(arguments: [Touch.Phase.moved, .ended, .cancelled])
    func `a phase of a touch that never began has no effect`(phase: Touch.Phase) {
        let fingers = Fingers(Self.full)
        _ = fingers.tap(place, at: 0)

        #expect(fingers.handle(phase, .zero, at: 0.1) == [])
        #expect(fingers.wait(9) == [.tap(count: 1, at: place)])
    }

    // MARK: - Time

    @Test func `a deadline that is reached late has the effect of one reached in time`() {
        let fingers = Fingers(Self.full)
        _ = fingers.down(place, at: 0)

        #expect(
            fingers.up(place, at: 5) == [.longPressBegan(at: place), .touchUp(at: place), .longPressEnded(at: place)]
        )
        #expect(fingers.down(place, at: 6) == [.touchDown(at: place)])
    }

    @Test func `a tap that begins at the deadline begins a new count`() {
        let fingers = Fingers(Self.full)
        _ = fingers.tap(place, at: 0)

        #expect(fingers.down(place, at: 0.3) == [.tap(count: 1, at: place), .touchDown(at: place)])
    }

    @Test func `an earlier time counts as the last one`() {
        let fingers = Fingers(Self.full)
        _ = fingers.tap(place, at: 10)

        #expect(fingers.wait(2) == [])
        #expect(fingers.tap(place, at: 2).taps == [])
        #expect(fingers.deadline == .milliseconds(10_300))
    }

    @Test(arguments: [(-1, 0), (0, 0), (4, 4), (.max, GestureConfiguration.tapLimit)])
    func `the highest count lies between 0 and the limit`(asked: Int, kept: Int) {
        #expect(GestureConfiguration(maximumTapCount: asked).maximumTapCount == kept)
    }

    @Test(arguments: TapCount.allCases)
    func `every number of taps up to the limit can be recognized`(count: TapCount) {
        #expect(GestureConfiguration(maximumTapCount: count.rawValue).maximumTapCount == count.rawValue)
        #expect(1...GestureConfiguration.tapLimit ~= count.rawValue)
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
