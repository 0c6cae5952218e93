import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.windows)) struct WindowStackHitTestingTests {
    private let below = WindowID(1)
    private let above = WindowID(2)
    private let point = Point(x: 4, y: 4)
    private var stack: WindowStack

    init() {
        stack = WindowStack()
        for id in [below, above] {
            stack.insert(.init(id: id, level: .normal, frame: Rect(x: 0, y: 0, width: 10, height: 10)))
            _ = stack.apply(.show(id))
        }
    }

    @Test func `the frontmost window takes the touch`() {
        #expect(stack.hit(at: point) == above)
    }

    @Test func `nothing takes a touch outside all windows`() {
        #expect(stack.hit(at: Point(x: 10, y: 4)) == nil)
        #expect(stack.hit(at: Point(x: -1, y: 4)) == nil)
        #expect(stack.hit(at: Point(x: .max, y: .min)) == nil)
    }

    @Test mutating func `a hidden window never takes a touch`() {
        _ = stack.apply(.hide(above))

        #expect(stack.hit(at: point) == below)
        #expect(stack.verdicts(at: point) == [.hidden, .takes])
    }

    @Test mutating func `a disabled window never takes a touch`() {
        _ = stack.update(above) { $0.isUserInteractionEnabled = false }

        #expect(stack.hit(at: point) == below)
        #expect(stack.verdicts(at: point) == [.disabled, .takes])
    }

    @Test mutating func `a window under alpha 0·01 never takes a touch, one at 0·01 does`() {
        _ = stack.update(above) { $0.alpha = 0.01 }
        #expect(stack.verdicts(at: point) == [.takes, .covered])

        _ = stack.update(above) { $0.alpha = 0.009 }
        #expect(stack.hit(at: point) == below)
        #expect(stack.verdicts(at: point) == [.transparent, .takes])
    }

    @Test mutating func `a window with the policy none lets every touch through`() {
        _ = stack.update(above) { $0.hitPolicy = HitPolicy.none }

        #expect(stack.hit(at: point, isOnView: true) == below)
        #expect(stack.verdicts(at: point) == [.policy, .takes])
    }

    @Test mutating func `a window that lets its background through takes only touches on its views`() {
        _ = stack.update(above) { $0.hitPolicy = .passThroughBackground }

        #expect(stack.hit(at: point, isOnView: true) == above)
        #expect(stack.hit(at: point, isOnView: false) == below)
        #expect(stack.verdicts(at: point) == [.background, .takes])
    }

    @Test mutating func `a point outside the frame is not on a view, whatever the content says`() {
        _ = stack.update(above) {
            $0.frame = Rect(x: 5, y: 5, width: 2, height: 2)
            $0.hitPolicy = .passThroughBackground
        }

        #expect(stack.hit(at: point, isOnView: true) == below)
        #expect(stack.verdicts(at: point) == [.outside, .takes])
    }

    @Test mutating func `the content is asked in the window's coordinates`() {
        _ = stack.update(above) {
            $0.frame = Rect(x: 3, y: 2, width: 4, height: 4)
            $0.hitPolicy = .passThroughBackground
        }
        var asked: [Point] = []

        _ = stack.hit(at: point) { _, point in
            asked.append(point)
            return false
        }

        #expect(asked == [Point(x: 1, y: 2)])
    }

    @Test func `an opaque window's content is not asked`() {
        #expect(stack.hit(at: point, isOnView: false) == above)
    }

    @Test mutating func `a frame at the end of the number range does not trap`() {
        _ = stack.update(above) {
            $0.frame = Rect(x: .max, y: .min, width: 9, height: 9)
            $0.hitPolicy = .passThroughBackground
        }

        #expect(stack.hit(at: Point(x: .min, y: .max), isOnView: true) == nil)
    }
}

extension WindowStack {
    fileprivate func hit(at point: Point, isOnView: Bool = false) -> WindowID? {
        hit(at: point) { _, _ in isOnView }
    }

    fileprivate func verdicts(at point: Point) -> [HitVerdict] {
        explainHit(at: point) { _, _ in false }.map(\.verdict)
    }
}
