import HostRuntime
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

/// Random inputs, given to the ball and its gestures and to a model that explains them.
@Suite(.tags(.assistant)) struct BallStatePropertyTests {
    @Test(arguments: seeds(of: 0..<50))
    func `in any sequence of events the ball agrees with a model and stays on the screen`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)

        for sequence in 0..<200 {
            var rig = Rig(screen: .random(using: &random))
            var steps: [Rig.Step] = []
            for _ in 0..<24 {
                let step = Rig.Step.random(rig, using: &random)
                steps.append(step)
                rig.take(step)
                guard let difference = rig.difference else { continue }
                Issue.record("seed \(seed), sequence \(sequence): \(difference), after \(steps)")
                return
            }
        }
    }

    @Test func `the sequences cover everything that the ball does`() {
        var random = SeededGenerator(seed: 0)
        var seen: Set<String> = []

        for _ in 0..<300 {
            var rig = Rig(screen: .random(using: &random))
            for _ in 0..<24 {
                rig.take(.random(rig, using: &random))
                for count in rig.opened { seen.insert("opened \(count)") }
                if rig.ball.isHeld { seen.insert("held") }
                if rig.ball.isGliding { seen.insert("gliding") }
                if !rig.remembered.isEmpty { seen.insert("remembered") }
                if rig.ball.placement.home != nil, rig.ball.frame.minX == 0 { seen.insert("left") }
            }
        }

        let taps = (1...TapGesture.mostTaps).map { "opened \($0)" }
        #expect(seen == Set(taps + ["held", "gliding", "remembered", "left"]))
    }
}

/// The ball with its gestures, joined as the view tree joins them, and the model beside it.
private struct Rig {
    enum Step {
        case began(Point)
        case moved(Point)
        case ended(Point)
        case taps(Int)
        case wait(Int)
        case focusLost
        case resize(Size)
        case entry(TextEntry?)
        case step(Point)
        case hide
        case show
    }

    private(set) var ball: BallState
    private(set) var opened: [Int] = []
    private(set) var remembered: [String] = []
    private(set) var isDown = false
    private var model: BallModel
    private var machine = GestureMachine(
        GestureConfiguration(
            maximumTapCount: TapGesture.mostTaps,
            recognizesLongPress: true,
            drag: .afterLongPress
        )
    )
    private var now = Duration.zero
    private var touchOrigin = Point.zero
    private var glideBegan: Duration?
    private let animation = Animation(duration: .milliseconds(250), steps: 10)

    init(screen: Size) {
        ball = BallState(BallPlacement(screen: screen))
        model = BallModel(screen: screen)
    }

    /// The difference between the ball and the model; `nil` when they agree.
    var difference: String? {
        let frame = ball.frame
        if frame != model.frame { return "at \(frame) instead of \(model.frame)" }
        let screen = Rect(origin: .zero, size: ball.placement.screen)
        if !screen.isEmpty, screen.intersection(frame) != frame { return "\(frame) is not on \(screen)" }
        if ball.isHeld != model.isHeld { return "held: \(ball.isHeld)" }
        if ball.isPressed != model.isPressed { return "pressed: \(ball.isPressed)" }
        if ball.isGliding != (glideBegan != nil) { return "gliding: \(ball.isGliding), without the effects to match" }
        if ball.isHidden != model.isHidden { return "hidden: \(ball.isHidden)" }
        if opened != model.opened { return "opened \(opened) instead of \(model.opened)" }
        if remembered != model.remembered { return "remembered \(remembered) instead of \(model.remembered)" }
        return nil
    }

