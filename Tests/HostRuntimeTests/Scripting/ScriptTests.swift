import Testing

@testable import HostRuntime

@Suite struct ScriptTests {
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
            wait 2.5   # and one behind a step
            tap 1 2
            tap 1 2 4
            press 3 4
            drag 1 2 3 4
            key ctrl-z
            keys e down shift-tab enter   # all at once
            type a # is typed
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
            time-zone UTC
            quit
            """
        )

        #expect(
            read == [
                .wait(.milliseconds(2500)), .tap(Point(x: 1, y: 2), count: 1), .tap(Point(x: 1, y: 2), count: 4),
                .press(Point(x: 3, y: 4)), .drag(from: Point(x: 1, y: 2), to: Point(x: 3, y: 4)),
                .key(KeyEvent(.character("z"), .control)),
                .keys([
                    KeyEvent(.character("e")), KeyEvent(.down), KeyEvent(.tab, .shift), KeyEvent(.enter),
                ]),
                .type("a # is typed"), .background, .foreground, .lock,
                .unlock, .focusOut, .focusIn, .memoryWarning, .resize(Size(width: 100, height: 30)),
                .post("shop.changed", ["shop": 2, "name": "Harbour", "open": true]),
                .run("session.login", ["phone": "0123", "password": "2"]), .enable("a"), .disable("a"), .show(.windows),
                .explain(Point(x: 99, y: 29)), .snapshot(file: nil), .snapshot(file: "frame.svg"),
                .expect("Welcome # home"), .reject("Error"), .advanceDate(days: -2),
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

    @Test func `a line that is not text is refused`() {
        #expect(throws: ScriptError(line: 2, rule: "is not UTF-8 text")) {
            try Script(Array("wait 1\n".utf8) + [0xFF, 0xFE], size: Size(width: 80, height: 24))
        }
    }

    @Test(arguments: [
        ("wait", "line 1 is incomplete; write 'wait SECONDS'"),
        ("wait soon", "line 1 has 'soon' instead of a number of seconds from 0 to 31536000"),
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
            "line 1 can't show 'me'; write 'show windows|plugins|commands|services|store|decisions|bus'"
        ),
        ("snapshot a.png", "line 1 has a snapshot file 'a.png' that doesn't end in .txt, .ansi or .svg"),
        (
            "time-zone Mars/Base",
            "line 1 has an unknown time zone 'Mars/Base'; write a name such as Europe/Berlin or UTC"
        ),
        ("expect", "line 1 is incomplete; write 'expect TEXT'"),
    ])
    func `a wrong step is answered with the right form`(line: String, expected: String) {
        #expect(problem(line) == expected)
    }
}
