import FoundationEssentials
import Testing

@testable import HostRuntime

@Suite struct ClockSetBackTests {
    @Test func `elapsed time is never negative`() {
        let spaced = scenario(.minSecondsBetweenExecutions(10))
        _ = spaced.execute(at: noon())

        #expect(spaced.decide(at: noon(-1_000)).conditions[0].value == 0)
    }

    @Test(arguments: [1.0, 3_600, 365 * day])
    func `a clock that is set back blocks no longer than the interval`(back: Double) {
        let spaced = scenario(.minSecondsBetweenExecutions(10))

        #expect(spaced.executions(at: [0, -back, -back + 10, -back + 10.5]) == [true, false, false, true])
    }

    @Test func `a clock that is set back and then right again grants nothing extra`() {
        let weekly = scenario(.minSecondsBetweenExecutions(7 * day))

        #expect(weekly.executions(at: [0, -365 * day, 60, 6 * day, 8 * day]) == [true, false, false, false, true])
    }

    @Test func `a clock that is set back does not give the day's count again`() {
        let daily = scenario(.maxExecutions(1, per: .day))

        #expect(
            daily.executions(at: [0, -day, -day + 60, 60, 0.6 * day, 0, 0.7 * day, 1.6 * day])
                == [true, false, false, false, true, false, false, true]
        )
    }

    @Test func `a clock that was years ahead does not block the days of now`() {
        let daily = scenario(.maxExecutions(1, per: .day))
        let years = 73 * 365 * day

        #expect(
            daily.executions(at: [years, 0, 3_600, day, day + 7_200, day + 7_300, 2 * day])
                == [true, false, false, false, true, false, true]
        )
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `a moment that is no moment does no harm`(seconds: Double) {
        let rule = ScenarioRule.all([.maxExecutions(5, per: .week), .minSecondsSinceLastEvent(1)])
        let limited = scenario(rule)
        let date = Date(timeIntervalSinceReferenceDate: seconds)

        limited.trigger(at: date)
        let decision = limited.execute(at: date)

        #expect(!decision.isAllowed)
        #expect(decision.json.contains("\"allowed\":false"))
    }

    /// Whatever a person does to the clock, real time decides: a limit is never
    /// passed by setting it back, and waiting long enough always helps.
    @Test(arguments: UInt64(1)...20)
    func `setting the clock back never grants extra and never blocks for ever`(seed: UInt64) {
        var random = ScenarioRandom(state: seed)
        let rule = ScenarioRule.all([.minSecondsBetweenExecutions(600), .maxExecutions(3, per: .day)])
        let limited = scenario(rule)
        var real = 0.0
        var behind = 0.0
        var executed: [Double] = []
        var refusedSince = 0.0
        for _ in 0..<400 {
            real += Double.random(in: 0...3_000, using: &random)
            if Int.random(in: 0..<15, using: &random) == 0 {
                behind = Double.random(in: behind...(behind + 2 * day), using: &random)
            }
            if limited.execute(at: noon(real - behind)).isAllowed {
                executed.append(real)
                refusedSince = real
            }
            #expect(real - refusedSince < 3 * day + 3_000)
        }

        #expect(zip(executed, executed.dropFirst()).allSatisfy { $1 - $0 > 600 })
        // Of any four executions the last is not in the same day as the first.
        #expect(executed.count > 10)
    }
}
