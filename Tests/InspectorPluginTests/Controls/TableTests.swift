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

    @Test func `the room that is left goes to the columns that are cut, and then to the last growing one`() {
        let columns = [TableColumn("A", 6), .growing("B", least: 10), TableColumn("C", 8), .growing("D", least: 10)]

        #expect(ColumnLayout(columns, texts: [3, 40, 12, 5], width: 80).places.map(\.width) == [6, 40, 12, 16])
        #expect(ColumnLayout(columns, texts: [3, 40, 12, 5], width: 60).places.map(\.width) == [6, 31, 12, 5])
        #expect(ColumnLayout(columns, texts: [6, 10, 8, 10], width: 60).places.map(\.width) == [6, 10, 8, 30])
    }

    @Test func `on a narrow screen a column gives what its texts don't need to those that are cut`() {
        let columns = [TableColumn("TIME", 12), .growing("FROM", least: 14), .growing("MESSAGE", least: 30)]

        #expect(ColumnLayout(columns, texts: [12, 4, 26], width: 37).places.map(\.width) == [12, 4, 17])
        #expect(ColumnLayout(columns, texts: [12, 4, 3], width: 60).places.map(\.width) == [12, 14, 30])
    }

    @Test func `a table whose texts are cut gets what its details can spare`() {
        #expect(SplitLayout(Size(width: 200, height: 60), rows: 3, wanted: 300) { _ in 9 }.table.width == 140)
        #expect(SplitLayout(Size(width: 200, height: 60), rows: 3, wanted: 130) { _ in 9 }.table.width == 130)
        #expect(SplitLayout(Size(width: 110, height: 60), rows: 3, wanted: 300) { _ in 9 }.table.width == 70)
    }

    @MainActor @Test func `a text runs on over the empty cells behind it`() {
        let table = TableView([TableColumn("A", 4), TableColumn("B", 8), TableColumn("C", 4)])
        table.cells = { $0 == 0 ? ["a long text", "", "end"] : ["a long text", "b", ""] }
        table.reload(count: 2)

        let frame = table.snapshot(on: DisplayTraits(size: Size(width: 22, height: 3)))

        #expect(frame.line(1).hasPrefix(" a long text     end"))
        #expect(frame.line(2).hasPrefix(" a l…  b"))
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
