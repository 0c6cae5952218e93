import Testing

@testable import InspectorPlugin

@Suite struct BarTests {
    private let titles = ["Windows", "Views", "Point", "Plugins", "Bus", "Commands", "Services"]

    @Test(arguments: 0..<7) func `the selected tab is always visible`(selected: Int) {
        for width in [12, 20, 40, 80, 200] {
            let layout = TabLayout(titles: titles, selected: selected, width: width)

            #expect(layout.places.contains { $0.index == selected }, "at \(width) columns")
        }
    }

    @Test func `tabs lie side by side without gaps`() {
        let layout = TabLayout(titles: titles, selected: 0, width: 200)

        #expect(layout.places.count == titles.count)
        #expect(zip(layout.places, layout.places.dropFirst()).allSatisfy { $0.x + $0.width == $1.x })
        #expect(layout.tab(at: layout.places[3].x) == 3)
    }

    @Test func `actions that do not fit are counted in a mark for all of them`() {
        #expect(ActionLayout(widths: [10, 10, 10], width: 80).more == nil)
        #expect(ActionLayout(widths: [10, 10, 10], width: 80).places.map(\.x) == [1, 14, 27])
        let narrow = ActionLayout(widths: [10, 10, 10], width: 34)
        #expect(narrow.places.map(\.index) == [0, 2])
        #expect(narrow.more == 14)
    }

    @Test(arguments: 1...60) func `the last action, which says how to leave, always has a place`(width: Int) {
        let layout = ActionLayout(widths: [8, 12, 6, 9], width: width)

        #expect(layout.places.last?.index == 3)
        #expect(layout.places.allSatisfy { $0.x >= 1 && $0.x + $0.width <= max(1, width) })
    }

    @Test func `pinned actions stay in sight before others`() {
        let layout = ActionLayout(widths: [10, 10, 10, 8, 9], pinned: [3, 4], width: 46)

        #expect(layout.places.map(\.index) == [0, 3, 4])
        #expect(layout.places.allSatisfy { $0.x + $0.width <= 46 })
    }
}
