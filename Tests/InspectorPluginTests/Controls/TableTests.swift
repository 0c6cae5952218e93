import HostRuntime
import Testing

@testable import InspectorPlugin

@Suite struct TableTests {
    @Test func `a table of any length asks for the rows on the screen only`() {
        var state = TableState()
        state.resize(height: 10)
        state.setCount(10_000)

        #expect(state.visible == 0..<10)
        let isMoved = state.move(by: .max)
        #expect(isMoved)
        #expect(state.visible == 9_990..<10_000)
    }

    @Test func `a selected row that moves in the table stays where it is on the screen`() {
        var state = TableState()
        state.resize(height: 5)
        state.setCount(20)
        state.select(7)
        let place = 7 - state.top

        state.setCount(21, selecting: 8)

        #expect(state.index == 8)
        #expect(8 - state.top == place)
    }

    @Test func `a row that was scrolled out of sight stays there when the rows are updated`() {
        var state = TableState()
        state.resize(height: 5)
        state.setCount(20)
        _ = state.scroll(by: 9)

        state.setCount(20, selecting: 0)
        #expect(state.top == 9)
        state.setCount(12, selecting: 0)
        #expect(state.top == 7)
        _ = state.move(by: 1)
        #expect(state.top == 1)
    }

    @Test func `a table that becomes empty chooses nothing, and one that fills chooses the first row`() {
        var state = TableState()
        state.resize(height: 5)
        state.setCount(3)
        state.select(2)

        state.setCount(0)
        #expect(state.index == nil)
        state.setCount(2)

        #expect(state.index == 0)
    }

    @Test func `columns go by their priority when there is no room, and the growing ones take the rest`() {
        let columns = [
            TableColumn("A", 6), .growing("B", least: 10), TableColumn("C", 8, priority: 1),
            TableColumn("D", 8, priority: 2),
        ]

        #expect(ColumnLayout(columns, width: 60).places.map(\.width) == [6, 32, 8, 8])
        #expect(ColumnLayout(columns, width: 30).places.map(\.column) == [0, 1, 2])
        #expect(ColumnLayout(columns, width: 18).places.map(\.column) == [0, 1])
        #expect(ColumnLayout(columns, width: 3).places.map(\.width) == [3])
    }

    @Test(arguments: [110, 120, 160, 200])
    func `a table beside its details is no narrower than on a small screen`(width: Int) {
        let layout = SplitLayout(Size(width: width, height: 30), rows: 3) { _ in 30 }

        #expect(layout.table.width >= min(80, width - 40))
        #expect(layout.details.width >= 39)
    }

    @Test func `the details take what the table leaves, and half of the page at most`() {
        let layout = SplitLayout(Size(width: 80, height: 21), rows: 3) { _ in 30 }

        #expect(layout.table.height >= 3)
        #expect(layout.details.maxY == 21)
        #expect(SplitLayout(Size(width: 120, height: 21), rows: 3) { _ in 30 }.details.minX > 70)
        #expect(SplitLayout(Size(width: 20, height: 5), rows: 3) { _ in 30 }.details.isEmpty)
    }
}
