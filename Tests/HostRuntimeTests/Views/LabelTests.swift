import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct LabelTests {
    @Test func `a label wraps its lines again when its text, width, height or alignment changes`() async {
        let label = Label("one two three", frame: Rect(x: 0, y: 0, width: 20, height: 1))
        let host = await TestHost.showing(views: [label])
        var seen = [host.frame.text]

        for change: () -> Void in [
            { label.frame.size = Size(width: 5, height: 2) },
            { label.frame.size = Size(width: 5, height: 3) },
            { label.text = "four five six" },
            { label.alignment = .right },
        ] {
            change()
            await host.advance(by: .seconds(1))
            seen.append(host.frame.text)
        }

        let lines = seen.map { $0.split(separator: "\n").map(String.init) }
        #expect(
            lines == [
                ["one two three"], ["one", "two…"], ["one", "two", "three"], ["four", "five", "six"],
                [" four", " five", "  six"],
            ]
        )
    }

    @Test(arguments: [
        (Label.Alignment.natural, "אבג דה", ["  אבג", "   דה"]), (.natural, "abc אב", ["abc", "אב"]),
        (.left, "אבג דה", ["אבג", "דה"]), (.center, "אבג דה", [" אבג", " דה"]),
    ])
    func `a label aligns each line by the first letter of its text, unless it's told where`(
        alignment: Label.Alignment,
        text: String,
        expected: [String]
    ) {
        let label = Label(text, alignment: alignment)

        #expect(
            RenderedView(label, size: Size(width: 5, height: 2)).text.split(separator: "\n").map(String.init)
                == expected
        )
    }

    @Test(arguments: [
        (5, 2, "one two", "one\ntwo"), (5, 2, "one two three", "one\ntwo…"), (5, 1, "three four", "thre…"),
        (5, 2, "abcdefghijk", "abcde\nfghi…"), (5, 1, "one\ntwo", "one…"), (1, 1, "語", "…"), (5, 0, "one", ""),
    ])
    func `a text that goes on ends in an ellipsis`(width: Int, height: Int, text: String, shown: String) {
        #expect(RenderedView(Label(text), size: Size(width: width, height: height)).text == shown)
    }
}
