import FoundationEssentials
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

/// Counting while another process holds the lock of the store.
@Suite(.tags(.scenarios)) struct ScenarioLockTests {
    private let folder: StoreFolder
    private let other = OtherProcess()
    private let noon = Date(timeIntervalSinceReferenceDate: 783_691_200)
    private let day = 86_400.0

    init() throws {
        folder = try StoreFolder()
    }

    private func scenario(_ store: KeyValueStore, _ rule: ScenarioRule = .all([])) -> Scenario {
        Scenario(id: "ad", rule: rule, store: store, timeZone: .gmt)
    }

    private var record: ScenarioRecord {
        ScenarioRecord(folder.store().value(ScenarioLedger.key(scenario: "ad")))
    }

    /// Makes reservations before the other process takes the lock.
    private func reservations(
        _ count: Int,
        _ store: KeyValueStore,
        _ rule: ScenarioRule = .all([]),
        lease: TimeInterval = 60
    ) throws -> [Reservation] {
        other.letGo()
        defer { other.hold() }
        return try (0..<count).map { _ in try scenario(store, rule).reserve(at: noon, lease: lease).get() }
    }

    @Test func `while the lock is held nothing is executed or reserved, because it could not be counted`() {
        let mine = folder.store(calls: other.calls)

        let executed = scenario(mine, .maxExecutionsPermitted(9)).execute(at: noon)
        let reserved = scenario(mine, .maxExecutionsPermitted(9)).reserve(at: noon)
        other.letGo()
        _ = mine.flush(timeout: .none)

        #expect(executed.reasons.map(\.kind) == [.storage])
        #expect(throws: Decision.self) { try reserved.get() }
        #expect(folder.store().all == [:])
        #expect(scenario(mine, .maxExecutionsPermitted(9)).execute(at: noon).isAllowed)
    }

    @Test func `executions in memory and in other processes all count, on the right day`() throws {
        let mine = folder.store(calls: other.calls)
        let theirs = folder.store()
        _ = scenario(theirs).execute(at: noon)

        for (index, reservation) in try reservations(2, mine).enumerated() {
            reservation.commit(at: noon + day + Double(index + 1))
        }
        for hour in 1...3 { _ = scenario(theirs).execute(at: noon + day + Double(hour)) }
        other.letGo()
        let isWritten = mine.flush(timeout: .none)

        #expect(isWritten)
        #expect(record.executions == 6)
        let today = CalendarPeriod.day.index(of: (noon + day).timeIntervalSinceReferenceDate, in: .gmt)
        let since = (noon + day + 1).timeIntervalSinceReferenceDate
        #expect(record.periods[.day] == ScenarioRecord.Count(index: today, count: 5, since: since))
        #expect(record.lastExecution == (noon + day + 3).timeIntervalSinceReferenceDate)
    }

    @Test func `a reset by another process stays one, but for what it didn't know`() throws {
        let mine = folder.store(calls: other.calls)
        let theirs = folder.store()
        for second in 0..<3 { _ = scenario(theirs).execute(at: noon + Double(second)) }
        for reservation in try reservations(1, mine) { reservation.commit(at: noon + 10) }

        scenario(theirs).reset()
        other.letGo()
        _ = mine.flush(timeout: .none)

        #expect(record.periods[.day]?.count == 1)
    }

    @Test func `an execution counts even if others have reached the limit in the meantime`() throws {
        let mine = folder.store(calls: other.calls)
        let rule = ScenarioRule.maxExecutionsPermitted(1)

        let late = try reservations(1, mine, rule, lease: 0)
        let isTaken = scenario(folder.store(), rule).execute(at: noon + 1).isAllowed
        for reservation in late { reservation.commit(at: noon + 2) }
        other.letGo()
        _ = mine.flush(timeout: .none)

        #expect(isTaken)
        #expect(record.executions == 2)
        #expect(!scenario(mine, rule).decide(at: noon).isAllowed)
    }

    @Test func `a refusal in memory counts nothing later`() {
        let mine = folder.store(calls: other.calls)

        let decision = scenario(mine, .maxExecutionsPermitted(0)).execute(at: noon)
        other.letGo()
        _ = mine.flush(timeout: .none)

        #expect(!decision.isAllowed)
        #expect(folder.store().all == [:])
    }

    @Test func `reservations of several processes coexist`() throws {
        let mine = folder.store(calls: other.calls)
        let theirs = folder.store()
        let owner = ReservationOwner(process: 7, started: 7)
        let stranger = Scenario(
            id: "ad",
            rule: .maxExecutionsPermitted(3),
            store: theirs,
            timeZone: .gmt,
            owner: owner,
            isAlive: { _ in true },
            moments: .clock
        )
        let rule = ScenarioRule.maxExecutionsPermitted(3)
        let here = Scenario(
            id: "ad",
            rule: rule,
            store: mine,
            timeZone: .gmt,
            owner: .current,
            isAlive: { _ in true },
            moments: .clock
        )

        other.letGo()
        let first = try here.reserve(at: noon).get()
        other.hold()
        let second = try stranger.reserve(at: noon).get()
        let open = record.reservations.count
        first.commit(at: noon)
        second.rollBack()
        other.letGo()
        _ = mine.flush(timeout: .none)

        #expect(open == 2)
        #expect(record.reservations.isEmpty)
        #expect(record.executions == 1)
    }

    @Test func `other numbers in a commit add up with those of other processes`() throws {
        folder.store().update { $0["credits"] = ["a": 1.0] }
        let mine = folder.store(calls: other.calls)
        let theirs = folder.store()

        for reservation in try reservations(1, mine) + [scenario(theirs).reserve(at: noon).get()] {
            reservation.commit(at: noon, summing: ["credits"]) { values in
                let credit = values["credits"]?["a"]?.doubleValue ?? 0
                values["credits"] = ["a": .double(credit - 0.25)]
            }
        }
        other.letGo()
        _ = mine.flush(timeout: .none)

        #expect(folder.store().value("credits") == ["a": 0.5])
        #expect(record.executions == 2)
    }

    @Test func `a thousand events in memory all count besides those of others`() {
        let mine = folder.store(calls: other.calls)
        scenario(folder.store()).trigger(at: noon)

        for second in 1...1500 { scenario(mine).trigger(at: noon + Double(second)) }
        scenario(folder.store()).trigger(at: noon + 2000)
        other.letGo()
        _ = mine.flush(timeout: .none)

        #expect(record.events == 1502)
        #expect(record.lastEvent == (noon + 2000).timeIntervalSinceReferenceDate)
    }
}
