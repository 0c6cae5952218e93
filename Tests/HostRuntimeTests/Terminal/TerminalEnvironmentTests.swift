import TestSupport
import Testing

@testable import HostRuntime

/// What a terminal can show: its colors, `NO_COLOR`, the locale; `TERM=dumb` is refused like no terminal.
@Suite(.tags(.terminal)) struct TerminalEnvironmentTests {
    private func environment(_ variables: [String: String]) -> TerminalEnvironment {
        TerminalEnvironment(variables: variables, inputIsTerminal: true, outputIsTerminal: true)
    }

    @Test(
        arguments: [
            ([:], .monochrome),
            (["TERM": ""], .monochrome),
            (["TERM": "vt100"], .monochrome),
            (["TERM": "vt220-w"], .monochrome),
            (["TERM": "xterm-mono"], .monochrome),
            (["TERM": "linux-m"], .monochrome),
            (["TERM": "xterm"], .ansi16),
            (["TERM": "linux"], .ansi16),
            (["TERM": "screen"], .ansi16),
            (["TERM": "tmux-256color", "TERM_PROGRAM": "iTerm.app"], .indexed256),
            (["TERM": "xterm-kitty"], .trueColor),
            (["TERM": "foot"], .trueColor),
            (["TERM": "foot-extra"], .trueColor),
            (["TERM": "alacritty"], .trueColor),
            (["TERM": "wezterm"], .trueColor),
            (["TERM": "ghostty"], .trueColor),
            (["TERM": "xterm-ghostty"], .trueColor),
            (["TERM": "contour"], .trueColor),
            (["TERM": "konsole-direct"], .trueColor),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .trueColor),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .indexed256),
            (["TERM": "xterm-kitty", "NO_COLOR": "1"], .monochrome),
            (["TERM": "vt100", "COLORTERM": "truecolor"], .trueColor),
            (["TERM": "xterm-256color"], .indexed256),
            (["TERM": "xterm-direct"], .trueColor),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
            (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
            (["TERM": "xterm-256color", "COLORTERM": "yes"], .indexed256),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .monochrome),
            (["TERM": "xterm-256color", "NO_COLOR": ""], .indexed256),
        ] as [([String: String], ColorDepth)]
    )
    func `the variables decide the colors`(variables: [String: String], colors: ColorDepth) {
        #expect(environment(variables).support == .usable(colors))
    }

    @Test(arguments: [
        (true, false, "xterm", "standard output is not one"),
        (false, true, "xterm", "standard input is not one"),
        (true, true, "dumb", "this one cannot move its cursor (TERM=dumb)"),
    ])
    func `the reason for an unusable terminal says what to do`(
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
                        To use the program in lines, without a screen, add --plain. To run a script: --script FILE, or --script - for
                        standard input.
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
    func `the fallback size is the environment's, or else 80 by 24`(variables: [String: String], size: Size) {
        #expect(environment(variables).fallbackSize == size)
    }

    @Test(
        arguments: [
            ([:], true),
            (["LANG": "C"], false),
            (["LANG": "POSIX"], false),
            (["LANG": "C.UTF-8"], true),
            (["LANG": "de_DE.utf8@euro"], true),
            (["LANG": "de_DE.ISO-8859-1"], false),
            (["LANG": "de_DE.ISO-8859-15@euro"], false),
            (["LANG": "fr_FR.iso885915"], false),
            (["LANG": "ru_RU.KOI8-R"], false),
            (["LANG": "de_DE"], true),
            (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false),
            (["LANG": "en_US.UTF-8", "LC_CTYPE": "C"], false),
            (["LANG": "C", "LC_CTYPE": "en_US.UTF-8"], true),
            (["LANG": "C", "LC_CTYPE": "C", "LC_ALL": "C.UTF-8"], true),
            (["LANG": "C", "LC_ALL": ""], false),
            (["LANG": "C", "TERM": "xterm-kitty"], true),
        ] as [([String: String], Bool)]
    )
    func `the locale decides whether there is Unicode`(variables: [String: String], hasUnicode: Bool) {
        #expect(environment(variables).hasUnicode == hasUnicode)
    }

    @Test func `terminals that misread queries are known`() {
        #expect(!environment(["TERM_PROGRAM": "Apple_Terminal"]).answersModeQueries)
        #expect(environment(["TERM": "xterm"]).answersModeQueries)
    }

    @Test(arguments: [
        (["STY": "4242.pts-0.host", "TERM": "screen"], false),
        (["STY": "4242.pts-0.host", "TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0"], false),
        (["TERM": "screen.xterm-256color"], false),
        (["TERM": "screen-256color", "TMUX": "/tmp/tmux-0/default,1,0"], true),
        (["TERM": "xterm", "STY": ""], true),
    ])
    func `GNU screen reports no mouse, because it would keep escapes`(variables: [String: String], reports: Bool) {
        #expect(environment(variables).reportsMouse == reports)
    }

    @Test(arguments: [("xterm", true), ("linux", true), ("screen-256color", true), ("vt100", false), ("", false)])
    func `an old terminal, which would print a title on the screen, gets none`(term: String, hasTitle: Bool) {
        #expect(environment(["TERM": term]).hasTitle == hasTitle)
    }

    @Test @MainActor func `the terminal's options follow the environment`() {
        let options = Terminal.Options(
            environment(["TERM_PROGRAM": "Apple_Terminal", "COLUMNS": "100", "LINES": "30", "STY": "1.x"])
        )

        #expect(options.fallbackSize == Size(width: 100, height: 30))
        #expect(options.queries == TerminalCapabilities.queries(modes: false))
        #expect(!options.modes.mouse)
    }
}
