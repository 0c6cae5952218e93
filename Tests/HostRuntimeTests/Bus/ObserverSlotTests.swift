import Testing

@testable import HostRuntime

@Suite struct ObserverSlotTests {
    private func observer(_ kind: Observer.Kind = .anyThread, _ body: @escaping Observer.Body = { _ in }) -> Observer {
        Observer(
            kind: kind,
            site: ObserverSite(owner: .host, file: "Tests/Here.swift", line: 1),
            gate: nil,
            body: body
        )
    }

    private typealias Entry = ObserverSlot.Entry

    @Test func `a thread may call what its level allows, and asks for the rest`() {
        let (anywhere, onMain) = (observer(), observer(.mainActor))
        let (any, main) = (Entry(greatestFor: .anyThread), Entry(greatestFor: .mainActor))

        #expect(Entry(anywhere).rawValue <= any.rawValue)
        #expect(Entry(anywhere).rawValue <= main.rawValue)
        #expect(Entry(onMain).rawValue > any.rawValue)
        #expect(Entry(onMain).rawValue <= main.rawValue)
        for entry in [Entry(asking: anywhere), Entry(asking: onMain), .cancelled] {
            #expect(entry.rawValue > main.rawValue)
        }
    }

    @Test func `an entry knows its observer and who may call it`() {
        let observer = observer(.mainActor)
        let (direct, asking) = (Entry(observer), Entry(asking: observer))

        observer.callLevel.store(.nobody)

        #expect([direct, asking].allSatisfy { $0.observer?.takeUnretainedValue() === observer })
        #expect(direct.level == .mainActor)
        #expect(asking.level == .nobody)
        #expect(Entry.cancelled.level == .nobody)
        #expect(Entry.cancelled.observer == nil)
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
            ObserverSlot.initialize(block.slots, to: observer, Entry(observer))
            try withUnsafePointer(to: 1) { try block.slots.pointee.call($0) }
        }
        #expect(log.entries == [1, 2])
    }
}
