import FoundationEssentials
import Testing

@testable import HostRuntime

/// Counting while another process holds the lock of the store.
@Suite struct ScenarioLockTests {
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

    @Test func `executions in memory and in other processes all count, on the right day`() {
        let mine = folder.store(calls: other.calls)
        let theirs = folder.store()
        _ = scenario(theirs).execute(at: noon)

        for hour in 1...2 { _ = scenario(mine).execute(at: noon + day + Double(hour)) }
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

    @Test func `a reset by another process stays one, but for what it didn't know`() {
        let mine = folder.store(calls: other.calls)
        let theirs = folder.store()
        for second in 0..<3 { _ = scenario(theirs).execute(at: noon + Double(second)) }
        _ = scenario(mine).execute(at: noon + 10)

        scenario(theirs).reset()
        other.letGo()
        _ = mine.flush(timeout: .none)

        #expect(record.periods[.day]?.count == 1)
    }

    @Test func `an execution counts even if others have reached the limit in the meantime`() {
        let mine = folder.store(calls: other.calls)
        let rule = ScenarioRule.maxExecutionsPermitted(1)

        let decisions = [scenario(mine, rule).execute(at: noon), scenario(folder.store(), rule).execute(at: noon)]
        other.letGo()
        _ = mine.flush(timeout: .none)

        #expect(decisions.map(\.isAllowed) == [true, true])
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
            storage: theirs,
            timeZone: .gmt,
            owner: owner,
            isAlive: { _ in true }
        )
        let rule = ScenarioRule.maxExecutionsPermitted(3)
        let here = Scenario(
            id: "ad",
            rule: rule,
            storage: mine,
            timeZone: .gmt,
            owner: .current,
            isAlive: { _ in true }
        )

        let first = try here.reserve(at: noon).get()
        let second = try stranger.reserve(at: noon).get()
        other.letGo()
        _ = mine.flush(timeout: .none)
        let open = record.reservations.count
        first.commit(at: noon)
        second.rollBack()

        #expect(open == 2)
        #expect(record.reservations.isEmpty)
        #expect(record.executions == 1)
    }

    @Test func `other numbers in a commit add up with those of other processes`() throws {
        folder.store().update { $0["credits"] = ["a": 1.0] }
        let mine = folder.store(calls: other.calls)
        func spend(_ store: KeyValueStore) throws {
            try scenario(store).reserve(at: noon).get().commit(at: noon, summing: ["credits"]) { values in
                let credit = values["credits"]?["a"]?.doubleValue ?? 0
                values["credits"] = ["a": .double(credit - 0.25)]
            }
        }

        try spend(mine)
        try spend(folder.store())
        other.letGo()
        _ = mine.flush(timeout: .none)

        #expect(folder.store().value("credits") == ["a": 0.5])
        #expect(record.executions == 2)
    }

    @Test func `a thousand executions in memory all count besides those of others`() {
        let mine = folder.store(calls: other.calls)
        _ = scenario(folder.store()).execute(at: noon)

        for second in 1...1500 { _ = scenario(mine).execute(at: noon + Double(second)) }
        _ = scenario(folder.store()).execute(at: noon + 2000)
        other.letGo()
        _ = mine.flush(timeout: .none)

        #expect(record.executions == 1502)
        #expect(record.lastExecution == (noon + 2000).timeIntervalSinceReferenceDate)
    }
}
