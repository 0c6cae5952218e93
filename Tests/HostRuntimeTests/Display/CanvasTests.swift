import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.terminal)) struct CanvasTests {
    private let plain = Style(foreground: .white, background: .black)

    /// The cells seen of a canvas that covers a whole display.
    private func shown(_ canvas: Canvas) -> FrameSnapshot {
        var compositor = Compositor(size: canvas.fullSize, depth: .trueColor)
        let layer = Layer(id: 1, frame: Rect(origin: .zero, size: canvas.fullSize), canvas: canvas, version: 1)
        _ = compositor.render(Frame(size: canvas.fullSize, layers: [layer])) { _ in }
        return compositor.snapshot()
    }

    private func canvas(_ width: Int, _ height: Int = 1, isASCII: Bool = false) -> Canvas {
        let size = Size(width: width, height: height)
        return Canvas(size: size, on: DisplayTraits(size: size, isASCII: isASCII))
    }

    @Test func `a new canvas is see-through everywhere`() {
        let canvas = canvas(3, 2)

        #expect(canvas.cells.allSatisfy { $0.isHole })
    }

    @Test func `clearing makes a part see-through again`() {
        var canvas = canvas(5)
        canvas.draw("abcde", at: .zero, style: plain)

        canvas.clear(Rect(x: 1, y: 0, width: 2, height: 1))

        #expect(canvas.cells.map(\.isHole) == [false, true, true, false, false])
    }

    @Test func `drawing returns the width of the text`() {
        var canvas = canvas(20)

        #expect(canvas.draw("ab中", at: .zero, style: plain) == 4)
        #expect(canvas.draw("ab中", at: .zero, style: plain, maxWidth: 3) == 3)
        #expect(canvas.draw("", at: .zero, style: plain) == 0)
        #expect(canvas.draw("abc", at: .zero, style: plain, maxWidth: -1) == 0)
    }

    @Test(arguments: ["plain", "中文", "e\u{301}👨‍👩‍👧‍👦", "a\u{1B}[31mb\n", "\u{202E}x", "\u{301}", "🇨🇳☎️☎", "น้ำ ﾊﾞｽ हिन्दी"])
    func `a drawn text takes as many columns as its width`(text: String) {
        var canvas = canvas(40)

        #expect(canvas.draw(text, at: .zero, style: plain) == TextWidth.width(of: text))
    }

    @Test(arguments: [Size(width: 2, height: 1), Size(width: 6, height: 4), Size(width: 0, height: 0)])
    func `a canvas of another size that a part puts in place is not drawn, and the next part is`(size: Size) {
        let other = Canvas(size: size)
        var canvas = canvas(4, 3)

        canvas.withClip(Rect(x: 0, y: 0, width: 4, height: 1)) { $0 = other }
        canvas.withClip(Rect(x: 1, y: 2, width: 3, height: 1)) { canvas in
            canvas.fill(Rect(x: 0, y: 0, width: 9, height: 9), style: plain, character: "#")
            canvas.draw("ab", at: .zero, style: plain)
        }

        #expect(canvas.size == Size(width: 4, height: 3))
        #expect(canvas.fullSize == canvas.size)
        #expect(shown(canvas).text == "\n\n ab#")
    }

    @Test func `a canvas for another display that a part puts in place is not drawn`() {
        var canvas = canvas(3, isASCII: true)
        var other = self.canvas(3)
        other.draw("─", at: .zero, style: plain)

        canvas.withClip(Rect(x: 0, y: 0, width: 3, height: 1)) { $0 = other }
        canvas.draw("─", at: Point(x: 1, y: 0), style: plain)

        #expect(shown(canvas).text == " -")
    }

    @Test func `a canvas of the same size that a part puts in place is drawn`() {
        var canvas = canvas(4)
        var saved = canvas
        saved.draw("old", at: .zero, style: plain)

        canvas.withClip(Rect(x: 1, y: 0, width: 3, height: 1)) { $0 = saved }
        canvas.draw("!", at: Point(x: 3, y: 0), style: plain)

        #expect(shown(canvas).text == "old!")
    }

    @Test func `a wide glyph that is cut by an edge leaves spaces`() {
        var canvas = canvas(4)
        canvas.draw("中a中", at: Point(x: -1, y: 0), style: plain)

        #expect(shown(canvas).text == " a中")

        canvas.draw("中", at: Point(x: 3, y: 0), style: plain)

        #expect(shown(canvas).text == " a")
        #expect(canvas.cells.map(\.width) == [1, 1, 1, 1])
    }

    @Test func `each letter of a character that has several stands in a cell of its own, with its marks`() {
        var canvas = canvas(4)
        canvas.draw("น้ำ|ﾊﾞ", at: .zero, style: plain)

        #expect(shown(canvas).text == "น้ำ|ﾊ")

        canvas.draw("x", at: Point(x: 1, y: 0), style: plain)

        #expect(shown(canvas).text == "น้x|ﾊ")
        #expect(canvas.cells.map(\.width) == [1, 1, 1, 1])
    }

    @Test func `a wide glyph that does not fit into the maximal width leaves a space`() {
        var canvas = canvas(4)
        canvas.draw("xxxx", at: .zero, style: plain)

        canvas.draw("a中", at: .zero, style: plain, maxWidth: 2)

        #expect(shown(canvas).text == "a xx")
    }

    @Test(arguments: [(1, " x"), (2, "中x"), (0, "x")])
    func `drawing over half of a wide glyph blanks the other half`(x: Int, expected: String) {
        var canvas = canvas(4)
        canvas.draw("中", at: .zero, style: Style(foreground: .white, background: Color(0x102030)))

        canvas.draw("x", at: Point(x: x, y: 0), style: plain)

        #expect(shown(canvas).text == expected)
        #expect(shown(canvas).cell(at: Point(x: 0, y: 0))?.style.background == (x == 0 ? .black : Color(0x102030)))
    }

    @Test func `filling with a wide character leaves a space in an odd column`() {
        var canvas = canvas(5)
        canvas.fill(Rect(x: 0, y: 0, width: 5, height: 1), style: plain, character: "中")

        #expect(shown(canvas).text == "中中")
        #expect(canvas.cells[4].isBlank)
    }

    @Test func `without a background, text keeps the one drawn before`() {
        var canvas = canvas(3)
        canvas.fill(Rect(x: 0, y: 0, width: 2, height: 1), style: Style(background: Color(0x112233)))

        canvas.draw("abc", at: .zero, style: Style(foreground: .white))

        let snapshot = shown(canvas)
        #expect(snapshot.cell(at: Point(x: 1, y: 0))?.style.background == Color(0x112233))
        #expect(canvas.cells.map { $0.flags.contains(.seeThrough) } == [false, false, true])
    }

    @Test func `reverse swaps the colors, and without a background takes black or white`() {
        var canvas = canvas(3)
        let (red, blue) = (Color(0xFF0000), Color(0x0000FF))
        canvas.draw("a", at: .zero, style: Style(foreground: red, background: blue, attributes: .reverse))
        canvas.draw("b", at: Point(x: 1, y: 0), style: Style(foreground: .white, attributes: .reverse))

        let snapshot = shown(canvas)

        #expect(snapshot.cell(at: .zero)?.style == Style(foreground: blue, background: red, attributes: .reverse))
        let second = Style(foreground: .black, background: .white, attributes: .reverse)
        #expect(snapshot.cell(at: Point(x: 1, y: 0))?.style == second)
    }

    @Test func `a clip moves the origin and limits drawing to its inside`() {
        var canvas = canvas(6, 3)
        canvas.withClip(Rect(x: 1, y: 1, width: 3, height: 1)) { inner in
            #expect(inner.size == Size(width: 3, height: 1))
            inner.draw("abcdef", at: .zero, style: plain)
            inner.draw("above", at: Point(x: 0, y: -1), style: plain)
            inner.fill(Rect(x: 0, y: 1, width: 9, height: 9), style: plain, character: "#")
        }

        #expect(shown(canvas).text == "\n abc\n")
        #expect(canvas.size == Size(width: 6, height: 3))
    }

    @Test func `a clip inside a clip cannot reach outside of the outer one`() {
        var canvas = canvas(6, 3)
        canvas.withClip(Rect(x: 1, y: 1, width: 3, height: 1)) { outer in
            outer.withClip(Rect(x: -1, y: -1, width: 20, height: 20)) { inner in
                #expect(inner.size == Size(width: 20, height: 20))
                inner.fill(Rect(x: 0, y: 0, width: 20, height: 20), style: plain, character: "#")
            }
        }

        #expect(shown(canvas).text == "\n ###\n")
    }

    @Test func `a clip ends when its body throws`() {
        struct Failure: Error {}
        var canvas = canvas(6, 3)

        #expect(throws: Failure.self) {
            try canvas.withClip(Rect(x: 1, y: 1, width: 2, height: 1)) { (_: inout Canvas) throws(Failure) in
                throw Failure()
            }
        }

        #expect(canvas.size == Size(width: 6, height: 3))
    }

    @Test(arguments: [(false, "╭──╮\n│  │\n╰──╯"), (true, "+--+\n|  |\n+--+")])
    func `a box is drawn with lines, and with letters on an ASCII canvas`(isASCII: Bool, expected: String) {
        var canvas = canvas(4, 3, isASCII: isASCII)
        canvas.drawBox(Rect(x: 0, y: 0, width: 4, height: 3), style: plain)

        #expect(shown(canvas).text == expected)
    }

    @Test(arguments: [
        ("é ñ Ü ß", "e n U s"), ("e\u{301}", "e"), ("→←↑↓", "><^v"), ("█▓▒░", "##:."), ("• ● ★", "* * *"),
        ("“x” – ‘y’…", "\"x\" - 'y'~"), ("中a", "??a"), ("a👍🏽b❤️c", "a??b??c"), ("⠋", "*"), ("✓✕", "+x"), ("●◐○", "*%o"),
        ("a · b", "a - b"), ("▁", "_"), ("ж", "?"), ("กำ", "??"), ("€4 £3", "?4 ?3"),
        ("\u{1B}", "?"),
    ])
    func `on an ASCII canvas a character is replaced by a similar one of the same width`(text: String, expected: String)
    {
        var canvas = canvas(20, isASCII: true)

        #expect(canvas.draw(text, at: .zero, style: plain) == TextWidth.width(of: text))
        #expect(shown(canvas).text == expected)
    }

    @Test(arguments: [(1, 3, "│\n│\n│"), (3, 1, "───"), (1, 1, "─"), (2, 2, "╭╮\n╰╯")])
    func `a box too thin for corners is a line`(width: Int, height: Int, expected: String) {
        var canvas = canvas(width, height)
        canvas.drawBox(Rect(x: 0, y: 0, width: width, height: height), style: plain)

        #expect(shown(canvas).text == expected)
    }

    @Test(arguments: [Int.min, Int.min + 1, -1 << 40, 1 << 40, .max - 1, .max])
    func `coordinates far outside are harmless`(number: Int) {
        var canvas = canvas(4, 2)
        let far = Point(x: number, y: number)

        canvas.draw("text", at: far, style: plain, maxWidth: number)
        canvas.draw("text", at: Point(x: number, y: 0), style: plain)
        canvas.fill(Rect(origin: far, size: Size(width: 9, height: 9)), style: plain, character: "中")
        canvas.drawBox(Rect(origin: far, size: Size(width: 9, height: 9)), style: plain)
        canvas.clear(Rect(origin: far, size: Size(width: 9, height: 9)))
        canvas.withClip(Rect(origin: far, size: Size(width: 9, height: 9))) { $0.draw("text", at: far, style: plain) }

        #expect(canvas.cells.allSatisfy { $0.isHole })
    }

    @Test func `a canvas that shows ever more clusters forgets those it no longer shows`() {
        var canvas = canvas(8)
        for number in 0..<2000 as Range<UInt32> {
            guard let accent = Unicode.Scalar(0x300 + number % 100), let other = Unicode.Scalar(0x300 + number / 100)
            else {
                continue
            }
            let cluster = "o\(Character(accent))" + String(Character(other)) + "\u{321}\u{323}"
            canvas.draw(cluster, at: Point(x: Int(number % 8), y: 0), style: plain)
        }

        #expect(canvas.pool.count <= 8 + 66)
    }

    @Test func `the summary of a row covers everything drawn in it`() {
        for seed in seeds(of: 1...40) {
            let scene = RandomScene(size: Size(width: 40, height: 12), windows: 4, seed: seed)
            for layer in scene.frame.layers {
                let canvas = layer.canvas
                for (y, row) in canvas.rows.enumerated() {
                    let cells = canvas.cells[y * canvas.fullSize.width..<(y + 1) * canvas.fullSize.width]
                    for (x, cell) in cells.enumerated() {
                        if !row.columns.contains(x) { #expect(cell.isHole) }
                        if row.columns.contains(x) && cell.isHole { #expect(row.flags.contains(.holes)) }
                        if cell.flags.contains(.seeThrough) { #expect(row.flags.contains(.seeThrough)) }
                        if cell.flags.contains(.pooled) { #expect(row.flags.contains(.pooled)) }
                        if cell.width != 1 { #expect(row.flags.contains(.wide)) }
                    }
                }
            }
        }
    }

    @Test func `a canvas never holds half of a wide glyph`() {
        for seed in seeds(of: 50...90) {
            let scene = RandomScene(size: Size(width: 40, height: 12), windows: 4, seed: seed)
            for canvas in scene.frame.layers.map(\.canvas) where canvas.fullSize.width > 0 {
                for (index, cell) in canvas.cells.enumerated() {
                    let x = index % canvas.fullSize.width
                    if cell.isLead {
                        #expect(x + 1 < canvas.fullSize.width && cell.isLead(of: canvas.cells[index + 1]))
                    }
                    if cell.isTail { #expect(x > 0 && canvas.cells[index - 1].isLead(of: cell)) }
                }
            }
        }
    }
}
