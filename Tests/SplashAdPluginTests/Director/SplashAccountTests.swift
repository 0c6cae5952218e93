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

        #expect(account.lines(in: .gmt).prefix(2) == [line, "at launch, 2001-01-01 12:00:00 UTC"])
    }
}
