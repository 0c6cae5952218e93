import FoundationEssentials
import Testing

@testable import HostRuntime

@Suite struct RecordingTailTests {
    private func steps(_ text: String) throws -> [ScriptStep] {
        try Script(Array(text.utf8), size: Size(width: 80, height: 24)).lines.map(\.step)
    }

    private func shorten(_ text: String, keeping seconds: Int, limit: Int = 10_000) throws -> [ScriptStep] {
        try steps(RecordingTail.shorten(text, keeping: .seconds(seconds), limit: limit))
    }

    private let missing = ScriptStep.unrecorded("what was done before these steps; what they depend on may be missing")

    @Test func `the steps of the last seconds are kept, and the time before them is one wait`() throws {
        let kept = try shorten("wait 5\nkey a\nwait 7.5\nkey b\nwait 3\nkey c\nwait 2\nkey d\n", keeping: 5)

        #expect(
            kept == [
                missing, .wait(.milliseconds(12_500)), .wait(.seconds(3)), .key(KeyEvent(.character("c"))),
                .wait(.seconds(2)), .key(KeyEvent(.character("d"))),
            ]
        )
    }

    @Test func `the last size, lock, focus and calendar of the dropped steps are kept`() throws {
        let text = "resize 90 30\nlock\nwait 1\nunlock\nresize 100 30\nfocus-out\ntime-zone UTC\nwait 9\nkey a\n"

        #expect(
            try shorten(text, keeping: 5) == [
                missing, .wait(.seconds(1)), .unlock, .resize(Size(width: 100, height: 30)), .focusOut,
                .timeZone(try #require(CivilTimeZone(identifier: "UTC"))), .wait(.seconds(9)),
                .key(KeyEvent(.character("a"))),
            ]
        )
    }

    @Test func `a calendar that was set in the dropped steps has gone on since`() throws {
        let text = "date 2026-11-22T10:00:00.500Z\nwait 60\nkey a\nwait 2\nkey b\nwait 9\nkey c\n"

        #expect(
            try shorten(text, keeping: 5).prefix(3) == [
                missing, .wait(.seconds(62)), .date(try #require(Date(stamp: "2026-11-22T10:01:02.500Z"))),
            ]
        )
    }

    @Test func `no more bytes are kept than the limit allows`() throws {
        let text = String(repeating: "key a\n", count: 1000)

        #expect(try shorten(text, keeping: 60, limit: 60).filter { $0 == .key(KeyEvent(.character("a"))) }.count == 10)
    }

    @Test func `the lines of a long text are no steps`() throws {
        let text = "paste \"one \\\nresize 9 9\\\nwait 60\\\nlock\"\nwait 1\nkey b\n"

        #expect(
            try shorten(text, keeping: 60, limit: 10) == [missing, .wait(.seconds(1)), .key(KeyEvent(.character("b")))]
        )
    }

    @Test func `a step of several lines is kept or dropped as a whole`() throws {
        let text = "paste \"one \\\n two\"\nkey b\n"

        #expect(try shorten(text, keeping: 60, limit: 20) == [missing, .wait(.zero), .key(KeyEvent(.character("b")))])
        #expect(try shorten(text, keeping: 60, limit: 100) == [.paste("one  two"), .key(KeyEvent(.character("b")))])
    }

    // MARK: - For somebody else

    private let head = """
        \(Script.recordingMark)shop 1.0
        option --now 2026-01-01T00:00:00Z
        configuration {"weather":{"city":"Fa\\
        ro"}}

        """
    private let typed = ScriptStep.unrecorded(
        "what was typed, which has • in its place: this recording is for reading, not for replaying"
    )

    @Test func `what was typed is hidden, and other keys stay`() throws {
        let text =
            head
            + "wait 1\nkey T\nkey U+0020\nkey enter\nkey ctrl-x\nkey f2\nkey shift-a\npaste \"a\\\nkey b\"\nwait 2\n"

        let hidden = RecordingTail.hidingText(in: text, limit: 1000)

        let expected = [
            "wait 1", "key •", "key •", "key enter", "key ctrl-x", "key f2", "key •", #"paste "•""#, "wait 2",
        ]
        #expect(hidden == head + (try #require(typed.text)) + "\n" + expected.map { $0 + "\n" }.joined())
        #expect(try steps(hidden).contains(.paste("•")))
    }

    @Test func `a long recording keeps its head and its last whole steps, and says what is missing`() throws {
        let text = head + String(repeating: "key a\nwait 1\n", count: 1000)

        let kept = try steps(RecordingTail.hidingText(in: text, limit: 65))

        #expect(
            kept.prefix(5) == [
                .option(["--now", "2026-01-01T00:00:00Z"]), .configuration(["weather": ["city": "Faro"]]), typed,
                missing,
                .wait(.seconds(995)),
            ]
        )
        #expect(kept.count == 5 + 10)
    }

    @Test(arguments: ["", "key", "key \\", "paste \"never ends\\"])
    func `a recording that was cut off hides what it has`(rest: String) throws {
        #expect(try steps(RecordingTail.hidingText(in: head + rest, limit: 100)).contains(typed))
    }
}
