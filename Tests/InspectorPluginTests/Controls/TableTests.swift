import HostRuntime
import Testing

@testable import InspectorPlugin

@Suite struct TableTests {
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
