import TestSupport
import Testing

@testable import HostRuntime

/// The bytes, where they matter.
@Suite(.tags(.terminal)) struct CompositorOutputTests {
    private let size = Size(width: 12, height: 3)

    private func frame(_ text: String = "", cursor: Point? = nil, style: Style? = nil, version: UInt64 = 1) -> Frame {
        var canvas = Canvas(size: size)
        canvas.draw(text, at: .zero, style: style ?? Style(foreground: .white, background: .black))
        let layer = Layer(id: 1, frame: Rect(origin: .zero, size: size), canvas: canvas, version: version)
        return Frame(size: size, layers: [layer], cursor: cursor)
    }

    private func render(_ compositor: inout Compositor, _ frame: Frame) -> String {
        var sent: [UInt8] = []
        _ = compositor.render(frame) { sent += $0 }
        return String(decoding: sent, as: UTF8.self)
    }

    private func compositor(_ depth: ColorDepth = .trueColor, synchronized: Bool = false) -> Compositor {
        Compositor(size: size, depth: depth, usesSynchronizedOutput: synchronized)
    }

    @Test func `the first frame clears the screen, later ones never do`() {
        var compositor = compositor()

        #expect(render(&compositor, frame("a")).contains("\u{1B}[2J"))
        #expect(!render(&compositor, frame("b", version: 2)).contains("\u{1B}[2J"))
    }

    @Test func `an invalidated screen is cleared and painted in one batch`() {
        var compositor = compositor(synchronized: true)
        _ = render(&compositor, frame("abc"))
        compositor.invalidate()

        let sent = render(&compositor, frame("abc"))

        #expect(sent.hasPrefix("\u{1B}[?2026h") && sent.hasSuffix("\u{1B}[?2026l"))
        #expect(sent.contains("\u{1B}[2J") && sent.contains("abc"))
    }

    @Test func `a frame of another size is painted completely`() {
        var compositor = compositor()
        _ = render(&compositor, frame("abc"))
        var larger = frame("abc")
        larger.size = Size(width: 14, height: 4)

        let sent = render(&compositor, larger)

        #expect(sent.contains("\u{1B}[2J") && sent.contains("abc"))
        #expect(compositor.snapshot().size == larger.size)
    }

    @Test func `one changed letter is a move and the letter`() {
        var compositor = compositor()
        _ = render(&compositor, frame("hello"))

        #expect(render(&compositor, frame("hallo", version: 2)) == "\u{1B}[1;2Ha")
    }

    @Test func `synchronized output brackets a frame, and an unchanged frame sends nothing`() {
        var compositor = compositor(synchronized: true)
        _ = render(&compositor, frame("hello"))

        #expect(render(&compositor, frame("hallo", version: 2)) == "\u{1B}[?2026h\u{1B}[1;2Ha\u{1B}[?2026l")
        #expect(render(&compositor, frame("hallo", version: 2)) == "")
        #expect(render(&compositor, frame("hallo", version: 3)) == "")
    }

    @Test func `the cursor is sent when it changes, and only then`() {
        var compositor = compositor()
        _ = render(&compositor, frame("a"))
        let place = Point(x: 3, y: 1)

        #expect(render(&compositor, frame("a", cursor: place)) == "\u{1B}[2;4H\u{1B}[?25h")
        #expect(render(&compositor, frame("a", cursor: place)) == "")
        #expect(render(&compositor, frame("a", cursor: Point(x: 2, y: 1))) == "\u{8}")
        #expect(render(&compositor, frame("a", cursor: Point(x: 99, y: 1))) == "\u{1B}[?25l")
        #expect(render(&compositor, frame("a")) == "")
    }

    @Test func `the cursor is hidden while cells are drawn, and shown again afterwards`() {
        var compositor = compositor()
        _ = render(&compositor, frame("a", cursor: Point(x: 1, y: 0)))

        let sent = render(&compositor, frame("b", cursor: Point(x: 1, y: 0), version: 2))

        #expect(sent == "\u{1B}[?25l\rb\u{1B}[?25h")
    }

    @Test func `a hidden cursor is moved after the cells, in the same write, and never shown`() {
        var compositor = compositor()
        func hidden(_ text: String, _ place: Point?, version: UInt64 = 1) -> Frame {
            var frame = frame(text, cursor: place, version: version)
            frame.showsCursor = false
            return frame
        }
        _ = render(&compositor, frame("a"))

        #expect(render(&compositor, hidden("a", Point(x: 3, y: 1))) == "\u{1B}[2;4H")
        #expect(render(&compositor, hidden("a", Point(x: 3, y: 1))) == "")
        #expect(render(&compositor, hidden("b", Point(x: 3, y: 1), version: 2)) == "\u{1B}[1Hb\n\u{1B}[2C")
        #expect(render(&compositor, frame("b", cursor: Point(x: 3, y: 1), version: 2)) == "\u{1B}[?25h")
        #expect(render(&compositor, hidden("b", Point(x: 3, y: 1), version: 2)) == "\u{1B}[?25l")
        #expect(render(&compositor, hidden("b", nil, version: 2)) == "")
    }

    @Test func `without colors, no color is sent`() {
        var compositor = compositor(.monochrome)
        let style = Style(foreground: Color(0xFF0000), background: Color(0x00FF00), attributes: [.reverse, .bold])

        let sent = render(&compositor, frame("hi", style: style))

        #expect(sent.contains("\u{1B}[1;7m") && sent.contains("hi"))
        #expect(!sent.contains("38") && !sent.contains("48") && !sent.contains("31m"))
    }

    @Test(arguments: [
        (ColorDepth.trueColor, "38;2;205;0;0;48;2;0;0;238"), (.indexed256, "38;5;160;48;5;21"), (.ansi16, "97;40"),
    ])
    func `a color is sent as the display can show it`(depth: ColorDepth, expected: String) {
        var compositor = compositor(depth)

        let sent = render(
            &compositor,
            frame("x", style: Style(foreground: Color(0xCD0000), background: Color(0x0000EE)))
        )

        #expect(sent.contains("\u{1B}[\(expected)m"))
    }

    @Test(arguments: [TextAttributes.bold, .dim])
    func `among 16 colors, a drawing in a dark color after bright text is bold or faint`(
        attributes: TextAttributes
    ) throws {
        let dark = Style(foreground: Color(0x00CDCD), background: .black, attributes: attributes)
        var frame = frame("x")
        frame.layers[0].canvas.draw("│", at: Point(x: 1, y: 0), style: dark)
        var compositor = compositor(.ansi16)
        var terminal = TinyTerminal(size: size)

        try terminal.receive(Array(render(&compositor, frame).utf8))

        #expect(terminal.cells[1].attributes == attributes)
    }

    @Test func `after a cluster of uncertain width, the cursor is moved to the next cell`() {
        var compositor = compositor()
        _ = render(&compositor, frame())

        let sent = render(&compositor, frame("👍🏽a中b", version: 2))

        #expect(sent.hasSuffix("👍🏽\u{1B}[1;3Ha中b"))
    }

    @Test func `a glyph of uncertain width is written over blanks, and its neighbors are written again`() {
        var compositor = compositor()
        _ = render(&compositor, frame("1234567"))

        let sent = render(&compositor, frame("1☺️4567", version: 2))

        #expect(sent == "\u{1B}[1;2H  \u{8}\u{8}☺️\u{1B}[1;4H4")
    }

    @Test func `a glyph of uncertain width at the edge is blanked too`() {
        var compositor = compositor()
        _ = render(&compositor, frame())

        let sent = render(&compositor, frame("          ☺️", version: 2))

        #expect(sent.hasSuffix("  \u{1B}[1;11H☺️"))
    }

    @Test(arguments: ["☺️", "👍🏽", "🇨🇳", "👨‍👩‍👧‍👦", "1️⃣", "☎", "e\u{301}"])
    func `a glyph of uncertain width that stays is not written again`(glyph: String) {
        var compositor = compositor()
        _ = render(&compositor, frame("\(glyph) 1"))

        #expect(!render(&compositor, frame("\(glyph) 2", version: 2)).contains(glyph))
    }

    @Test(arguments: ColorDepth.allCases)
    func `text below a shade is faint among 16 colors and never bold`(depth: ColorDepth) throws {
        var shade = Canvas(size: size)
        shade.fill(Rect(origin: .zero, size: size), style: Style(foreground: .black, background: .black))
        let ink = Style(foreground: Color(0xE5636A), background: Color(0x1B1E27), attributes: .bold)
        var frame = frame("error", style: ink)
        frame.layers.append(
            Layer(id: 2, frame: Rect(origin: .zero, size: size), alpha: 128, canvas: shade, version: 1)
        )
        var compositor = compositor(depth)

        _ = render(&compositor, frame)

        let style = try #require(compositor.snapshot().cell(at: .zero)?.style)
        #expect(style.attributes == (depth == .ansi16 ? .dim : depth == .monochrome ? [] : .bold))
        if depth == .ansi16 { #expect(style.foreground == .white) }
    }

    @Test(arguments: [ColorDepth.ansi16, .monochrome])
    func `reversed text below a shade is not a bright bar where colors cannot be mixed`(depth: ColorDepth) throws {
        var shade = Canvas(size: size)
        shade.fill(Rect(origin: .zero, size: size), style: Style(foreground: .black, background: .black))
        var frame = frame("a chosen row", style: Theme.selection)
        frame.layers.append(
            Layer(id: 2, frame: Rect(origin: .zero, size: size), alpha: 128, canvas: shade, version: 1)
        )
        var compositor = compositor(depth)

        _ = render(&compositor, frame)

        let styles = try (0..<2).map { try #require(compositor.snapshot().cell(at: Point(x: $0, y: 0))?.style) }
        #expect(styles.map(\.background) == [.black, .black])
        #expect(styles[0].attributes == (depth == .ansi16 ? .dim : []))
    }

    @Test func `the last column never holds the left half of a wide glyph`() {
        var compositor = compositor()
        var canvas = Canvas(size: Size(width: 4, height: 1))
        canvas.draw("x中y", at: .zero, style: Style(background: .black))
        let layer = Layer(id: 1, frame: Rect(x: 10, y: 0, width: 4, height: 1), canvas: canvas, version: 1)

        let sent = render(&compositor, Frame(size: size, layers: [layer]))

        #expect(!sent.contains("中"))
        #expect(compositor.snapshot().text == "          x\n\n")
    }

    @Test(arguments: [
        "\u{1B}[2J\u{1B}]0;owned\u{7}", "\u{9B}31m", "\u{90}q\u{9C}", "a\u{8}\u{8}b\r\nc", "\u{7F}\u{0}\u{E}",
        "\u{202E}evil\u{2066}",
        "a\u{85}b\u{2028}c", "x\u{1B}\u{301}y",
    ])
    func `no text can carry control characters to the terminal`(text: String) throws {
        for depth in ColorDepth.allCases {
            var compositor = compositor(depth)
            let sent = render(&compositor, frame(text))
            var terminal = TinyTerminal(size: size)

            try terminal.receive(Array(sent.utf8))

            let scalars = sent.unicodeScalars
            #expect(
                !scalars.contains {
                    0x7F...0x9F ~= $0.value || 0x200B...0x200F ~= $0.value || 0x2028...0x2069 ~= $0.value
                }
            )
            #expect(scalars.allSatisfy { $0.value >= 0x20 || [0x1B, 0x08, 0x0A, 0x0D].contains($0.value) })
        }
    }

    @Test func `a frame with more pens and runs than the list holds arrives completely`() throws {
        let size = Size(width: 200, height: 60)
        var canvas = Canvas(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let color = Color(red: UInt8(x), green: UInt8(y), blue: UInt8((x * y) % 251))
                canvas.draw(
                    "#",
                    at: Point(x: x, y: y),
                    style: Style(foreground: color, background: Color(UInt32(x % 3)))
                )
            }
        }
        let layer = Layer(id: 1, frame: Rect(origin: .zero, size: size), canvas: canvas, version: 1)
        let frame = Frame(size: size, layers: [layer])
        var compositor = Compositor(size: size, depth: .trueColor)
        var terminal = TinyTerminal(size: size)

        try terminal.receive(Array(render(&compositor, frame).utf8))

        #expect(firstDifference(terminal.cells, NaivePainter().paint(frame), width: size.width) == nil)
    }
}
