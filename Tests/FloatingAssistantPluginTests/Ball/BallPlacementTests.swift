import HostRuntime
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

@Suite(.tags(.assistant)) struct BallPlacementTests {
    private let screen = Size(width: 80, height: 24)

    /// A field of one cell.
    private static func entry(_ cursor: Point) -> TextEntry {
        TextEntry(frame: Rect(origin: cursor, size: Size(width: 1, height: 1)), cursor: cursor)
    }

    private func placement(_ side: BallHome.Side, row: Int, cursor: Point? = nil) -> BallPlacement {
        var placement = BallPlacement(screen: screen, home: BallHome(side, fraction: Double(row) / 21))
        placement.entry = cursor.map(BallPlacementTests.entry)
        return placement
    }

    @Test func `the default place is low at the right, with a row free below it and the last row`() {
        #expect(BallPlacement(screen: screen).rest == Rect(x: 75, y: 19, width: 5, height: 3))
    }

    @Test func `on a screen without room for the full ball, the small one is in the corner`() {
        #expect(BallPlacement(screen: Size(width: 20, height: 5)).rest == Rect(x: 17, y: 4, width: 3, height: 1))
    }

    // MARK: - Docking

    @Test(arguments: [(0, 0), (37, 0), (38, 75), (75, 75), (-40, 0), (.max, 75), (.min, 0)])
    func `a ball docks to the side that is nearer, as seen from its middle`(x: Int, docked: Int) {
        var placement = placement(.right, row: 5)

        placement.dock(at: Point(x: x, y: 9))

        #expect(placement.rest.origin == Point(x: docked, y: 9))
    }

    @Test(arguments: [BallHome.Side.left, .right])
    func `a ball in the very middle stays at its side`(side: BallHome.Side) {
        var placement = BallPlacement(screen: Size(width: 81, height: 24), home: BallHome(side, fraction: 0.5))

        placement.dock(at: Point(x: 38, y: 9))

        #expect(placement.home?.side == side)
    }

    @Test(arguments: 0...21) func `every row that a ball is docked at is the row that it rests at`(row: Int) {
        var placement = BallPlacement(screen: screen)

        placement.dock(at: Point(x: 3, y: row))

        #expect(placement.rest.origin == Point(x: 0, y: row))
    }

    @Test func `a screen without a choice of places leaves the place as it was`() {
        var placement = placement(.left, row: 7)
        let before = placement.rest

        placement.screen = Size(width: 1, height: 1)
        placement.dock(at: .zero)
        placement.screen = screen

        #expect(placement.rest == before)
    }

    // MARK: - Screens

    @Test(arguments: [(20, 5), (40, 12), (3, 2), (2, 2), (1, 1), (4096, 4096)])
    func `the ball lies wholly on a screen of any size`(width: Int, height: Int) {
        var placement = placement(.right, row: 20)

        placement.screen = Size(width: width, height: height)

        let all = Rect(x: 0, y: 0, width: width, height: height)
        #expect(!placement.rest.isEmpty)
        #expect(all.intersection(placement.rest) == placement.rest)
    }

    @Test func `a screen that was small for a while leaves the ball where the person put it`() {
        var placement = placement(.left, row: 13)
        let before = placement.rest

        for size in [Size(width: 20, height: 5), Size(width: 1, height: 1), .zero] { placement.screen = size }
        placement.screen = screen

        #expect(placement.rest == before)
    }

    @Test func `the place is a part of the height, so it stands as far down on another screen`() {
        var placement = placement(.right, row: 21)

        placement.screen = Size(width: 100, height: 50)

        #expect(placement.rest.maxY == 50)
    }

    // MARK: - The text cursor

    @Test(arguments: [(9, 11), (10, 12), (11, 7), (12, 8), (13, 9)])
    func `a ball in the cursor's way moves to the nearest rows that are clear, up where both are`(row: Int, to: Int) {
        let placement = placement(.left, row: 10, cursor: Point(x: 2, y: row))

        #expect(placement.rest.origin == Point(x: 0, y: to))
    }

    @Test(arguments: [Point(x: 7, y: 9), Point(x: 2, y: 8), Point(x: 2, y: 14), Point(x: 40, y: 13)])
    func `a cursor in another row and more than two columns or a row away is not in the way`(cursor: Point) {
        #expect(placement(.left, row: 10, cursor: cursor).rest.minY == 10)
    }

    @Test(arguments: [BallHome.Side.left, .right], [(7, 10, 11), (40, 11, 8), (66, 12, 9)])
    func `the ball leaves the row of the field that has the keyboard, however far away the cursor is`(
        side: BallHome.Side,
        cursor: (x: Int, y: Int, goal: Int)
    ) {
        let placement = placement(side, row: 10, cursor: Point(x: cursor.x, y: cursor.y))

        #expect(placement.rest.origin == Point(x: side == .left ? 0 : 75, y: cursor.goal))
    }

    @Test(arguments: [Point(x: 6, y: 11), Point(x: 6, y: 9), Point(x: 0, y: 13)])
    func `a cursor beside the ball is in its way`(cursor: Point) {
        #expect(placement(.left, row: 10, cursor: cursor).rest.minY != 10)
    }

    @Test func `where neither above nor below has room, the ball goes to the other side`() {
        var placement = BallPlacement(screen: Size(width: 20, height: 3), home: BallHome(.right, fraction: 0.5))

        placement.entry = BallPlacementTests.entry(Point(x: 18, y: 1))

        #expect(placement.rest == Rect(x: 0, y: 0, width: 3, height: 1))
    }

    @Test func `without a clear place the ball stays`() {
        var placement = BallPlacement(screen: Size(width: 1, height: 1))

        placement.entry = BallPlacementTests.entry(.zero)

        #expect(placement.rest == Rect(x: 0, y: 0, width: 1, height: 1))
    }

    @Test func `on a screen without room for a margin, only the cursor stays free`() {
        var placement = BallPlacement(screen: Size(width: 6, height: 2), home: BallHome(.right, fraction: 1))

        placement.entry = BallPlacementTests.entry(Point(x: 4, y: 1))

        #expect(!placement.rest.contains(Point(x: 4, y: 1)))
    }

    @Test(arguments: [BallHome.Side.left, .right], 1...8)
    func `the ball leaves every row of the field that has the keyboard`(side: BallHome.Side, height: Int) {
        var placement = placement(side, row: 10)

        placement.entry = TextEntry(
            frame: Rect(x: 20, y: 9, width: 30, height: height),
            cursor: Point(x: 20, y: 8 + height)
        )

        #expect(placement.rest.minX == (side == .left ? 0 : 75))
        #expect(placement.rest.maxY <= 9 || placement.rest.minY >= 9 + height)
    }

    @Test func `on a screen that is all field, the ball leaves the cursor`() {
        var placement = BallPlacement(screen: Size(width: 40, height: 12))
        let cursor = placement.rest.origin

        placement.entry = TextEntry(frame: Rect(x: 0, y: 0, width: 40, height: 12), cursor: cursor)

        #expect(!placement.rest.contains(cursor))
    }

    @Test func `when the cursor has gone the ball is back at its place`() {
        var placement = placement(.left, row: 10, cursor: Point(x: 2, y: 11))
        #expect(placement.rest.minY != 10)

        placement.entry = nil

        #expect(placement.rest.minY == 10)
    }

    // MARK: - Steps

    @Test func `a step to a side goes all the way, and one along a side goes a row`() {
        var placement = placement(.right, row: 10)

        placement.step(by: Point(x: -1, y: 0))
        placement.step(by: Point(x: 0, y: 1))

        #expect(placement.rest.origin == Point(x: 0, y: 11))
    }

    @Test func `steps past the edge stay at the edge`() {
        var placement = placement(.right, row: 20)

        for _ in 0..<10 { placement.step(by: Point(x: 0, y: 1)) }
        placement.step(by: Point(x: 0, y: -1))

        #expect(placement.rest.minY == 20)
    }

    @Test(arguments: [(1, 13), (-1, 7)])
    func `a step onto the cursor continues to its other side`(step: Int, row: Int) {
        var placement = placement(.left, row: step > 0 ? 7 : 13, cursor: Point(x: 2, y: 11))

        placement.step(by: Point(x: 0, y: step))

        #expect(placement.rest.minY == row)
    }
}
