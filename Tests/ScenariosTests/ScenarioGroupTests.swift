import FoundationEssentials
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite struct ScenarioGroupTests {
    private let store = KeyValueStore()

    private func group(_ name: String) -> ScenarioGroup { ScenarioGroup(name, store: store, timeZone: .gmt) }

    @Test func `the groups of a store are those with counters`() {
        _ = scenario(.group("tea", .all([])), id: "green", store: store).execute(at: noon())
        _ = scenario(.group("coffee", .all([])), id: "filter", store: store).execute(at: noon())
        store.update { $0["scenario-group"] = 1 }

        #expect(ScenarioGroup.names(in: store) == ["coffee", "tea"])
    }

    @Test func `a group counts the executions of all its scenarios`() {
        _ = scenario(.group("tea", .all([])), id: "green", store: store).execute(at: noon())
        _ = scenario(.group("tea", .all([])), id: "black", store: store).execute(at: noon(10))

        let counts = group("tea").counts(at: noon(15))

        #expect(counts.executions == 2)
        #expect(counts.secondsSinceExecution == 5)
    }

    @Test func `a group without counters has none, and reading it writes nothing`() {
        #expect(group("tea").counts(at: noon()).executions == 0)
        #expect(store.all.isEmpty)
    }

    @Test func `resetting a group keeps its scenarios' own counts, and leaves nothing of it in the store`() {
        let green = scenario(.group("tea", .all([])), id: "green", store: store)
        _ = green.execute(at: noon())

        group("tea").reset()

        #expect(green.counts(at: noon()).executions == 1)
        #expect(store.all.keys.sorted() == ["scenario/green"])
    }

    @Test func `a foreign value under a group's key counts nothing`() {
        store.update { $0["scenario-group/tea"] = ["executions": "many", "latest": .double(.nan)] }

        #expect(group("tea").counts(at: noon()).executions == 0)
    }

    @Test func `a recorded moment lets a clock that was ahead catch up, and otherwise changes nothing`() {
        let green = scenario(.group("tea", .all([])), id: "green", store: store)
        _ = green.execute(at: noon(365 * 86_400))
        let days = (0..<3).map { day in
            group("tea").recordMoment(at: noon(Double(day) * 86_400))
            return group("tea").counts(at: noon(Double(day) * 86_400)).executions(in: .day)
        }
        let before = store.all

        group("tea").recordMoment(at: noon(400 * 86_400))

        #expect(days == [1, 1, 0])
        #expect(store.all == before)
    }
}
