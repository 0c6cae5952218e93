import FoundationEssentials
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite(.tags(.scenarios)) struct ScenarioTests {
    @Test func `a decision changes nothing`() {
        let store = KeyValueStore()
        let once = scenario(.maxExecutionsPermitted(1), store: store)

        #expect([once.decide(at: noon()).isAllowed, once.decide(at: noon()).isAllowed] == [true, true])
        #expect(store.all.isEmpty)
    }

    @Test func `a refused check writes nothing`() {
        let store = KeyValueStore()
        let never = scenario(.maxExecutionsPermitted(0), store: store)

        _ = never.execute(at: noon())

        #expect(store.all.isEmpty)
    }

    @Test func `scenarios with the same id and storage share their counters`() {
        let store = KeyValueStore()

        #expect(scenario(.maxExecutionsPermitted(1), store: store).execute(at: noon()).isAllowed)
        #expect(!scenario(.maxExecutionsPermitted(1), store: store).execute(at: noon()).isAllowed)
        #expect(scenario(.maxExecutionsPermitted(1), id: "other", store: store).execute(at: noon()).isAllowed)
    }

    @Test func `reset forgets the groups as well if asked to`() {
        let both = scenario(.all([.maxExecutionsPermitted(1), .group("ads", .maxExecutionsPermitted(1))]))
        let before = both.executions(at: [0, 1])

        both.reset(withGroups: true)

        #expect(before + both.executions(at: [2, 3]) == [true, false, true, false])
    }

    @Test(arguments: [(9.9, false), (10, false), (10.1, true), (-5, false), (.infinity, true)] as [(Double, Bool)])
    func `a measured time has to be longer than the limit, whatever was counted before`(seconds: Double, isMet: Bool) {
        let store = KeyValueStore()
        let away = scenario(.minSeconds(10, since: .leaving), store: store)
        _ = away.execute(at: noon(), facts: [:])

        let decision = away.decide(at: noon() + 1, measured: [.leaving: seconds])

        #expect(decision.isAllowed == isMet)
        #expect(decision.conditions.map(\.kind) == [.minSeconds(since: .leaving)])
    }

    @Test(arguments: [[:], [.leaving: .nan], [.other: 1]] as [[ScenarioRule.Moment: Double]])
    func `a time that was not measured is long enough`(measured: [ScenarioRule.Moment: Double]) {
        let decision = scenario(.minSeconds(10, since: .leaving)).decide(at: noon(), measured: measured)

        #expect(decision.isAllowed)
        #expect(decision.conditions.map(\.value) == [.null])
    }

    @Test func `a commit changes other values in the same step as its count`() throws {
        let store = KeyValueStore()
        let once = Scenario(id: "once", rule: .maxExecutionsPermitted(1), store: store, timeZone: .gmt)
        let reservation = try once.reserve(at: noon()).get()

        reservation.commit(at: noon()) { $0["shown"] = "sunrise" }
        reservation.commit(at: noon()) { $0["shown"] = "sunset" }

        #expect(store.value("shown") == "sunrise")
        #expect(store.value("scenario/once")?["executions"] == 1)
    }

    @Test func `reset forgets the scenario and not its groups`() {
        let both = scenario(.all([.maxExecutionsPermitted(1), .group("ads", .maxExecutionsPermitted(2))]))
        let before = both.executions(at: [0, 1])
        both.reset()
        let after = both.executions(at: [2])
        both.reset()

        #expect(before + after + both.executions(at: [3]) == [true, false, true, false])
    }

    // MARK: - Reservations

    @Test func `a count is spent on commit and not at the decision`() throws {
        let once = scenario(.maxExecutionsPermitted(1))

        try once.reserve(at: noon()).get().rollBack()
        let reservation = try once.reserve(at: noon(1)).get()
        reservation.commit(at: noon(2))

        #expect(throws: Decision.self) { try once.reserve(at: noon(3)).get() }
    }

    @Test func `two processes cannot both take the last one`() throws {
        let store = KeyValueStore()
        let first = scenario(.maxExecutionsPermitted(1), store: store, process: 1)
        let second = scenario(.maxExecutionsPermitted(1), store: store, process: 2)

        let reservation = try first.reserve(at: noon()).get()
        let refused = second.decide(at: noon())
        reservation.rollBack()

        #expect(!refused.isAllowed)
        #expect(refused.openReservations == 1)
        #expect(second.decide(at: noon()).isAllowed)
    }

    @Test(arguments: [
        ScenarioRule.maxExecutions(1, per: .day), .minSecondsBetweenExecutions(10), .group("ads", coolDown: 10),
        .group("ads", .maxExecutions(1, per: .week)),
    ])
    func `an open reservation counts like an execution`(rule: ScenarioRule) throws {
        let limited = scenario(rule)

        let reservation = try limited.reserve(at: noon()).get()

        #expect(!limited.decide(at: noon(1)).isAllowed)
        reservation.rollBack()
        #expect(limited.decide(at: noon(1)).isAllowed)
    }

    @Test func `the interval starts at the commit`() throws {
        let spaced = scenario(.minSecondsBetweenExecutions(10))

        try spaced.reserve(at: noon()).get().commit(at: noon(7))

        #expect([17, 17.5].map { spaced.decide(at: noon($0)).isAllowed } == [false, true])
    }

    @Test func `a reservation whose lease has run out no longer counts`() throws {
        let once = scenario(.maxExecutionsPermitted(1))

        let reservation = try once.reserve(at: noon(), lease: 30).get()

        #expect([29, 30].map { once.decide(at: noon($0)).isAllowed } == [false, true])
        reservation.rollBack()
    }

    @Test func `a commit counts even after the lease has run out`() throws {
        let twice = scenario(.maxExecutionsPermitted(2))
        let slow = try twice.reserve(at: noon(), lease: 1).get()
        _ = twice.execute(at: noon(5))

        #expect(slow.commit(at: noon(6)))
        #expect(!twice.decide(at: noon(7)).isAllowed)
    }

    @Test func `a reservation of a process that has ended no longer counts`() throws {
        let store = KeyValueStore()
        let dying = scenario(.maxExecutionsPermitted(1), store: store, process: 1)
        let reservation = try dying.reserve(at: noon()).get()
        let witness = scenario(.maxExecutionsPermitted(1), store: store, process: 2, alive: [1, 2])
        let survivor = scenario(.maxExecutionsPermitted(1), store: store, process: 2, alive: [2])

        #expect([witness, survivor].map { $0.decide(at: noon(1)).isAllowed } == [false, true])
        reservation.rollBack()
    }

    @Test func `a reservation ends once`() throws {
        let twice = scenario(.maxExecutionsPermitted(2))
        let committed = try twice.reserve(at: noon()).get()
        let rolledBack = try twice.reserve(at: noon()).get()

        let commits = [committed.commit(at: noon()), committed.commit(at: noon())]
        committed.rollBack()
        rolledBack.rollBack()

        #expect(commits == [true, false])
        #expect(!rolledBack.commit(at: noon()))
        #expect(twice.decide(at: noon()).conditions[0].value == 1)
    }

    @Test func `a reservation that is released is rolled back`() {
        let once = scenario(.maxExecutionsPermitted(1))

        let allowed = (0..<3).map { _ in (try? once.reserve(at: noon()).get()) != nil }

        #expect(allowed == [true, true, true])
    }

    @Test func `a reservation from before a reset does not end a later one`() throws {
        let once = scenario(.maxExecutionsPermitted(1))
        let old = try once.reserve(at: noon()).get()
        once.reset()
        let new = try once.reserve(at: noon()).get()

        old.rollBack()

        #expect(!once.decide(at: noon()).isAllowed)
        new.rollBack()
    }

    @Test(arguments: [Double.nan, -.infinity, .infinity, -5, 0])
    func `an invalid lease reserves for no time`(lease: Double) throws {
        let once = scenario(.maxExecutionsPermitted(1))

        let reservation = try once.reserve(at: noon(), lease: lease).get()

        #expect(once.decide(at: noon()).isAllowed)
        reservation.rollBack()
    }

    @Test func `concurrent reservations take exactly what is available`() async {
        let limited = scenario(.all([.maxExecutionsPermitted(60), .group("ads", .maxExecutionsPermitted(50))]))
        let committed = Tally()
        await withTaskGroup { group in
            for thread in 0..<8 {
                group.addTask {
                    for attempt in 0..<40 {
                        guard let reservation = try? limited.reserve(at: noon()).get() else { continue }
                        if (thread + attempt).isMultiple(of: 3) {
                            reservation.rollBack()
                        } else if reservation.commit(at: noon()) {
                            committed.add()
                        }
                    }
                }
            }
        }
        while limited.execute(at: noon()).isAllowed { committed.add() }

        #expect(committed.value == 50)
    }

    @Test func `this process is alive, and one with the same id but another start is not`() {
        let current = ReservationOwner.current
        let former = ReservationOwner(process: current.process, started: current.started - 1)

        #expect([current, former].map(ReservationOwner.isAlive) == [true, false])
    }
}
