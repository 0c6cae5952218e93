import Testing

@testable import HostRuntime

/// The terminal comes back: every mode that is set is reset.
@Suite struct TerminalModesTests {
    static let all = [
        TerminalModes(mouse: true), TerminalModes(mouse: false), TerminalModes(mouse: true, title: false),
    ]

    /// Returns the private modes that differ from a terminal's defaults after some bytes, and the kitty stack's depth.
    private func state(after bytes: [UInt8]) -> (modes: Set<Int>, pushed: Int, titles: Int) {
        var modes: Set<Int> = []
        var (pushed, titles) = (0, 0)
        for sequence in String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}[") {
            if sequence.hasPrefix("?"), let mode = Int(sequence.dropFirst().dropLast()) {
                let isOnAtStart = mode == 25 || mode == 7
                if (sequence.last == "h") != isOnAtStart { modes.insert(mode) } else { modes.remove(mode) }
            }
            if sequence == ">5u" { pushed += 1 }
            if sequence == "<u" { pushed -= 1 }
            if sequence == "22;2t" { titles += 1 }
            if sequence == "23;2t" { titles -= 1 }
        }
        return (modes, pushed, titles)
    }

    @Test(arguments: all)
    func `every mode that is set on entering is reset on leaving`(modes: TerminalModes) {
        let entered = state(after: modes.enter)
        let left = state(after: modes.enter + modes.leave)

        #expect(!entered.modes.isEmpty)
        #expect(left.modes == [])
        #expect(left.pushed == 0)
        #expect(entered.titles == (modes.title ? 1 : 0))
        #expect(left.titles == 0)
    }

    @Test(arguments: all)
    func `entering again after SIGSTOP keeps one entry on the stacks of keyboard and title`(modes: TerminalModes) {
        #expect(state(after: modes.enter + modes.reenter).pushed == 1)
        #expect(state(after: modes.enter + modes.reenter).titles == (modes.title ? 1 : 0))
    }

    @Test(arguments: all)
    func `taking the keyboard again after a hang leaves the keyboard stack as it is`(modes: TerminalModes) {
        #expect(state(after: modes.enter + modes.retake).pushed == 1)
    }

    @Test func `everything is set in the order that terminals need`() {
        #expect(
            String(decoding: TerminalModes().enter, as: UTF8.self)
                == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?1004h\u{1B}[?2004h"
                + "\u{1B}[>5u\u{1B}[22;2t"
        )
        #expect(
            String(decoding: TerminalModes().leave, as: UTF8.self)
                == "\u{1B}[?2004l\u{1B}[<u\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2026l"
                + "\u{1B}[0m\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l\u{1B}[23;2t"
        )
    }

    @Test(arguments: [
        ("Home - demo-host", false, "Home - demo-host"),
        ("two\nlines\u{7}\u{1B}[2J\u{9C}", false, #"two\nlines\u{07}\u{1B}[2J\u{009C}"#),
        ("茶 - shop", false, "茶 - shop"), ("茶 - shop", true, "? - shop"),
        (String(repeating: "a", count: 999), false, String(repeating: "a", count: 200)),
    ])
    func `a title is one line without control characters, and not too long`(
        text: String,
        isASCII: Bool,
        shown: String
    ) {
        let bytes = TerminalModes().setting(title: text, isASCII: isASCII)

        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}]2;\(shown)\u{7}")
        #expect(TerminalModes(title: false).setting(title: text, isASCII: isASCII) == [])
    }

    @Test func `mouse modes are not set without the mouse`() {
        #expect(state(after: TerminalModes(mouse: false).enter).modes == [1049, 25, 7, 1004, 2004])
    }
}