    mutating func take(_ step: Step) {
        switch step {
        case .began(let point):
            guard !isDown, !ball.isHidden, ball.frame.contains(point) else { return }
            isDown = true
            touchOrigin = ball.frame.origin
            model.touchBegan(at: point - touchOrigin)
            touch(.began, point)
        case .moved(let point):
            guard isDown else { return }
            model.touchMoved(to: point - touchOrigin)
            touch(.moved, point)
        case .ended(let point):
            guard isDown else { return }
            isDown = false
            model.touchEnded(at: point - touchOrigin)
            touch(.ended, point)
        case .taps(let count):
            for _ in 0..<count where !isDown {
                let point = ball.frame.origin
                take(.began(point))
                take(.ended(point))
            }
        case .wait(let milliseconds):
            model.wait(milliseconds)
            wait(until: now + .milliseconds(milliseconds))
        case .focusLost:
            model.cancel()
            isDown = false
            tell(machine.cancel())
        case .resize(let size):
            model.resize(to: size)
            act(ball.resize(to: size))
        case .entry(let entry):
            model.moveEntry(to: entry)
            act(ball.entryChanged(to: entry))
        case .step(let step):
            model.step(by: step)
            act(ball.move(by: step))
        case .hide:
            model.hide()
            act(ball.hide())
            if isDown { touch(.cancelled, .zero) }
            isDown = false
        case .show:
            model.isHidden = false
            ball.show()
        }
    }

    private mutating func touch(_ phase: Touch.Phase, _ point: Point) {
        tell(machine.handle(Touch(phase, at: point - touchOrigin), at: now))
    }

    private mutating func tell(_ events: [GestureEvent]) {
        for event in events { act(ball.handle(event)) }
    }

    private mutating func act(_ effects: [BallState.Effect]) {
        for effect in effects {
            switch effect {
            case .open(let taps): opened.append(taps)
            case .glide: glideBegan = now
            case .halt: glideBegan = nil
            case .remember(let home): remembered.append("\(home.side) \(home.fraction)")
            }
        }
    }

    private mutating func wait(until time: Duration) {
        while let deadline = machine.deadline, deadline <= time {
            now = deadline
            animate()
            tell(machine.timeReached(deadline))
        }
        now = time
        animate()
    }

    private mutating func animate() {
        guard let began = glideBegan else { return }
        ball.glide(to: animation.progress(after: now - began))
        if !ball.isGliding { glideBegan = nil }
    }
}

extension Rig.Step {
    /// A step that is likely to have an effect at the ball's current place.
    fileprivate static func random(_ rig: Rig, using random: inout SeededGenerator) -> Rig.Step {
        let frame = rig.ball.frame
        func point() -> Point {
            guard random.next(2) == 0 else { return Point(x: random.next(90) - 5, y: random.next(40) - 5) }
            return frame.origin + Point(x: random.next(9) - 2, y: random.next(6) - 1)
        }
        switch random.next(21) {
        case 0..<9:
            guard rig.isDown else {
                return .began(
                    frame.origin + (random.next(3) == 0 ? Point(x: random.next(5), y: random.next(3)) : .zero)
                )
            }
            return random.next(3) == 0 ? .moved(point()) : .ended(random.next(4) == 0 ? point() : frame.origin)
        case 9..<13: return .wait([1, 1, 20, 100, 299, 300, 500, 700][random.next(8)])
        case 13: return .focusLost
        case 14: return .resize(.random(using: &random))
        case 15, 16:
            guard random.next(4) > 0 else { return .entry(nil) }
            let cursor = point()
            let (width, height) = (1 + random.next(30), 1 + random.next(random.next(4) == 0 ? 30 : 3))
            let origin = cursor - Point(x: random.next(width), y: random.next(height))
            let frame = Rect(x: origin.x, y: origin.y, width: width, height: height)
            return .entry(TextEntry(frame: frame, cursor: random.next(8) == 0 ? nil : cursor))
        case 17:
            return .step(
                [Point(x: -1, y: 0), Point(x: 1, y: 0), Point(x: 0, y: -1), Point(x: 0, y: 1)][random.next(4)]
            )
        case 18: return random.next(3) == 0 ? .hide : .show
        case 19: return .taps(1 + random.next(TapGesture.mostTaps))
        default: return .show
        }
    }
}

extension Size {
    fileprivate static func random(using random: inout SeededGenerator) -> Size {
        let usual = [(80, 24), (80, 24), (20, 5), (1, 1), (24, 8), (0, 0), (3, 40)]
        let size = random.next(2) == 0 ? usual[random.next(usual.count)] : (random.next(100), random.next(50))
        return Size(width: size.0, height: size.1)
    }
}

extension SeededGenerator {
    /// A number below a bound.
    mutating func next(_ bound: Int) -> Int {
        Int(next() % UInt64(max(1, bound)))
    }
}
