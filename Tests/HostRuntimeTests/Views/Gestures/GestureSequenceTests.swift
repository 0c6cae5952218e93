import TestSupport
import Testing

@testable import HostRuntime

/// Random sequences of touches, compared with a reader that sees each touch as a whole.
@Suite(.tags(.views)) struct GestureSequenceTests {
    @Test(arguments: seeds(of: 0..<30))
    func `any sequence of touches has one meaning, whether deadlines are met or missed`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let drags: [GestureConfiguration.Drag] = [.never, .afterLongPress, .immediately]
            let configuration = GestureConfiguration(
                maximumTapCount: .random(in: 0...5, using: &random),
                recognizesLongPress: .random(using: &random),
                drag: drags[.random(in: 0..<3, using: &random)]
            )
            let moments = moments(using: &random)

            let expected = Reader(configuration: configuration, moments: moments).events
            let inTime = run(configuration, moments, meetingDeadlines: true)
            let late = run(configuration, moments, meetingDeadlines: false)

            #expect(inTime == expected, "seed \(seed): \(configuration) \(moments)")
            #expect(late == expected, "seed \(seed): \(configuration) \(moments)")
            if inTime != expected { return }
        }
    }

    private func run(
        _ configuration: GestureConfiguration,
        _ moments: [Moment],
        meetingDeadlines: Bool
    ) -> [GestureEvent] {
        var machine = GestureMachine(configuration)
        var events: [GestureEvent] = []
        for moment in moments {
            let time = Duration.milliseconds(moment.time)
            if meetingDeadlines, let deadline = machine.deadline, deadline <= time {
                events += machine.timeReached(deadline)
            }
            events += machine.handle(moment.touch, at: time)
            if meetingDeadlines { checkDeadline(of: machine, at: time) }
        }
        return events + machine.timeReached(.seconds(1_000_000))
    }

    /// Something is due at the deadline, nothing before it, and nothing ever without one.
    private func checkDeadline(of machine: GestureMachine, at time: Duration) {
        var (early, due) = (machine, machine)
        let deadline = machine.deadline
        if deadline.map({ $0 > time }) != false {
            #expect(early.timeReached(deadline.map { $0 - .milliseconds(1) } ?? .seconds(1_000_000)) == [])
        }
        if let deadline { #expect(due.timeReached(deadline) != []) }
    }

    private func moments(using random: inout SeededGenerator) -> [Moment] {
        var time = 0
        return (0..<25).map { _ in
            // The limits of 0.3 s and 0.5 s are met exactly.
            time += [0, 50, 100, 100, 200, 300, 500][.random(in: 0..<7, using: &random)]
            let phases: [Touch.Phase] = [.began, .began, .began, .moved, .moved, .ended, .ended, .ended, .cancelled]
            let phase = phases[.random(in: 0..<9, using: &random)]
            let point = Point(x: [3, 4, 4, 4, 5, 6][.random(in: 0..<6, using: &random)], y: 1)
            return Moment(time: time, touch: Touch(phase, at: point))
        }
    }
}

private struct Moment {
    var time: Int
    var touch: Touch
    var point: Point { touch.location }
}

/// Cuts a history into whole touches, and names the gesture of each from its whole course.
private struct Reader {
    let configuration: GestureConfiguration
    let moments: [Moment]

    private struct Whole {
        var began: Moment
        /// The phases that moved the pointer; the last one may have lifted it.
        var moves: [Moment] = []
        var end = Int.max
        /// `nil` if the pointer is still down at the end of the history.
        var wasLifted: Bool?

        var place: Point { moves.last?.point ?? began.point }
    }

    private var touches: [Whole] {
        var touches: [Whole] = []
        var isDown = false
        for moment in moments {
            guard isDown || moment.touch.phase == .began else { continue }
            let last = touches.count - 1
            if isDown, moment.touch.phase != .moved {
                touches[last].end = moment.time
                touches[last].wasLifted = moment.touch.phase == .ended
                isDown = false
            }
            switch moment.touch.phase {
            case .began:
                touches.append(Whole(began: moment))
                isDown = true
            case .moved, .ended:
                if moment.point != touches[last].place { touches[last].moves.append(moment) }
            case .cancelled: break
            }
        }
        return touches
    }

    var events: [GestureEvent] {
        var events: [GestureEvent] = []
        var taps: (count: Int, place: Point, end: Int)?
        func tellTaps() {
            if let taps, configuration.maximumTapCount > 0 { events.append(.tap(count: taps.count, at: taps.place)) }
            taps = nil
        }
        for touch in touches {
            if let waiting = taps, touch.began.time - waiting.end >= 300 || !isNear(waiting.place, touch.began.point) {
                tellTaps()
            }
            events.append(.touchDown(at: touch.began.point))
            let left = touch.moves.firstIndex { !isNear($0.point, touch.began.point) }
            let limit = touch.began.time + 500
            let isHeld =
                configuration.recognizesLongPress && touch.end >= limit
                && (left.map { touch.moves[$0].time >= limit } ?? true)
            var dragFrom = left ?? touch.moves.count
            if isHeld {
                tellTaps()
                dragFrom = touch.moves.firstIndex { $0.time >= limit } ?? touch.moves.count
                events.append(.longPressBegan(at: touch.moves[..<dragFrom].last?.point ?? touch.began.point))
            } else if left != nil {
                tellTaps()
            }
            let drags =
                configuration.drag == .immediately || (isHeld && configuration.drag == .afterLongPress)
                ? touch.moves[dragFrom...] : []
            for move in drags {
                events.append(.dragChanged(at: move.point, translation: move.point - touch.began.point))
            }
            if !isHeld, drags.isEmpty, let left {
                events.append(.touchUp(at: touch.moves[left].point))
                continue
            }
            guard let wasLifted = touch.wasLifted else { continue }
            events.append(.touchUp(at: touch.place))
            guard wasLifted else {
                events.append(.cancelled)
                taps = nil
                continue
            }
            if let last = drags.last {
                events.append(.dragEnded(at: last.point, translation: last.point - touch.began.point))
            }
            if isHeld { events.append(.longPressEnded(at: touch.place)) }
            if !isHeld, drags.isEmpty {
                taps = ((taps?.count ?? 0) + 1, taps?.place ?? touch.began.point, touch.end)
                if taps?.count ?? 0 >= configuration.maximumTapCount { tellTaps() }
            }
        }
        // Taps under a pointer that is still down go on waiting.
        if touches.last?.wasLifted != nil { tellTaps() }
        return events
    }

    private func isNear(_ a: Point, _ b: Point) -> Bool {
        abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1
    }
}
