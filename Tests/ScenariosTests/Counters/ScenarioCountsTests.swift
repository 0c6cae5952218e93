import FoundationEssentials
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite struct ScenarioCountsTests {
    private static let limits: ScenarioRule = .all([
        .minEventsRequired(0), .maxExecutionsPermitted(.max), .maxExecutions(.max, per: .day),
        .maxExecutions(.max, per: .week), .maxExecutions(.max, per: .month), .minSecondsSinceLastEvent(0),
        .minSecondsBetweenExecutions(0),
    ])

    /// The counts as the conditions of `limits` have them.
    private static func values(_ counts: ScenarioCounts) -> [PlainValue] {
        [.int(counts.events), .int(counts.executions)]
            + CalendarPeriod.allCases.map { .int(counts.executions(in: $0)) }
            + [counts.secondsSinceEvent, counts.secondsSinceExecution].map { $0.map { .double($0) } ?? .null }
    }

    @Test func `what never happened has no counts`() {
        let counts = scenario(.all([])).counts(at: noon())

        #expect(Self.values(counts) == [0, 0, 0, 0, 0, .null, .null])
    }

    @Test func `a day's executions end with the day, and the others stay`() {
        let scenario = scenario(.all([]))
        for seconds in [0.0, 60] { _ = scenario.execute(at: noon(seconds)) }

        let counts = [61, 86_400].map { scenario.counts(at: noon($0)) }

        #expect(counts.map { $0.executions(in: .day) } == [2, 0])
        #expect(counts.map(\.executions) == [2, 2])
        #expect(counts.map(\.secondsSinceExecution) == [1, 86_340])
    }

    @Test func `an open reservation counts as an execution until it's rolled back`() throws {
        let scenario = scenario(.all([]))
        let reservation = try scenario.reserve(at: noon()).get()

        let open = scenario.counts(at: noon(5))
        reservation.rollBack()
        let closed = scenario.counts(at: noon(5))

        #expect([open.executions, closed.executions] == [1, 0])
        #expect([open.executions(in: .day), closed.executions(in: .day)] == [1, 0])
        #expect([open.secondsSinceExecution, closed.secondsSinceExecution] == [5, nil])
    }

    @Test func `the reservation of a process that has ended counts nothing`() throws {
        let store = KeyValueStore()
        let reservation = try scenario(.all([]), store: store, process: 2).reserve(at: noon()).get()

        let counts = scenario(.all([]), store: store, alive: [1]).counts(at: noon())

        #expect(counts.executions == 0)
        withExtendedLifetime(reservation) {}
    }

    @Test func `a clock that is set back gives no negative time`() {
        let scenario = scenario(.all([]))
        scenario.trigger(at: noon())
        _ = scenario.execute(at: noon())

        let counts = scenario.counts(at: noon(-3600))

        #expect([counts.secondsSinceEvent, counts.secondsSinceExecution] == [0, 0])
    }

    @Test(arguments: seeds(of: 0..<20))
    func `the counts are the values that a rule compares with its limits`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let store = KeyValueStore()
        let counted = scenario(.all([Self.limits, .group("all", Self.limits)]), store: store)
        let group = ScenarioGroup("all", store: store, timeZone: .gmt, isAlive: { _ in true })
        var reservations: [Reservation] = []
        var now = noon()
        for _ in 0..<60 {
            // Now and then the clock is set back, by up to a day.
            now += Double.random(in: -86_400...172_800, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: counted.trigger(at: now)
            case 1: _ = counted.execute(at: now)
            case 2: if case .success(let taken) = counted.reserve(at: now, lease: 1e6) { reservations.append(taken) }
            case 3: reservations.popLast()?.commit(at: now)
            default: reservations.popLast()?.rollBack()
            }

            let conditions = counted.decide(at: now).conditions

            #expect(conditions[0].parts.map(\.value) == Self.values(counted.counts(at: now)))
            #expect(conditions[1].parts[0].parts.map(\.value) == Self.values(group.counts(at: now)))
        }
    }
}
