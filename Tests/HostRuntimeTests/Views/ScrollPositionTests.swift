import HostRuntime
import Testing

@Suite struct ScrollPositionTests {
    private func position(_ count: Int, height: Int, top: Int = 0) -> ScrollPosition {
        var position = ScrollPosition()
        position.resize(count: count, height: height)
        _ = position.scroll(by: top)
        return position
    }

    @Test(arguments: [(1, 1, true), (.max, 7, true), (-1, 0, false), (.min, 0, false)])
    func `scrolling stops at either end`(rows: Int, top: Int, isMoved: Bool) {
        var position = position(10, height: 3)

        let moved = position.scroll(by: rows)

        #expect(moved == isMoved)
        #expect(position.top == top)
    }

    @Test(arguments: [(10, 3, 7), (5, 3, 2), (2, 3, 0), (0, 3, 0), (-1, -1, 0), (10, 20, 0)])
    func `fewer rows, or more room, leave no empty rows at the end`(count: Int, height: Int, top: Int) {
        var position = position(10, height: 3, top: 7)

        position.resize(count: count, height: height)

        #expect(position.top == top)
        #expect(position.visible.upperBound == min(max(0, count), top + max(0, height)))
    }

    @Test(arguments: [(0..<1, 0), (4..<6, 4), (6..<7, 4), (8..<9, 6), (3..<9, 3), (19..<20, 17)])
    func `rows come into sight with the least scrolling, and of too many the first`(rows: Range<Int>, top: Int) {
        var position = position(20, height: 3, top: 4)

        position.reveal(rows)

        #expect(position.top == top)
    }
}
