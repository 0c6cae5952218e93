import FoundationEssentials
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite(.tags(.scenarios)) struct ClockSetBackTests {
    @Test func `elapsed time is never negative`() {
        let spaced = scenario(.minSecondsBetweenExecutions(10))
        _ = spaced.execute(at: noon())

        #expect(spaced.decide(at: noon(-1_000)).conditions[0].value == .double(0))
    }

    @Test(arguments: [11.0, 3_600, 365 * day])
    func `a clock set back blocks no longer than the interval`(back: Double) {
        let spaced = scenario(.minSecondsBetweenExecutions(10))

        #expect(spaced.executions(at: [0, -back, -back + 10, -back + 10.5]) == [true, false, false, true])
    }

    @Test func `a clock set back by less than the time between two checks blocks that much longer`() {
        let spaced = scenario(.minSecondsBetweenExecutions(10))

        #expect(spaced.executions(at: [0, -1, 9.5, 10, 10.5]) == [true, false, false, false, true])
    }

    @Test func `a clock set back and then corrected grants nothing extra`() {
        let weekly = scenario(.minSecondsBetweenExecutions(7 * day))

        #expect(weekly.executions(at: [0, -365 * day, 60, 6 * day, 8 * day]) == [true, false, false, false, true])
    }

    @Test func `a clock set back does not grant the day's count again`() {
        let daily = scenario(.maxExecutions(1, per: .day))

        #expect(
            daily.executions(at: [0, -day, -day + 60, 60, 0.6 * day, 0, 0.7 * day, 1.6 * day])
                == [true, false, false, false, true, false, false, true]
        )
    }

    @Test func `a clock that was years ahead does not block the present`() {
        let daily = scenario(.maxExecutions(1, per: .day))
        let years = 73 * 365 * day

        #expect(
            daily.executions(at: [years, 0, 3_600, day, day + 7_200, day + 7_300, 2 * day])
                == [true, false, false, false, true, false, true]
        )
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `an invalid moment does no harm`(seconds: Double) {
        let rule = ScenarioRule.all([.maxExecutions(5, per: .week), .minSecondsSinceLastEvent(1)])
        let limited = scenario(rule)
        let date = Date(timeIntervalSinceReferenceDate: seconds)

        limited.trigger(at: date)
        let decision = limited.execute(at: date)

        #expect(!decision.isAllowed)
        #expect(decision.description.hasPrefix("test: refused"))
    }

    @Test func `a future moment from the caller does not set the clock`() {
        let store = KeyValueStore()
        let read = scenario(.minSecondsSinceLastEvent(5), store: store)
        scenario(.all([]), store: store, moments: .caller).trigger(at: noon(1_000))

        #expect(read.executions(at: [0, 6, 1_004, 1_006]) == [false, false, false, true])
    }

    @Test func `a past moment from the caller does not count as a clock set back`() {
        let store = KeyValueStore()
        let read = scenario(.minSecondsBetweenExecutions(10), store: store)
        let given = scenario(.minSecondsBetweenExecutions(10), store: store, moments: .caller)

        #expect(read.executions(at: [0]) == [true])
        #expect(given.decide(at: noon(-100)).conditions[0].value == .double(0))
        #expect(given.executions(at: [-100]) == [false])
        #expect(read.executions(at: [10, 10.5]) == [false, true])
    }

    /// Real time decides: setting the clock back passes no interval, and a repeated
    /// day is waited for at most once.
    @Test(arguments: seeds(of: 1...20))
    func `setting the clock back never grants extra and blocks for two days at most`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rule = ScenarioRule.all([.minSecondsBetweenExecutions(600), .maxExecutions(3, per: .day)])
        let limited = scenario(rule)
        var real = 0.0
        var behind = 0.0
        var waitingSince = 0.0
        var executed: [Double] = []
        var longestWait = 0.0

        for _ in 0..<400 {
            real += Double.random(in: 0...3_000, using: &random)
            if Int.random(in: 0..<40, using: &random) == 0 {
                behind += Double.random(in: 0...(2 * day), using: &random)
                waitingSince = real
            }
            longestWait = max(longestWait, real - waitingSince)
            guard limited.execute(at: noon(real - behind)).isAllowed else { continue }
            executed.append(real)
            waitingSince = real
        }

        #expect(zip(executed, executed.dropFirst()).allSatisfy { $1 - $0 > 600 })
        // The day before the clock was set back, that day again, and twice the time between two attempts.
        #expect(longestWait <= 2 * 25 * 3_600 + 2 * 3_000)
        #expect(executed.count > 3)
    }

    @Test(arguments: seeds(of: 1...20))
    func `with a clock set back, no 24 hours have more than the counts of two days`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let limited = scenario(.maxExecutions(3, per: .day))
        var real = 0.0
        var behind = 0.0
        var executed: [Double] = []

        for _ in 0..<400 {
            real += Double.random(in: 0...3_000, using: &random)
            if Int.random(in: 0..<10, using: &random) == 0 { behind += Double.random(in: 0...day, using: &random) }
            if limited.execute(at: noon(real - behind)).isAllowed { executed.append(real) }
        }

        // As with a correct clock: three before a midnight and three after it.
        #expect(zip(executed, executed.dropFirst(6)).allSatisfy { $1 - $0 > day })
    }
}
