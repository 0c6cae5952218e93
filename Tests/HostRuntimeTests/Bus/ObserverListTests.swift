import Testing

@testable import HostRuntime

@Suite final class ObserverListTests {
    private let list = ObserverList(unheard: nil)

    private func append(_ count: Int) -> [Observer] {
        (0..<count).map { line in
            let site = ObserverSite(owner: .host, file: "Tests/Here.swift", line: line)
            let observer = Observer(kind: .anyThread, site: site, gate: nil) { _ in }
            _ = list.append(.passRetained(observer))
            return observer
        }
    }

    /// Whether each slot admits any thread without asking.
    private func admissions(_ snapshot: ObserverList.Snapshot) -> [Bool] {
        (0..<snapshot.count).compactMap { snapshot.slots?[$0].admits(.anyThread) }
    }

    @Test func `deliveries ask observers for as long as a thread wants that, also those that are added meanwhile`() {
        var observers = append(3)
        #expect(admissions(list.snapshot) == [true, true, true])

        list.whileDeliveriesAsk {
            #expect(admissions(list.snapshot) == [false, false, false])
            list.whileDeliveriesAsk {}
            observers += append(10)
            #expect(admissions(list.snapshot) == Array(repeating: false, count: 13))
        }

        #expect(admissions(list.snapshot) == Array(repeating: true, count: 13))
        withExtendedLifetime(observers) {}
    }

    @Test func `having deliveries ask takes no memory`() {
        let observers = append(3)
        let slots = list.snapshot.slots

        list.whileDeliveriesAsk { #expect(list.snapshot.slots == slots) }

        #expect(list.snapshot.slots == slots)
        withExtendedLifetime(observers) {}
    }

    @Test func `a delivery whose block was replaced asks the observers`() {
        let observers = append(4)
        let before = list.snapshot

        let others = append(1)

        #expect(admissions(before) == Array(repeating: false, count: 4))
        #expect(admissions(list.snapshot) == Array(repeating: true, count: 5))
        withExtendedLifetime(observers + others) {}
    }
}
