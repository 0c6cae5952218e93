import FoundationEssentials
import HostRuntime
import Testing

@testable import SplashAdPlugin

@Suite struct SplashAccountTests {
    private let noon = Date(timeIntervalSinceReferenceDate: 43_200)

    @Test(
        arguments: [
            (.waiting, "waiting for an advertisement"),
            (.nothing("there is none"), "no advertisement: there is none"),
            (.shown("a"), "shown: 'a', still on the screen"),
            (.ended("a", .finished, visible: .milliseconds(5040)), "shown: 'a' for 5.0 s, then finished"),
        ] as [(SplashAccount.Result, String)]
    )
    func `the first line is the outcome, the second the occasion with its time`(
        result: SplashAccount.Result,
        line: String
    ) {
        let account = SplashAccount(occasion: .launch(leftAt: nil, at: noon), result: result)

        #expect(account.lines.prefix(2) == [line, "at launch, 2001-01-01 12:00:00 UTC"])
    }

    @Test func `each occasion has its name`() {
        let period = BackgroundPeriod(start: .zero, end: .seconds(9), cause: .screenLocked)
        let left = BackgroundPeriod(start: .zero, end: .seconds(9), cause: .userLeft)

        let occasions: [SplashOccasion] = [
            .launch(leftAt: noon, at: noon), .comeBack(left, at: noon), .comeBack(period, at: noon), .offer(at: noon),
            .byHand(at: noon),
        ]

        #expect(
            occasions.map(\.description) == ["at launch", "on a return", "after a lock", "on request", "by hand"]
        )
    }

    @Test func `equal warnings share a line, and only the first five are listed`() {
        let problems =
            (1...40).map { "creative 'c\($0)': 'colour' is not known" } + (1...7).map { "feed: problem \($0)" }
            + ["no subject"]

        #expect(
            SplashWarnings(problems).lines == [
                "9 warnings:", "  creative 'c1' and 39 more: 'colour' is not known", "  feed: problem 1",
                "  feed: problem 2", "  feed: problem 3", "  feed: problem 4", "  and 4 more, in the log",
            ]
        )
        #expect(SplashWarnings(["no subject"]).lines == ["1 warning:", "  no subject"])
        #expect(SplashWarnings([]).lines == [])
    }
}
