import FoundationEssentials
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite(.tags(.scenarios)) struct ScenarioRuleTests {
    @Test(arguments: [
        (ScenarioRule.all([]), true), (.any([]), false), (.not(.any([])), true),
        (.all([.minEventsRequired(0), .minEventsRequired(1)]), false),
        (.any([.minEventsRequired(0), .minEventsRequired(1)]), true),
        (.not(.minEventsRequired(1)), true),
        (.fact(.isDark), true), (.fact(.isBright), false), (.fact(.isWet), false),
        (.not(.fact(.isWet)), true),
    ])
    func `rules combine with all, any and not`(rule: ScenarioRule, isAllowed: Bool) {
        let decision = scenario(rule).decide(at: noon(), facts: [.isDark: true, .isBright: false])

        #expect(decision.isAllowed == isAllowed)
    }

    @Test func `every part is evaluated, even after one that is not met`() {
        let rule = ScenarioRule.all([.maxExecutionsPermitted(0), .any([.all([]), .fact(.isDark)])])

        let decision = scenario(rule).decide(at: noon(), facts: [.isDark: true])

        #expect(decision.conditions.map(\.isMet) == [false, true])
        #expect(decision.conditions[1].parts.map(\.isMet) == [true, true])
    }

    @Test func `a cool-down is shared by all scenarios of the group`() {
        let store = KeyValueStore()
        let first = scenario(.group("ads", coolDown: 10), id: "first", store: store)
        let second = scenario(.all([.group("ads", coolDown: 20)]), id: "second", store: store)
        let stranger = scenario(.group("tips", coolDown: 10), id: "third", store: store)

        _ = first.execute(at: noon())

        #expect([10, 11].map { first.decide(at: noon($0)).isAllowed } == [false, true])
        #expect([20, 21].map { second.decide(at: noon($0)).isAllowed } == [false, true])
        #expect(stranger.decide(at: noon(1)).isAllowed)
    }

    @Test func `a group counts the executions and events of all its scenarios`() {
        let store = KeyValueStore()
        let rule = ScenarioRule.group("ads", .all([.maxExecutions(2, per: .day), .minEventsRequired(2)]))
        let scenarios = ["a", "b", "c"].map { scenario(rule, id: $0, store: store) }

        for one in scenarios { one.trigger(at: noon()) }

        #expect(scenarios.map { $0.execute(at: noon()).isAllowed } == [true, true, false])
    }

    @Test(arguments: [
        // Noon of Saturday the first: the day ends after 12 hours, the week after 36, the month after 29.5 days.
        (CalendarPeriod.day, [0, 43_199, 43_200], [true, false, true]),
        (.week, [0, 129_599, 129_600], [true, false, true]),
        (.month, [0, 29.5 * day - 1, 29.5 * day], [true, false, true]),
    ])
    func `a calendar period grants its executions once`(period: CalendarPeriod, at: [Double], executed: [Bool]) {
        #expect(scenario(.maxExecutions(1, per: period)).executions(at: at) == executed)
    }

    // MARK: - Mistakes of other libraries

    @Test func `a check that the interval refuses does not spend the day's count`() {
        let rule = ScenarioRule.all([.maxExecutions(2, per: .day), .minSecondsBetweenExecutions(10)])

        #expect(
            scenario(rule).executions(at: [0, 1, 2, 3, 4, 11, 30]) == [true, false, false, false, false, true, false]
        )
    }

    @Test func `the first of the day counts`() {
        #expect(scenario(.maxExecutions(2, per: .day)).executions(at: [0, 1, 2]) == [true, true, false])
    }

    @Test func `a refused check does not restart the interval`() {
        let rule = ScenarioRule.minSecondsBetweenExecutions(10)

        #expect(scenario(rule).executions(at: [0, 4, 8, 10.5]) == [true, false, false, true])
    }

    @Test func `past days leave nothing behind`() {
        let store = KeyValueStore()
        let daily = scenario(.maxExecutions(1, per: .day), store: store)
        _ = daily.executions(at: [0])
        let size = store.all.description.count

        _ = daily.executions(at: (1...400).map { Double($0) * day })

        #expect(store.all.count == 1)
        #expect(store.all.description.count < size + 10)
    }

    @Test(arguments: [("Asia/Tokyo", [true, true, false]), ("America/New_York", [true, false, true])])
    func `the day is that of the given time zone`(identifier: String, executed: [Bool]) {
        // Noon in GMT is 21:00 in Tokyo and 08:00 in New York; then 4 and 17 hours later.
        let daily = scenario(.maxExecutions(1, per: .day), timeZone: zone(identifier))

        #expect(daily.executions(at: [0, 4 * 3_600, 17 * 3_600]) == executed)
    }

    @Test(arguments: [0.0, 1e-3, 0.25, 1_234.567, -7e8, 7e8])
    func `a second before midnight is the day before, to the second`(shift: Double) {
        let midnight = (noon(shift).timeIntervalSinceReferenceDate / day).rounded(.down) * day
        let before = Date(timeIntervalSinceReferenceDate: midnight - 1)
        let daily = scenario(.maxExecutions(1, per: .day))

        let executed = [before, before + 0.9, before + 1, before + 2].map { daily.execute(at: $0).isAllowed }

        #expect(executed == [true, false, true, false])
    }

    // MARK: - Daylight saving and journeys

    @Test func `a day of 25 hours is one day`() {
        // Clocks went back in Berlin on the 26th of October 2025, whose midnight was 22:00 GMT the day before.
        let midnight = noon(-7 * day + 10 * 3_600)
        let daily = scenario(.maxExecutions(1, per: .day), timeZone: zone("Europe/Berlin"))

        let executed = [-1, 0, 24 * 3_600 + 3_599, 25 * 3_600].map { daily.execute(at: midnight + $0).isAllowed }

        #expect(executed == [true, true, false, true])
    }

    @Test func `a day of 23 hours is one day`() {
        // Clocks went forward in Berlin on the 30th of March 2025, whose midnight was 23:00 GMT the day before.
        let midnight = noon(-217 * day + 11 * 3_600)
        let daily = scenario(.maxExecutions(1, per: .day), timeZone: zone("Europe/Berlin"))

        let executed = [-1, 0, 22 * 3_600 + 3_599, 23 * 3_600].map { daily.execute(at: midnight + $0).isAllowed }

        #expect(executed == [true, true, false, true])
    }

    @Test func `a journey west does not give a day twice`() {
        let store = KeyValueStore()
        let rule = ScenarioRule.maxExecutions(1, per: .day)
        func at(_ identifier: String, _ seconds: Double) -> Bool {
            scenario(rule, store: store, timeZone: zone(identifier)).execute(at: noon(seconds)).isAllowed
        }

        // 01:00 of the second in Tokyo, 06:00 of the first and midnight of the second and third in Honolulu.
        #expect(at("Asia/Tokyo", 4 * 3_600))
        #expect([5, 22, 45, 46].map { at("Pacific/Honolulu", $0 * 3_600) } == [false, false, false, true])
    }

    @Test func `a journey east begins the new day`() {
        let store = KeyValueStore()
        let rule = ScenarioRule.maxExecutions(1, per: .day)
        func at(_ identifier: String, _ seconds: Double) -> Bool {
            scenario(rule, store: store, timeZone: zone(identifier)).execute(at: noon(seconds)).isAllowed
        }

        #expect(
            [at("America/New_York", 0), at("Asia/Tokyo", 4 * 3_600), at("America/New_York", 5 * 3_600)] == [
                true, true, false,
            ]
        )
    }
}
