import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct BallPlacementTests {
    private let screen = Size(width: 80, height: 24)

    @Test func `the default place is low at the right, with a row free below it and the last row`() {
        #expect(BallPlacement(screen: screen).frame == Rect(x: 74, y: 19, width: 5, height: 3))
    }

    @Test func `on a screen without room for the full ball, the small one is in the corner`() {
        #expect(BallPlacement(screen: Size(width: 20, height: 5)).frame == Rect(x: 17, y: 4, width: 3, height: 1))
    }

    @Test func `a drag moves the ball by as much as the pointer moved`() {
        var placement = BallPlacement(screen: screen)

        placement.pickUp()
        placement.drag(by: Point(x: -10, y: -4))
        placement.drag(by: Point(x: -20, y: -8))

        #expect(placement.frame.origin == Point(x: 54, y: 11))
    }

    @Test func `a pointer that went past the edge and came back finds the ball where it took hold of it`() {
        var placement = BallPlacement(screen: screen)

        placement.pickUp()
        placement.drag(by: Point(x: 500, y: 500))
        placement.drag(by: Point(x: -1, y: 0))

        #expect(placement.frame.origin == Point(x: 73, y: 19))
    }

    @Test(arguments: [
        Point(x: -1000, y: -1000), Point(x: 1000, y: 1000), Point(x: .max, y: .min), Point(x: .min, y: .max),
    ])
    func `the ball never leaves the screen`(translation: Point) {
        var placement = BallPlacement(screen: screen)

        placement.pickUp()
        placement.drag(by: translation)

        #expect(Rect(origin: .zero, size: screen).intersection(placement.frame) == placement.frame)
    }

    @Test func `a cancelled drag takes the ball back to where it was lifted`() {
        var placement = BallPlacement(screen: screen)
        let before = placement

        placement.pickUp()
        placement.drag(by: Point(x: -30, y: 2))
        placement.cancel()

        #expect(placement == before)
    }

    @Test func `a drag without a lift moves nothing`() {
        var placement = BallPlacement(screen: screen)

        placement.drag(by: Point(x: -30, y: 2))

        #expect(placement == BallPlacement(screen: screen))
    }

    @Test(arguments: [(20, 5), (40, 12), (3, 2), (2, 2), (1, 1), (4096, 4096)])
    func `the ball lies wholly on a screen of any size`(width: Int, height: Int) {
        var placement = BallPlacement(screen: screen)
        placement.move(by: Point(x: 3, y: 9))

        placement.resize(to: Size(width: width, height: height))

        let all = Rect(x: 0, y: 0, width: width, height: height)
        #expect(!placement.frame.isEmpty)
        #expect(all.intersection(placement.frame) == placement.frame)
    }

    @Test func `a screen that was small for a while leaves the ball where the person put it`() {
        var placement = BallPlacement(screen: screen)
        placement.move(by: Point(x: -10, y: 3))
        let before = placement.frame

        placement.resize(to: Size(width: 20, height: 5))
        placement.resize(to: Size(width: 1, height: 1))
        placement.resize(to: Size(width: 0, height: 0))
        placement.resize(to: screen)

        #expect(placement.frame == before)
    }

    @Test func `a step past the edge stays at the edge`() {
        var placement = BallPlacement(screen: screen)

        for _ in 0..<10 { placement.move(by: Point(x: 2, y: 0)) }
        placement.move(by: Point(x: -2, y: 0))

        #expect(placement.frame.minX == 73)
    }
}
