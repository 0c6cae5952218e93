import FoundationEssentials
import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

@Suite(.tags(.advertisements)) struct FetchBudgetTests {
    @Test func `bytes fetched on a day count until the next day, also in another run`() {
        let day = Date(timeIntervalSinceReferenceDate: 86_400 * 9000)
        var bytes = DailyBytes(nil, at: day)
        bytes.add(70)
        bytes.add(-5)

        #expect(DailyBytes(bytes.stored, at: day + 86_399).spent == 70)
        #expect(DailyBytes(bytes.stored, at: day + 86_400).spent == 0)
    }

    @Test func `bytes are stored under their day, so that the counts of two processes add up`() {
        var bytes = DailyBytes(["8999": 500, "9000": 30], at: Date(timeIntervalSinceReferenceDate: 86_400 * 9000))

        bytes.add(40)

        #expect(bytes.stored == ["9000": 70])
    }

    @Test func `a clock that is set back by a day grants nothing, and one that was far ahead blocks nothing`() {
        let day = Date(timeIntervalSinceReferenceDate: 86_400 * 9000)
        var bytes = DailyBytes(nil, at: day)
        bytes.add(70)

        #expect(DailyBytes(bytes.stored, at: day - 1).spent == 70)
        #expect(DailyBytes(bytes.stored, at: day - 86_400 * 30).spent == 0)
    }

    @Test(
        arguments: [
            (.null, 0), ("x", 0), (["9000": "x"], 0), (["9000": -5], 0), (["9001": .int(.min)], 0),
            (["9000": .int(.max)], 1 << 50),
        ] as [(PlainValue, Int)]
    )
    func `an invalid stored value counts for nothing, and a number of bytes is bounded`(value: PlainValue, spent: Int) {
        var bytes = DailyBytes(value, at: Date(timeIntervalSinceReferenceDate: 86_400 * 9000))
        #expect(bytes.spent == spent)

        bytes.add(.max)

        #expect(bytes.spent == 1 << 50)
    }
}
