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

    private func slot(of observer: Observer, _ admission: ObserverSlot.Admission) -> ObserverBlock {
        let block = ObserverBlock(capacity: 1)
        ObserverSlot.initialize(block.slots, to: observer, admission)
        return block
    }

    @Test func `a slot admits threads at its level or above, and none if it asks its observer or is cancelled`() {
        let observer = observer()
        func admitted(_ admission: ObserverSlot.Admission) -> [Bool] {
            let block = slot(of: observer, admission)
            return [.anyThread, .mainActor].map { block.slots.pointee.admits($0) }
        }

        #expect(admitted(.init(.anyThread)) == [true, true])
        #expect(admitted(.init(.mainActor)) == [false, true])
        #expect(admitted(.asksObserver) == [false, false])
        #expect(admitted(.cancelled) == [false, false])
    }

    @Test func `a slot knows its observer until that is cancelled`() {
        let observer = observer(.mainActor)
        let block = slot(of: observer, .init(.mainActor))

        #expect(block.slots.pointee.observer?.takeUnretainedValue() === observer)
        block.slots.pointee.setAdmission(.asksObserver)
        #expect(block.slots.pointee.observer?.takeUnretainedValue() === observer)
        block.slots.pointee.setAdmission(.cancelled)
        #expect(block.slots.pointee.observer == nil)
    }

    @Test func `a slot calls the observer's closure and doesn't retain it`() throws {
        let log = BusTest.Log<Int>()
        do {
            let captured = BusTest.AtEnd { log.add(2) }
            let observer = observer { message in
                captured.touch()
                log.add(message.load(as: Int.self))
            }
            let block = slot(of: observer, .init(.anyThread))
            try withUnsafePointer(to: 1) { try block.slots.pointee.call($0) }
            withExtendedLifetime(observer) {}
        }
        #expect(log.entries == [1, 2])
    }
}
