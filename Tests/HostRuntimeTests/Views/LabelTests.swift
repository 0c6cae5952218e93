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
                ["one two three"], ["one", "two"], ["one", "two", "three"], ["four", "five", "six"],
                [" four", " five", "  six"],
            ]
        )
    }
}
