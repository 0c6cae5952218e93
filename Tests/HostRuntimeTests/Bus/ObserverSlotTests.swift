import Testing

@testable import HostRuntime

@Suite struct ObserverSlotTests {
    private func observer(_ body: @escaping Observer.Body = { _ in }) -> Observer {
        Observer(
            kind: .anyThread,
            site: ObserverSite(owner: .host, file: "Tests/Here.swift", line: 1),
            gate: nil,
            body: body
        )
    }

    @Test func `an entry is at most the greatest for its level, and above that of each lower level`() {
        let observer = observer()
        let levels: [CallLevel] = [.anyThread, .mainActor, .unknown, .nobody]
        for (place, level) in levels.enumerated() {
            let entry = ObserverSlot.Entry(observer, level)
            for (otherPlace, other) in levels.enumerated() {
                let greatest = ObserverSlot.Entry(greatestFor: other)
                #expect((entry.rawValue <= greatest.rawValue) == (place <= otherPlace))
            }
            #expect(entry.level == level)
            #expect(entry.observer?.takeUnretainedValue() === observer)
        }
    }

    @Test func `the entry of a cancelled observer is nobody's, and has no address`() {
        let cancelled = ObserverSlot.Entry.cancelled
        #expect(cancelled.level == .nobody)
        #expect(cancelled.observer == nil)
        #expect(ObserverSlot.Entry.none.observer == nil)
    }

    @Test func `a slot calls the observer's closure and doesn't retain it`() throws {
        let block = ObserverBlock(capacity: 1)
        let log = BusTest.Log<Int>()
        do {
            let captured = BusTest.AtEnd { log.add(2) }
            let observer = observer { message in
                captured.touch()
                log.add(message.load(as: Int.self))
            }
            ObserverSlot.initialize(block.slots, to: observer, .anyThread)
            try withUnsafePointer(to: 1) { try block.slots.pointee.call($0) }
        }
        #expect(log.entries == [1, 2])
    }
}
