import FoundationEssentials
import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.program)) struct ScriptTests {
    private func steps(_ text: String) throws -> [ScriptStep] {
        try Script(Array(text.utf8), size: Size(width: 80, height: 24)).lines.map(\.step)
    }

    private func problem(_ text: String) -> String? {
        do {
            _ = try Script(Array(text.utf8), size: Size(width: 80, height: 24))
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `every step of the language is read`() throws {
        let read = try steps(
            """
            # a comment
            option --set "weather.city=New York"
            configuration {"weather": {"days": 3}}
            stored weather {"seen": [1, 2.5]}
            unrecorded the weather of today
            wait 2.5   # and one behind a step
            tap 1 2
            tap 1 2 4
            press 3 4
            drag 1 2 3 4
            key ctrl-z
            keys e down shift-tab enter   # all at once
            type a # is typed
            paste "a\\nb # is pasted"
            touch began 4096 2
            touch moved 1 2
            touch ended 1 2
            touch cancelled 1 2
            wheel -3 1 2
            type-secret 1
            paste-secret 2
            background
            foreground
            lock
            unlock
            focus-out
            focus-in
            memory-warning
            resize 100 30
            post shop.changed shop=2 name=Harbour open=true
            run session.login phone=0123 password=2
            enable a
            disable a
            show windows
            explain 99 29
            snapshot
            snapshot frame.svg
            expect Welcome # home
            reject Error
            advance-date -2
            date 2026-11-21T09:30:00.250Z
            time-zone UTC
            quit
            """
        )

        #expect(
            read == [
                .option(["--set", "weather.city=New York"]), .configuration(["weather": ["days": 3]]),
                .stored("weather", ["seen": [1, 2.5]]), .unrecorded("the weather of today"),
                .wait(.milliseconds(2500)), .tap(Point(x: 1, y: 2), count: 1), .tap(Point(x: 1, y: 2), count: 4),
                .press(Point(x: 3, y: 4)), .drag(from: Point(x: 1, y: 2), to: Point(x: 3, y: 4)),
                .key(KeyEvent(.character("z"), .control)),
                .keys([
                    KeyEvent(.character("e")), KeyEvent(.down), KeyEvent(.tab, .shift), KeyEvent(.enter),
                ]),
                .type("a # is typed"), .paste("a\nb # is pasted"), .touch(Touch(.began, at: Point(x: 4096, y: 2))),
                .touch(Touch(.moved, at: Point(x: 1, y: 2))), .touch(Touch(.ended, at: Point(x: 1, y: 2))),
                .touch(Touch(.cancelled, at: Point(x: 1, y: 2))), .wheel(rows: -3, Point(x: 1, y: 2)),
                .typeSecret(1), .pasteSecret(2), .background, .foreground, .lock,
                .unlock, .focusOut, .focusIn, .memoryWarning, .resize(Size(width: 100, height: 30)),
                .post("shop.changed", ["shop": 2, "name": "Harbour", "open": true]),
                .run("session.login", ["phone": "0123", "password": "2"]), .enable("a"), .disable("a"), .show(.windows),
                .explain(Point(x: 99, y: 29)), .snapshot(file: nil), .snapshot(file: "frame.svg"),
                .expect("Welcome # home"), .reject("Error"), .advanceDate(days: -2),
                .date(Date(timeIntervalSince1970: 1_795_253_400.25)),
                .timeZone(try #require(CivilTimeZone(identifier: "UTC"))), .quit,
            ]
        )
    }

    @Test func `quotes keep words together`() throws {
        let read = try steps(#"run login password="a b  c" name=\"x\" note="a # b" path="" # comment"#)

        #expect(
            read == [.run("login", ["password": "a b  c", "name": "\"x\"", "note": "a # b", "path": ""])]
        )
        #expect(problem(#"run login password="a b"#) == "line 1 has a quote that does not end")
    }

    @Test func `a quote behind an escaped backslash ends a word, and what follows may be a comment`() throws {
        let read = try steps(#"post note text="C:\\" # a path"# + "\n" + #"post note text="C:\\" b="x #y""#)

        #expect(read == [.post("note", ["text": "C:\\"]), .post("note", ["text": "C:\\", "b": "x #y"])])
        #expect(try steps(#"run login a=\ #"#) == [.run("login", ["a": " #"])])
    }

    @Test func `an unknown step is named with its line and the nearest step`() {
        #expect(problem("wait 1\n\ntpa 1 2") == "line 3 has an unknown step 'tpa'; did you mean 'tap'?")
    }

    @Test func `a cell off the screen is refused before the first step`() {
        #expect(
            problem("tap 80 0")
                == "line 1 has a cell off the screen, (80, 0); the screen is 80x24 here, and its first cell is (0, 0)"
        )
        #expect(problem("resize 10 10\ntap 9 9") == nil)
        #expect(problem("resize 10 10\nexplain 10 9")?.contains("the screen is 10x10 here") == true)
        #expect(problem("tap -1 0") != nil)
    }

    @Test func `a line that is too long is refused with its length`() {
        let line = "type " + String(repeating: "x", count: 4096)

        #expect(problem(line) == "line 1 is 4101 bytes long; a line has at most 4096")
    }

    @Test func `a step whose JSON is long has several lines`() throws {
        let text = "paste \"one \\\ntwo\\\n\"\nquit"

        #expect(try steps(text) == [.paste("one two"), .quit])
        #expect(problem("wait 1\npaste \"one\\") == "line 2 ends in '\\', and no line follows")
    }

    @Test func `a step that prepares the run stands before all others`() throws {
        #expect(
            problem("wait 1\noption --ascii")
                == "line 2 has 'option' behind another step; it prepares the run, so put it first"
        )
        #expect(problem("wait 1\nunrecorded the weather") == nil)
    }

    @Test func `the head ends before the first step that acts`() throws {
        let text = "# a comment\noption --size 5x5\n\nstored a {\\\n}\nwait 1\ntap 90 90"

        #expect(
            try Script.head(of: Array(text.utf8)).map(\.step) == [.option(["--size", "5x5"]), .stored("a", [:])]
        )
    }

    @Test(arguments: [
        "# a comment\r\n\r\noption --size 5x5\r\nstored a {\\\r\n}\r\nwait 1\r\n",
        "\u{FEFF}option --size 5x5\nstored a {}\nwait 1\n",
        "option\t--size 5x5\n\t\n\u{A0}stored\ta {}\nwait 1",
    ])
    func `the ends of lines, blanks and a byte order mark are those of any editor`(text: String) throws {
        let head = [ScriptStep.option(["--size", "5x5"]), .stored("a", [:])]

        #expect(try Script.head(of: Array(text.utf8)).map(\.step) == head)
        #expect(try steps(text) == head + [.wait(.seconds(1))])
    }

    @Test func `a recording that was cut off is read up to its last whole step`() throws {
        let start = "# A session of shop 1.0, recorded at 2026-11-22T10:00:00.000Z.\noption --size 5x5\nwait 1\n"
        let whole = [ScriptStep.option(["--size", "5x5"]), .wait(.seconds(1))]
        let cutOff = [ScriptStep.unrecorded("its end: the last step is cut off")]

        #expect(try steps(start) == whole)
        for end in ["w", "wait 12", "paste \"a", "paste \"a\\\nb", "paste \"a\\\nb\\\n", "key \u{E9}"] {
            #expect(try steps(start + end) == whole + cutOff, "\(end)")
        }
        #expect(throws: ScriptError.self) {
            try Script(Array(start.utf8) + [0xE9, 0x0A], size: Size(width: 80, height: 24))
        }
        #expect(try Script.head(of: Array((start.prefix { $0 != "w" } + "stored a {").utf8)).isEmpty == false)
        // A person's script may lack its last line feed.
        #expect(try steps("wait 12") == [.wait(.seconds(12))])
    }

    @Test func `a session of weeks may have any number of secrets`() throws {
        #expect(try steps("type-secret 123456") == [.typeSecret(123_456)])
    }

    @Test func `a wait is exact to the nanosecond`() throws {
        #expect(try steps("wait 31535999.123456789") == [.wait(.seconds(31_535_999) + .nanoseconds(123_456_789))])
        #expect(try steps("wait 1e1") == [.wait(.seconds(10))])
    }

    @Test func `a line that is not text is refused`() {
        #expect(throws: ScriptError(line: 2, rule: "is not UTF-8 text")) {
            try Script(Array("wait 1\n".utf8) + [0xFF, 0xFE], size: Size(width: 80, height: 24))
        }
    }

    @Test(arguments: [
        ("wait", "line 1 is incomplete; write 'wait SECONDS'"),
        ("wait soon", "line 1 has 'soon' instead of a number of seconds from 0 to 31536000"),
        ("wait 2\0garbage", #"line 1 has '2\0garbage' instead of a number of seconds from 0 to 31536000"#),
        ("wait -1", "line 1 has '-1' instead of a number of seconds from 0 to 31536000"),
        ("wait nan", "line 1 has 'nan' instead of a number of seconds from 0 to 31536000"),
        ("tap 1", "line 1 is incomplete; write 'tap X Y [COUNT]'"),
        ("tap a b", "line 1 has 'a' instead of a whole number; write 'tap X Y [COUNT]'"),
        ("tap 1 2 0", "line 1 has 0 instead of a number from 1 to 100; write 'tap X Y [COUNT]'"),
        ("tap 1 2 3 4", "line 1 has an extra word '4'; write 'tap X Y [COUNT]'"),
        ("key hyper-x", "line 1 has an unknown key 'hyper-x'; keys are enter, escape, tab, up, ctrl-z, f5, a ..."),
        ("keys", "line 1 is incomplete; write 'keys NAME ...'"),
        ("keys a hyper-x", "line 1 has an unknown key 'hyper-x'; keys are enter, escape, tab, up, ctrl-z, f5, a ..."),
        ("resize 0 0", "line 1 has 0 instead of a number from 1 to 4096; write 'resize WIDTH HEIGHT'"),
        ("post", "line 1 is incomplete; write 'post NAME [k=v ...]'"),
        ("run a b", "line 1 has 'b' instead of NAME=VALUE; write 'run COMMAND [k=v ...]'"),
        (
            "show me",
            "line 1 can't show 'me'; write 'show page|windows|plugins|commands|services|store|decisions|bus'"
        ),
        ("snapshot a.png", "line 1 has a snapshot file 'a.png' that doesn't end in .txt or .svg"),
        (
            "time-zone Mars/Base",
            "line 1 has an unknown time zone 'Mars/Base'; write a name such as Europe/Berlin or UTC"
        ),
        ("expect", "line 1 is incomplete; write 'expect TEXT'"),
        (
            "paste a",
            "line 1 has a text that is not JSON at line 1, column 1: 'a' is where a value should be; write 'paste JSON'"
        ),
        ("paste {}", "line 1 has JSON that is not a string; write 'paste JSON'"),
        ("stored a 1", "line 1 has JSON that is not an object; write 'stored NAMESPACE JSON'"),
        ("touch up 1 2", "line 1 has an unknown phase 'up'; write 'touch began|moved|ended|cancelled X Y'"),
        ("date soon", "line 1 has 'soon' instead of a date such as 2026-11-21T09:30:00Z"),
    ])
    func `a wrong step is answered with the right form`(line: String, expected: String) {
        #expect(problem(line) == expected)
    }
}
