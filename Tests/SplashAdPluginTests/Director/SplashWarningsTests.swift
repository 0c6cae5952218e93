import Testing

@testable import SplashAdPlugin

@Suite struct SplashWarningsTests {
    @Test func `equal warnings share a line, and only the first five are listed`() {
        let problems =
            (1...40).map { SplashProblem("creative 'c\($0)'", "'color' is not known") }
            + (1...7).map { SplashProblem("feed", "problem \($0)") } + [SplashProblem("no subject")]

        #expect(
            SplashWarnings(problems).lines == [
                "9 warnings:", "  creative 'c1' and 39 more: 'color' is not known", "  feed: problem 1",
                "  feed: problem 2", "  feed: problem 3", "  feed: problem 4", "  and 4 more, in the log",
            ]
        )
        #expect(SplashWarnings([SplashProblem("no subject")]).lines == ["1 warning:", "  no subject"])
        #expect(SplashWarnings([]).lines == [])
    }

    @Test func `a colon in a problem doesn't make its beginning a subject`() {
        let problems = ["a", "b"].map { SplashProblem("the address 'http://\($0): x' names no host: see 'feed'") }

        #expect(SplashWarnings(problems).lines.dropFirst() == problems.map { "  \($0)" }[...])
    }
}
