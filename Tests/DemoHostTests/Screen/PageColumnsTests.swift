import HostRuntime
import Testing

@testable import demo_host

@Suite struct PageColumnsTests {
    private static let widths = [1, 20, 83, 84, 111, 112, 143, 168, 218, 400]

    private func columns(_ width: Int, height: Int = 40, panes: [Int]) -> PageColumns {
        PageColumns(Rect(x: 0, y: 3, width: width, height: height), panes: panes)
    }

    @Test(arguments: widths, [3, 12, 20, 40])
    func `the columns are in the room and share no cell`(width: Int, height: Int) {
        let room = Rect(x: 0, y: 3, width: width, height: height)
        for panes in [[9, 7], [9]] {
            let columns = columns(width, height: height, panes: panes)
            let parts = ([columns.list] + columns.panes).filter { !$0.isEmpty }

            #expect(parts.allSatisfy { $0.intersection(room) == $0 })
            for (index, part) in parts.enumerated() {
                #expect(parts[(index + 1)...].allSatisfy { $0.intersection(part).isEmpty })
            }
        }
    }

    @Test(arguments: [(40, [false, false]), (84, [false, true]), (143, [true, true]), (168, [true, true])])
    func `a wider page shows more panes`(width: Int, expected: [Bool]) {
        #expect(columns(width, panes: [9, 7]).panes.map { !$0.isEmpty } == expected)
    }

    @Test func `the panes of a very wide page stand beside each other`() {
        let panes = columns(218, panes: [9, 7]).panes

        #expect(panes.map(\.minY) == [3, 3])
        #expect(panes[0].maxX < panes[1].minX)
    }

    @Test(arguments: [168, 218, 400]) func `no column is wider than a line can be read`(width: Int) {
        let columns = columns(width, panes: [9, 7])

        #expect(([columns.list] + columns.panes).allSatisfy { $0.width <= 76 })
    }

    @Test func `without height the order keeps its room`() {
        #expect(columns(143, height: 8, panes: [9, 7]).panes.map(\.height) == [0, 7])
    }
}
