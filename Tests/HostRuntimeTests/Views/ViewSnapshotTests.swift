import HostRuntime
import Testing

@MainActor @Suite struct ViewSnapshotTests {
    @Test(arguments: [
        (ColorDepth.trueColor, false, "é─"), (.monochrome, false, "é─"), (.trueColor, true, "e-"),
    ])
    func `a view is drawn alone, as a display of that size and kind shows it`(
        depth: ColorDepth,
        isASCII: Bool,
        expected: String
    ) {
        let traits = DisplayTraits(size: Size(width: 4, height: 2), colorDepth: depth, isASCII: isASCII)

        let frame = Label("é─", style: Style(foreground: .white)).snapshot(on: traits)

        #expect(frame.size == traits.size)
        #expect(frame.text == expected + "\n")
    }

    @Test(arguments: [
        ("a.b.svg", SnapshotFormat.svg), ("/x/a.txt", .txt), ("txt", nil), ("a.png", nil),
    ])
    func `the ending of a file's name is the format`(file: String, format: SnapshotFormat?) {
        #expect(SnapshotFormat(file: file) == format)
    }

    @Test func `a file has the text or the picture`() {
        let frame = Label("hi").snapshot(on: DisplayTraits(size: Size(width: 3, height: 1)))

        #expect(frame.contents(as: .txt) == "hi\n")
        #expect(frame.contents(as: .svg) == frame.svg)
    }
}
