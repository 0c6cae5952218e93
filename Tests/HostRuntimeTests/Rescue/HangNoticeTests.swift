import TestSupport
import Testing

@testable import HostRuntime

/// Who blocks the main actor for two seconds is named on the screen.
@Suite(.tags(.plugins)) struct HangNoticeTests {
    private func entry(of owner: Owner, source: String = "") -> CallEntry {
        CallEntry(of: owner, .observer, source: source, line: source.isEmpty ? 0 : 12)
    }

    @Test func `the text names the way out, the plugin, the time and the place`() {
        let call = entry(of: .plugin("confetti"), source: "Confetti/Confetti.swift")

        let text = HangNotice.text(about: call, program: "demo", for: .milliseconds(2900))

        let place = "in an observer, Confetti/Confetti.swift:12"
        #expect(text == "ctrl-c ends the program: the plugin 'confetti' has not answered for 2 s (\(place))")
    }

    @Test func `a plugin that gives the main thread too many jobs keeps the program busy`() {
        let call = entry(of: .plugin("confetti"))

        let text = HangNotice.sentence(about: call, program: "demo", isBusy: true, for: .seconds(3))

        #expect(text == "the plugin 'confetti' has kept the program busy for 3 s (in an observer)")
    }

    @Test(arguments: [nil, CallEntry.none])
    func `the text names the program where no plugin is known`(call: CallEntry?) {
        let text = HangNotice.text(about: call, program: "demo", for: .seconds(3))

        #expect(text == "ctrl-c ends the program: demo has not answered for 3 s")
    }

    @Test func `the name of a library's file sends nothing to the terminal`() {
        let call = entry(of: .plugin("a\u{1B}]0;x\u{7}.so"), source: "b\u{9B}")

        let text = HangNotice.text(about: call, program: "demo", for: .seconds(3))

        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test(arguments: ["short", "as long as the screen is wide", "漢字漢字漢字漢字漢字漢字漢字", ""])
    func `a line fills the columns of the screen and no more`(text: String) {
        for columns in 0...24 { #expect(TextWidth.width(of: HangNotice.line(text, columns: columns)) == columns) }
    }

    @Test func `a line that is cut ends with an ellipsis`() {
        #expect(HangNotice.line("ctrl-c ends the program", columns: 12) == " ctrl-c e...")
        #expect(HangNotice.line("ctrl-c", columns: 8) == " ctrl-c ")
    }

    @Test func `a screen of 40 columns shows the way out, whatever the plugin is called`() {
        let id = String(repeating: "long-", count: 10)

        let text = HangNotice.text(about: entry(of: .plugin(id)), program: "demo", for: .seconds(3))

        #expect(text.prefix(40).contains("ctrl-c ends the program"))
    }
}
