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

    private var entries: [ObserverSlot.Entry] {
        let snapshot = list.snapshot
        return (0..<snapshot.count).compactMap { snapshot.slots?[$0].load() }
    }

    @Test func `deliveries ask observers for as long as a thread wants that, also those that are added meanwhile`() {
        var observers = append(3)
        #expect(entries == observers.map { .init($0) })

        list.whileDeliveriesAsk {
            #expect(entries == observers.map { .init(asking: $0) })
            list.whileDeliveriesAsk {}
            observers += append(10)
            #expect(entries == observers.map { .init(asking: $0) })
        }

        #expect(entries == observers.map { .init($0) })
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

        #expect((0..<before.count).map { before.slots?[$0].load() } == observers.map { .init(asking: $0) })
        #expect(entries == (observers + others).map { .init($0) })
    }
}
