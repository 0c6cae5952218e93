import HostRuntime
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

@Suite(.tags(.assistant)) struct BallStateTests {
    private let screen = Size(width: 80, height: 24)

    private func ball(_ side: BallHome.Side = .right, row: Int = 10) -> BallState {
        BallState(BallPlacement(screen: screen, home: BallHome(side, fraction: Double(row) / 21)))
    }

    /// A ball that is held and was dragged.
    private func dragged(by translation: Point) -> BallState {
        var ball = ball()
        _ = ball.handle(.longPressBegan(at: .zero))
        _ = ball.handle(.dragChanged(at: .zero, translation: translation))
        return ball
    }

    @Test func `a drag moves the ball by as much as the pointer moved`() {
        #expect(dragged(by: Point(x: -20, y: -8)).frame.origin == Point(x: 55, y: 2))
    }

    @Test(arguments: [
        Point(x: -1000, y: -1000), Point(x: 1000, y: 1000), Point(x: .max, y: .min), Point(x: .min, y: .max),
    ])
    func `a dragged ball never leaves the screen`(translation: Point) {
        let ball = dragged(by: translation)

        #expect(Rect(origin: .zero, size: screen).intersection(ball.frame) == ball.frame)
    }

    @Test func `a released ball docks, and its place is stored once`() {
        var ball = dragged(by: Point(x: -50, y: -3))

        let effects = ball.handle(.dragEnded(at: .zero, translation: Point(x: -50, y: -3)))
        let later = ball.handle(.longPressEnded(at: .zero))

        #expect(effects == [.glide, .remember(BallHome(.left, fraction: 7.0 / 21))])
        #expect(later == [])
        #expect(ball.frame.origin == Point(x: 25, y: 7))
        ball.glide(to: 1)
        #expect(ball.frame.origin == Point(x: 0, y: 7))
    }

    @Test func `a gliding ball can be caught where it is`() {
        var ball = dragged(by: Point(x: -50, y: -3))
        _ = ball.handle(.dragEnded(at: .zero, translation: .zero))
        ball.glide(to: 0.5)
        let shown = ball.frame

        let effects = ball.handle(.longPressBegan(at: .zero))
        ball.glide(to: 1)

        #expect(effects == [.halt])
        #expect(ball.frame == shown)
    }

    @Test func `a step of a single row is immediate, and a move to the other side glides`() {
        var ball = ball()

        let row = ball.move(by: Point(x: 0, y: 1))
        let side = ball.move(by: Point(x: -1, y: 0))

        #expect(row == [.remember(BallHome(.right, fraction: 11.0 / 21))])
        #expect(side == [.glide, .remember(BallHome(.left, fraction: 11.0 / 21))])
    }
}
