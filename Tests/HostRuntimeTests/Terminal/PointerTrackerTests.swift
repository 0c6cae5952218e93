import TestSupport
import Testing

@testable import HostRuntime

@Suite struct PointerTrackerTests {
    private let a = Point(x: 1, y: 1)
    private let b = Point(x: 2, y: 1)

    private func actions(_ events: [PointerEvent]) -> [PointerTracker.Action] {
        var tracker = PointerTracker()
        return events.flatMap { tracker.handle($0) }
    }

    private func touch(_ phase: Touch.Phase, _ point: Point) -> PointerTracker.Action {
        .touch(Touch(phase, at: point))
    }

    @Test func `a press, a drag and a release are one touch`() {
        let events = [
            PointerEvent(kind: .press, location: a),
            PointerEvent(kind: .drag, location: b),
            PointerEvent(kind: .release, location: b),
        ]

        #expect(actions(events) == [touch(.began, a), touch(.moved, b), touch(.ended, b)])
    }

    @Test func `a drag within a cell is no move`() {
        let events = [PointerEvent(kind: .press, location: a), PointerEvent(kind: .drag, location: a)]

        #expect(actions(events) == [touch(.began, a)])
    }

    @Test func `a press after a lost release cancels the touch before it`() {
        let events = [PointerEvent(kind: .press, location: a), PointerEvent(kind: .press, location: b)]

        #expect(actions(events) == [touch(.began, a), touch(.cancelled, a), touch(.began, b)])
    }

    @Test func `losing the focus cancels the touch once`() {
        var tracker = PointerTracker()
        _ = tracker.handle(PointerEvent(kind: .press, location: a))

        #expect(tracker.cancel() == [Touch(.cancelled, at: a)])
        #expect(tracker.cancel() == [])
        #expect(tracker.handle(PointerEvent(kind: .release, location: a)) == [])
    }

    @Test(arguments: [
        PointerEvent.Kind.drag, .release, .other,
    ])
    func `events outside a touch are ignored`(kind: PointerEvent.Kind) {
        #expect(actions([PointerEvent(kind: kind, location: a)]) == [])
    }

    @Test func `the wheel turns during a touch too`() {
        let events = [PointerEvent(kind: .press, location: a), PointerEvent(kind: .wheel(1), location: b)]

        #expect(actions(events) == [touch(.began, a), .wheel(1, at: b)])
    }

    @Test(arguments: seeds(of: 1...20))
    func `every touch that begins ends before the next begins`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var tracker = PointerTracker()
        var isOn = false
        let kinds: [PointerEvent.Kind] = [
            .press, .release, .drag, .other, .wheel(-1),
        ]

        for _ in 0..<200 {
            let location = Point(x: Int.random(in: 0..<4, using: &generator), y: 0)
            let kind = kinds[Int.random(in: 0..<kinds.count, using: &generator)]
            for case .touch(let touch) in tracker.handle(PointerEvent(kind: kind, location: location)) {
                #expect((touch.phase == .began) != isOn)
                isOn = touch.phase == .began || touch.phase == .moved
            }
            var copy = tracker
            #expect(copy.cancel().isEmpty == !isOn)
        }
    }
}
