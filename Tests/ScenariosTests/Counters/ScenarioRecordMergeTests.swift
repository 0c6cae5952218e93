import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite(.tags(.scenarios)) struct ScenarioRecordMergeTests {
    private func day(_ index: Int, _ count: Int) -> ScenarioRecord {
        var record = ScenarioRecord()
        record.periods[.day] = ScenarioRecord.Count(index: index, count: count)
        return record
    }

    @Test(arguments: [
        // No other count; the same day for both; a later day here; a later day there.
        ((5, 1), (5, 3), (5, 1), (5, 3)), ((5, 1), (5, 3), (5, 4), (5, 6)), ((5, 1), (6, 1), (5, 4), (6, 1)),
        ((5, 1), (6, 2), (6, 3), (6, 5)), ((5, 1), (5, 3), (6, 1), (6, 1)),
    ])
    func `a day has the counts of both`(
        before: (Int, Int),
        after: (Int, Int),
        current: (Int, Int),
        result: (Int, Int)
    ) {
        var record = day(current.0, current.1)

        record.merge(from: day(before.0, before.1), to: day(after.0, after.1))

        #expect(record == day(result.0, result.1))
    }

    @Test func `a day that is reset keeps what others have counted since`() {
        var counted = day(5, 4)
        var untouched = day(5, 3)

        counted.merge(from: day(5, 3), to: ScenarioRecord())
        untouched.merge(from: day(5, 3), to: ScenarioRecord())

        #expect(counted == day(5, 1))
        #expect(untouched == ScenarioRecord())
    }

    @Test func `a count that waits to be written over midnight adds up with those of others on both days`() throws {
        func contents(_ record: ScenarioRecord) -> [String: PlainValue] {
            ["a": record.stored].compactMapValues(\.self)
        }
        var store = StoreContents(file: contents(day(5, 1)))
        func count(_ record: ScenarioRecord) throws {
            try store.update(to: contents(record), rules: ["a": .scenarioRecord])
        }

        try count(day(5, 2))
        store.read(contents(day(6, 5)))
        try count(day(6, 6))
        store.read(contents(day(6, 7)))

        #expect(ScenarioRecord(store.values["a"]) == day(6, 8))
    }

    @Test(arguments: seeds(of: 1...100))
    func `two processes that count from the same record lose nothing, in either order`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func counting(_ record: ScenarioRecord) -> ScenarioRecord {
            var record = record
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let now = Double.random(in: 0...1_000_000, using: &random).rounded()
                if Bool.random(using: &random) {
                    record.addEvent(at: now)
                } else {
                    record.addExecution(at: now, in: .gmt)
                }
            }
            return record
        }
        let before = Bool.random(using: &random) ? counting(ScenarioRecord()) : ScenarioRecord()
        let (mine, theirs) = (counting(before), counting(before))

        var first = mine
        first.merge(from: before, to: theirs)
        var second = theirs
        second.merge(from: before, to: mine)

        #expect(first.events == mine.events + theirs.events - before.events)
        #expect(first.executions == mine.executions + theirs.executions - before.executions)
        #expect([first.events, first.executions] == [second.events, second.executions])
        #expect([first.firstEvent, first.lastEvent] == [second.firstEvent, second.lastEvent])
        #expect(first.lastExecution == second.lastExecution)
        #expect(first.periods == second.periods)
    }

    @Test func `reservations are added and removed one by one`() {
        func ticket(_ serial: Int, _ process: Int) -> ReservationTicket {
            ReservationTicket(scenario: "ad", serial: serial, owner: ReservationOwner(process: process, started: 1))
        }
        var before = ScenarioRecord()
        before.add(ticket(1, 1), at: 0, lease: 60)
        before.add(ticket(2, 2), at: 0, lease: 60)
        var (mine, theirs) = (before, before)
        mine.remove(ticket(1, 1))
        mine.add(ticket(3, 1), at: 0, lease: 60)
        theirs.remove(ticket(2, 2))
        theirs.add(ticket(3, 2), at: 0, lease: 60)

        theirs.merge(from: before, to: mine)

        #expect(theirs.reservations.map(\.ticket) == [ticket(3, 2), ticket(3, 1)])
    }

    @Test func `a reset forgets earlier counts, and not what others have counted since`() {
        var before = ScenarioRecord()
        for now in 1...3 { before.addExecution(at: Double(now), in: .gmt) }
        var (mine, theirs) = (before, before)
        mine.reset()
        theirs.addExecution(at: 4, in: .gmt)

        theirs.merge(from: before, to: mine)

        #expect(theirs.executions == 1)
        #expect(theirs.lastExecution == 4)
    }
}
