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
}
