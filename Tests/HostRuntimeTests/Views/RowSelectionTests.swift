import HostRuntime
import TestSupport
import Testing

@Suite(.tags(.views)) struct RowSelectionTests {
    @Test func `a table of any length asks for the rows on the screen only`() {
        var selection = RowSelection()
        selection.resize(height: 10)
        selection.setCount(10_000)

        #expect(selection.position.visible == 0..<10)
        let isMoved = selection.move(by: .max)
        #expect(isMoved)
        #expect(selection.position.visible == 9_990..<10_000)
    }

    @Test func `a selected row that moves in the table stays where it is on the screen`() {
        var selection = RowSelection()
        selection.resize(height: 5)
        selection.setCount(20)
        selection.select(7)
        let place = 7 - selection.position.top

        selection.setCount(21, selecting: 8)

        #expect(selection.index == 8)
        #expect(8 - selection.position.top == place)
    }

    @Test func `a row that was scrolled out of sight stays there when the rows are updated`() {
        var selection = RowSelection()
        selection.resize(height: 5)
        selection.setCount(20)
        _ = selection.scroll(by: 9)

        selection.setCount(20, selecting: 0)
        #expect(selection.position.top == 9)
        selection.setCount(12, selecting: 0)
        #expect(selection.position.top == 7)
        _ = selection.move(by: 1)
        #expect(selection.position.top == 1)
    }

    @Test func `a table that becomes empty chooses nothing, and one that fills chooses the first row`() {
        var selection = RowSelection()
        selection.resize(height: 5)
        selection.setCount(3)
        selection.select(2)

        selection.setCount(0)
        #expect(selection.index == nil)
        selection.setCount(2)

        #expect(selection.index == 0)
    }

    @Test func `a selected row that isn't followed may leave the rows in sight, which stay`() {
        var rows = RowSelection()
        rows.resize(height: 5)
        rows.setCount(30)
        rows.select(2)

        rows.setCount(30, selecting: 20, follows: false)

        #expect(rows.index == 20)
        #expect(rows.position.top == 0)
    }
}
