import FoundationEssentials
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

/// The rules of WaitForIt's own tests.
///
/// Instead of sleeping for a second, these pass a moment a little more than a second
/// later. Each test has its own scenario type, since tests run in parallel.
@Suite(.tags(.scenarios)) struct WaitForItTests {
    // MARK: - Events

    private enum MinEvents: ScenarioProtocol {
        static func config() { minEventsRequired = 2 }
    }

    @Test func `too few events prevent execution`() {
        let results = attempts(of: MinEvents.self, afterEvents: 2)

        #expect(results == [false, false, true])
    }

    private enum MaxEvents: ScenarioProtocol {
        static func config() { maxEventsPermitted = 2 }
    }

    @Test func `too many events end execution`() {
        let results = attempts(of: MaxEvents.self, afterEvents: 3)

        #expect(results == [true, true, true, false])
    }

    private enum MinMaxEvents: ScenarioProtocol {
        static func config() {
            minEventsRequired = 2
            maxEventsPermitted = 3
        }
    }

    /// WaitForIt's test of this name never runs, and expects a strict upper limit, unlike its code.
    @Test func `it executes between both limits, inclusive`() {
        let results = attempts(of: MinMaxEvents.self, afterEvents: 4)

        #expect(results == [false, false, true, true, false])
    }

    private enum Unconditional: ScenarioProtocol {
        static func config() {}
    }

    @Test func `without conditions it always executes`() {
        let results = attempts(of: Unconditional.self, afterEvents: 1)

        #expect(results == [true, true])
    }

    // MARK: - Executions

    private enum Once: ScenarioProtocol {
        static func config() { maxExecutionsPermitted = 1 }
    }

    @Test func `it executes once`() {
        let results = (0..<2).map { _ in attempt(Once.self) }

        #expect(results == [true, false])
    }

    private enum ThreeTimes: ScenarioProtocol {
        static func config() { maxExecutionsPermitted = 3 }
    }

    @Test func `it executes three times`() {
        let results = (0..<4).map { _ in attempt(ThreeTimes.self) }

        #expect(results == [true, true, true, false])
    }

    private enum EverySecond: ScenarioProtocol {
        static func config() { minSecondsBetweenExecutions = 1 }
    }

    @Test func `it executes again when a second has passed`() {
        let start = Date()

        let results = [0, 0.1, 1.2, 1.3].map { attempt(EverySecond.self, at: start + $0) }

        #expect(results == [true, false, true, false])
    }

    private enum Spaced: ScenarioProtocol {
        static func config() { minSecondsBetweenExecutions = 1000 }
    }

    @Test func `moments before and after the present keep their distance like the present`() {
        let now = Date()

        let results = [-2000, -1500, 1500].map { attempt(Spaced.self, at: now + $0) }

        #expect(results == [true, false, true])
    }

    // MARK: - Dates of events

    private enum SecondSinceFirst: ScenarioProtocol {
        static func config() { minSecondsSinceFirstEvent = 1 }
    }

    @Test func `a second after the first event it executes`() {
        let start = Date()
        SecondSinceFirst.triggerEvent(timeNow: start)

        #expect(attempt(SecondSinceFirst.self, at: start + 1.1))
    }

    private enum LongSinceFirst: ScenarioProtocol {
        static func config() { minSecondsSinceFirstEvent = 1500 }
    }

    @Test func `a past moment is not later than the first event in the present`() {
        let past = Date() - 2000
        LongSinceFirst.triggerEvent(timeNow: past)

        let results = [attempt(LongSinceFirst.self), attempt(LongSinceFirst.self, at: past)]

        #expect(results == [true, false])
    }

    private enum SecondSinceLast: ScenarioProtocol {
        static func config() { minSecondsSinceLastEvent = 1 }
    }

    @Test func `a second after the last event it executes`() {
        let start = Date()
        SecondSinceLast.triggerEvent(timeNow: start)

        #expect(attempt(SecondSinceLast.self, at: start + 1.1))
    }

    private enum LongSinceLast: ScenarioProtocol {
        static func config() { minSecondsSinceLastEvent = 500 }
    }

    @Test func `a past moment is not later than the last event in the present`() {
        let past = Date() - 2000
        LongSinceLast.triggerEvent(timeNow: past)

        let results = [attempt(LongSinceLast.self), attempt(LongSinceLast.self, at: past)]

        #expect(results == [true, false])
    }

    // MARK: - Together

    private enum OnceAfterTwo: ScenarioProtocol {
        static func config() {
            maxExecutionsPermitted = 1
            minEventsRequired = 2
        }
    }

    @Test func `conditions on events and on executions combine`() {
        let before = attempt(OnceAfterTwo.self)
        OnceAfterTwo.triggerEvent()
        OnceAfterTwo.triggerEvent()

        let results = [before, attempt(OnceAfterTwo.self), attempt(OnceAfterTwo.self)]

        #expect(results == [false, true, false])
    }

    private enum SpacedUntilEvent: ScenarioProtocol {
        static func config() {
            minSecondsBetweenExecutions = 1
            maxEventsPermitted = 0
        }
    }

    @Test func `an event over the limit ends execution, however much time has passed`() {
        let start = Date()
        var results = [0, 0.1].map { attempt(SpacedUntilEvent.self, at: start + $0) }
        SpacedUntilEvent.triggerEvent(timeNow: start + 1.2)

        results.append(attempt(SpacedUntilEvent.self, at: start + 1.2))

        #expect(results == [true, false, false])
    }

    private enum Willing: ScenarioProtocol {
        static func config() { customConditions = { true } }
    }

    @Test func `a custom condition that is met allows execution`() {
        #expect(attempt(Willing.self))
    }

    private enum Unwilling: ScenarioProtocol {
        static func config() { customConditions = { false } }
    }

    @Test func `a custom condition that is not met prevents execution`() {
        #expect(!attempt(Unwilling.self))
    }

    // MARK: -

    private func attempt(_ scenario: any ScenarioProtocol.Type, at moment: Date? = nil) -> Bool {
        var results: [Bool] = []
        if let moment {
            scenario.tryToExecute(timeNow: moment) { results.append($0) }
        } else {
            scenario.tryToExecute { results.append($0) }
        }
        return results == [true]
    }

    /// Returns the attempts before any event and after each of several.
    private func attempts(of scenario: any ScenarioProtocol.Type, afterEvents events: Int) -> [Bool] {
        [attempt(scenario)]
            + (0..<events).map { _ in
                scenario.triggerEvent()
                return attempt(scenario)
            }
    }
}
