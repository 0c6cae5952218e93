import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct BallStateTests {
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

    @Test func `a pointer that went past the edge and came back holds the ball at the same point`() {
        var ball = dragged(by: Point(x: 500, y: 500))

        _ = ball.handle(.dragChanged(at: .zero, translation: Point(x: -1, y: 0)))

        #expect(ball.frame.origin == Point(x: 74, y: 10))
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

    @Test func `a long press without a drag changes no place`() {
        var ball = ball()
        let before = ball

        _ = ball.handle(.longPressBegan(at: .zero))
        let effects = ball.handle(.longPressEnded(at: .zero))

        #expect(effects == [])
        #expect(ball == before)
    }

    @Test func `a cancelled drag goes back to where the ball was lifted, and nothing is remembered`() {
        var ball = dragged(by: Point(x: -50, y: -3))

        let effects = ball.handle(.cancelled)
        ball.glide(to: 1)

        #expect(effects == [.glide])
        #expect(ball == self.ball())
    }

    @Test func `a drag without a long press moves nothing`() {
        var ball = ball()

        _ = ball.handle(.dragChanged(at: .zero, translation: Point(x: -30, y: 2)))

        #expect(ball == self.ball())
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

    @Test func `a resize leaves a ball that is on its way where it is seen`() {
        var ball = dragged(by: Point(x: -50, y: -3))
        _ = ball.handle(.dragEnded(at: .zero, translation: .zero))
        ball.glide(to: 0.5)
        let shown = ball.frame

        let effects = ball.resize(to: Size(width: 60, height: 20))

        #expect(effects == [.glide])
        #expect(ball.frame == shown)
    }

    @Test func `a resize takes a resting ball to its place at once`() {
        var ball = ball()

        let effects = ball.resize(to: Size(width: 60, height: 20))

        #expect(effects == [])
        #expect(ball.frame.maxX == 60)
    }

    @Test func `a held ball ignores the cursor until it is released`() {
        var ball = dragged(by: Point(x: -70, y: 0))

        let effects = ball.cursorMoved(to: Point(x: 2, y: 11))
        #expect(effects == [])
        #expect(ball.frame.origin == Point(x: 5, y: 10))
        _ = ball.handle(.dragEnded(at: .zero, translation: .zero))
        ball.glide(to: 1)

        #expect(ball.frame.origin == Point(x: 0, y: 7))
    }

    @Test func `a cursor that moves away from the ball changes nothing`() {
        var ball = ball()

        let effects = ball.cursorMoved(to: Point(x: 30, y: 11))

        #expect(effects == [])
    }

    @Test func `the ball moves out of the cursor's way and back`() {
        var ball = ball()

        let away = ball.cursorMoved(to: Point(x: 77, y: 11))
        ball.glide(to: 1)
        #expect(ball.frame.minY == 7)
        let back = ball.cursorMoved(to: nil)
        ball.glide(to: 1)

        #expect(away == [.glide])
        #expect(back == [.glide])
        #expect(ball == self.ball())
    }

    @Test func `a cursor outside the screen counts as none`() {
        var ball = ball()

        let effects = ball.cursorMoved(to: Point(x: 80, y: 11))

        #expect(effects == [])
        #expect(ball.placement.cursor == nil)
    }

    @Test func `a step of a single row is immediate, and a move to the other side glides`() {
        var ball = ball()

        let row = ball.move(by: Point(x: 0, y: 1))
        let side = ball.move(by: Point(x: -1, y: 0))

        #expect(row == [.remember(BallHome(.right, fraction: 11.0 / 21))])
        #expect(side == [.glide, .remember(BallHome(.left, fraction: 11.0 / 21))])
    }

    @Test func `the keys do not move a ball that is held`() {
        var ball = dragged(by: Point(x: -7, y: 0))
        let before = ball

        let effects = ball.move(by: Point(x: -1, y: 0))

        #expect(effects == [])
        #expect(ball == before)
    }

    @Test func `a ball that is hidden while held returns to its earlier place`() {
        var ball = dragged(by: Point(x: -50, y: -3))

        _ = ball.hide()
        let effects = ball.handle(.cancelled)
        ball.show()

        #expect(effects == [])
        #expect(ball == self.ball())
    }

    @Test func `a hidden ball does not glide`() {
        var ball = ball()
        _ = ball.hide()

        let effects = ball.move(by: Point(x: -1, y: 0))

        #expect(effects == [.remember(BallHome(.left, fraction: 10.0 / 21))])
        #expect(ball.frame.minX == 0)
    }
}
