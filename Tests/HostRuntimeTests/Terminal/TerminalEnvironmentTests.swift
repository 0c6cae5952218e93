import Testing

@testable import HostRuntime

@Suite struct TerminalEnvironmentTests {
    private func environment(_ variables: [String: String]) -> TerminalEnvironment {
        TerminalEnvironment(variables: variables, inputIsTerminal: true, outputIsTerminal: true)
    }

    @Test(
        arguments: [
            ([:], .ansi16),
            (["TERM": "xterm"], .ansi16),
            (["TERM": "xterm-256color"], .indexed256),
            (["TERM": "xterm-direct"], .trueColor),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
            (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
            (["TERM": "xterm-256color", "COLORTERM": "yes"], .indexed256),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
            (["TERM": "xterm-256color", "NO_COLOR": ""], .indexed256),
        ] as [([String: String], TerminalColorSupport)]
    )
    func `the variables decide the colours`(variables: [String: String], colors: TerminalColorSupport) {
        #expect(environment(variables).support == .usable(colors))
    }

    @Test(arguments: [
        (true, false, "xterm", "standard output is not one"),
        (false, true, "xterm", "standard input is not one"),
        (true, true, "dumb", "this one cannot move its cursor (TERM=dumb)"),
    ])
    func `without a usable terminal the reason names the way out`(
        input: Bool,
        output: Bool,
        term: String,
        cause: String
    ) {
        let environment = TerminalEnvironment(
            variables: ["TERM": term, "NO_COLOR": "1"],
            inputIsTerminal: input,
            outputIsTerminal: output
        )

        #expect(
            environment.support
                == .unusable(
                    reason: """
                        The screen needs a terminal, and \(cause).
                        To run without a screen, give a script: --script FILE, or --script - to read it from standard input.
                        """
                )
        )
    }

    @Test(
        arguments: [
            ([:], Size(width: 80, height: 24)),
            (["COLUMNS": "132", "LINES": "50"], Size(width: 132, height: 50)),
            (["COLUMNS": "0", "LINES": "-3"], Size(width: 80, height: 24)),
            (["COLUMNS": "wide", "LINES": "99999999999999999999"], Size(width: 80, height: 24)),
            (["COLUMNS": "999999"], Size(width: Size.limit, height: 24)),
        ] as [([String: String], Size)]
    )
    func `the fallback size is the environment's or 80 by 24`(variables: [String: String], size: Size) {
        #expect(environment(variables).fallbackSize == size)
    }

    @Test func `terminals that stumble over queries are known`() {
        #expect(!environment(["TERM_PROGRAM": "Apple_Terminal"]).answersModeQueries)
        #expect(!environment(["TERM": "linux"]).answersColorQueries)
        #expect(environment(["TERM": "xterm"]).answersModeQueries && environment(["TERM": "xterm"]).answersColorQueries)
    }

    @Test @MainActor func `the terminal's options follow the environment`() {
        let options = Terminal.Options(environment(["TERM": "linux", "COLUMNS": "100", "LINES": "30"]))

        #expect(options.fallbackSize == Size(width: 100, height: 30))
        #expect(options.queries == TerminalCapabilities.queries(modes: true, colors: false))
    }
}
