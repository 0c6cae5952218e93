import FoundationEssentials
import Testing

@testable import HostRuntime

@Suite struct ScriptStepTextTests {
    private func readBack(_ step: ScriptStep) throws -> [ScriptStep] {
        let text = try #require(step.text)
        return try Script(Array(text.utf8), size: Size(width: 80, height: 24)).lines.map(\.step)
    }

    @Test(
        arguments: [
            .wait(.milliseconds(1500)), .wait(.nanoseconds(1)), .wait(.seconds(3)), .paste("a\n\t\u{1B}\"\\é\u{202E}"),
            .touch(Touch(.moved, at: Point(x: 200, y: 3))), .wheel(rows: -3, Point(x: 1, y: 2)),
            .typeSecret(2), .pasteSecret(1), .background, .foreground, .lock, .unlock, .focusIn, .focusOut,
            .memoryWarning, .resize(Size(width: 90, height: 30)), .date(Date(timeIntervalSince1970: 1_795_253_400.123)),
            .quit, .option(["--set", "a.b=c \"d\" \\ #e"]), .option(["--set", "a.b="]),
            .configuration(["a": ["b": 1.5]]), .stored("shop.kept", ["k v": "x\ny"]),
            .unrecorded("the cached files of 'a'"),
        ] as [ScriptStep]
    )
    func `the text of a step is read back as the step`(step: ScriptStep) throws {
        #expect(try readBack(step) == [step])
    }

    @Test(arguments: [
        "a", "A", "é", "漢", "#", "\"", "\\", " ", "-", "\u{301}", "\u{200D}", "\u{A0}", "\u{202E}", "👍", "\u{1F1E9}",
    ])
    func `every character that a key types is read back, with and without modifiers`(character: Character) throws {
        for modifiers in [[], .shift, [.control, .alt]] as [KeyEvent.Modifiers] {
            let step = ScriptStep.key(KeyEvent(.character(character), modifiers))

            #expect(try readBack(step) == [step])
        }
    }

    @Test func `every line of a long step has a length that scripts may have`() throws {
        // U+0D4E joins a character behind it, such as the backslash at the end of a line.
        let step = ScriptStep.paste(String(repeating: "line \"1\"\n\u{202E}é👍 \\\u{0D4E}", count: 3000))

        let text = try #require(step.text)

        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= Script.lineLimit })
        #expect(try readBack(step) == [step])
    }

    @Test func `what is missing in a recording fits on a line`() throws {
        let step = ScriptStep.unrecorded(String(repeating: "\u{1B}a", count: 3000))

        guard case .unrecorded(let what)? = try readBack(step).first else { return #expect(Bool(false)) }
        #expect(what.hasSuffix("bytes more)"))
    }

    @Test func `a text cannot hide in a recording`() throws {
        #expect(ScriptStep.paste("\u{1B}[2J\u{202E}").text == #"paste "\u001b[2J\u202e""#)
        #expect(ScriptStep.key(KeyEvent(.character("\u{202E}"))).text == "key u+202e")
    }
}
