import Foundation
import Testing

@testable import HostRuntime

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct FrameSnapshotTests {
    private func snapshot(
        _ lines: [String],
        style: Style = Style(foreground: .white, background: .black),
        depth: ColorDepth = .trueColor,
        cursor: Point? = nil
    ) -> FrameSnapshot {
        let size = Size(width: 16, height: lines.count)
        var canvas = Canvas(size: size)
        for (y, line) in lines.enumerated() { canvas.draw(line, at: Point(x: 0, y: y), style: style) }
        let layer = Layer(id: 1, frame: Rect(origin: .zero, size: size), canvas: canvas, version: 1)
        var compositor = Compositor(size: size, depth: depth)
        _ = compositor.render(Frame(size: size, layers: [layer], cursor: cursor)) { _ in }
        return compositor.snapshot()
    }

    @Test func `the text has the rows without the spaces at their ends`() {
        let snapshot = snapshot(["first  ", "", "  中👨‍👩‍👧‍👦 x "])

        #expect(snapshot.text == "first\n\n  中👨‍👩‍👧‍👦 x")
        #expect(snapshot.line(2) == "  中👨‍👩‍👧‍👦 x")
    }

    @Test(arguments: [-1, 3, Int.min, .max]) func `a row that is not there is empty`(y: Int) {
        let snapshot = snapshot(["a", "b", "c"])

        #expect(snapshot.line(y) == "")
        #expect(snapshot.cell(at: Point(x: 0, y: y)) == nil)
    }

    @Test func `a text is found on a row, and not across rows`() {
        let snapshot = snapshot(["one two", "three"])

        #expect(snapshot.contains("e tw"))
        #expect(!snapshot.contains("twothree"))
    }

    @Test func `a cell has a character and a style; the right half of a wide glyph has no character`() {
        let style = Style(foreground: Color(0x123456), background: Color(0x654321), attributes: [.bold, .underline])
        let snapshot = snapshot(["中"], style: style)

        let halves = (snapshot.cell(at: .zero), snapshot.cell(at: Point(x: 1, y: 0)))

        #expect(halves.0?.character == "中" && halves.0?.style == style)
        #expect(halves.1?.character == "" && halves.1?.style == style)
    }

    @Test func `a display on which nothing was shown is empty`() {
        let snapshot = Compositor(size: Size(width: 3, height: 2), depth: .trueColor).snapshot()

        #expect(snapshot.text == "\n")
    }

    @Test(arguments: ColorDepth.allCases) func `the picture is well-formed whatever is shown`(depth: ColorDepth) {
        for seed in 1...5 as ClosedRange<UInt64> {
            let scene = RandomScene(size: Size(width: 44, height: 16), windows: 7, seed: seed)
            var compositor = Compositor(size: scene.frame.size, depth: depth)
            _ = compositor.render(scene.frame) { _ in }

            let parser = XMLParser(data: Data(compositor.snapshot().svg.utf8))

            #expect(parser.parse())
        }
    }

    @Test func `the picture keeps the letters of a character together, in as many columns as they take`() {
        let svg = snapshot(["xน้ำy"]).svg

        #expect(svg.contains("<text x=\"9\" y=\"14\" textLength=\"18\"") && svg.contains(">น้ำ</text>"))
        #expect(svg.contains(">x</text>") && svg.contains(">y</text>"))
    }

    @Test func `the picture escapes characters that have a meaning in XML`() {
        let svg = snapshot(["<a & 'b'> \u{FFFE}"]).svg

        #expect(svg.contains(">&lt;a &amp; 'b'&gt; \u{FFFD}"))
        #expect(XMLParser(data: Data(svg.utf8)).parse())
    }

    @Test func `full and half blocks are rectangles, not glyphs with gaps`() {
        let svg = snapshot(["██a▄▐"], style: Style(foreground: .white, background: .black, attributes: .dim)).svg
        let white = svg.split(separator: "\n").filter { $0.hasPrefix("<rect x=") && $0.contains("#ffffff") }

        #expect(
            white == [
                "<rect x=\"0\" y=\"0\" width=\"18\" height=\"18\" fill=\"#ffffff\" opacity=\"0.6\"/>",
                "<rect x=\"27\" y=\"9\" width=\"9\" height=\"9\" fill=\"#ffffff\" opacity=\"0.6\"/>",
                "<rect x=\"40\" y=\"0\" width=\"5\" height=\"18\" fill=\"#ffffff\" opacity=\"0.6\"/>",
            ]
        )
        #expect(svg.contains(">  a</text>"))
    }

    @Test func `the picture has one rectangle for each background, and text as wide as its columns`() {
        let svg = snapshot(["ab中"], cursor: Point(x: 1, y: 0)).svg
        let rectangles = svg.split(separator: "\n").filter { $0.hasPrefix("<rect x=") && $0.contains("#000000") }

        #expect(rectangles.count == 1)
        #expect(svg.contains("textLength=\"18\"") && svg.contains(">ab</text>") && svg.contains(">中</text>"))
        #expect(svg.contains("<rect x=\"9\" y=\"0\" width=\"2\""))
    }
}
