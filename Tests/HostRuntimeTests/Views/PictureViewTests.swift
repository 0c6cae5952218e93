import Testing

@testable import HostRuntime

@MainActor @Suite struct PictureViewTests {
    private static let page = Style(foreground: .white, background: Color(0x102030))

    /// The cells of a display that a view fills, over a page.
    private func cells(_ view: PictureView, isASCII: Bool = false, hasColors: Bool = true) -> [SeenCell] {
        let root = View(frame: view.bounds)
        root.background = Self.page
        root.addSubview(view)
        var canvas = Canvas(size: view.frame.size, isASCII: isASCII, hasColors: hasColors)
        root.render(in: &canvas)
        let display = MemoryDisplay(size: view.frame.size)
        let layer = Layer(id: 1, frame: view.bounds, alpha: 255, canvas: canvas, version: 1)
        display.present(Frame(size: view.frame.size, layers: [layer], cursor: nil))
        return display.snapshot().seenCells
    }

    private func view(
        _ picture: Picture?,
        _ width: Int,
        _ height: Int,
        mode: Picture.ContentMode = .fit,
        background: Style? = nil
    ) -> PictureView {
        let view = PictureView(picture, contentMode: mode, frame: Rect(x: 0, y: 0, width: width, height: height))
        view.background = background
        return view
    }

    private func text(_ cells: [SeenCell]) -> String {
        cells.map(\.text).joined()
    }

    private func cell(_ text: String, _ foreground: Color?, _ background: Color?) -> SeenCell {
        SeenCell(text: text, foreground: foreground, background: background, attributes: [])
    }

    private let red = Color(0xFF0000)
    private let green = Color(0x00FF00)
    private let below = Color(0x102030)

    // MARK: - Half blocks

    @Test func `a cell shows two pixels, one above the other`() {
        #expect(cells(view(Picture("r", "g"), 1, 1)) == [cell("▀", red, green)])
    }

    @Test func `two equal pixels are a blank cell of their colour`() {
        #expect(cells(view(Picture("r", "r"), 1, 1)) == [cell(" ", nil, red)])
    }

    @Test func `without a background, what lies below is seen where the picture is see-through`() {
        let cells = cells(view(Picture("r..q", ".r.."), 4, 1))

        #expect(cells == [cell("▀", red, below), cell("▄", red, below), cell(" ", nil, below), cell(" ", nil, below)])
    }

    @Test func `without a background, a pixel that is at least half opaque is shown`() {
        #expect(cells(view(Picture("h", "."), 1, 1)) == [cell("▀", .white, below)])
    }

    @Test func `with a background, see-through pixels are blended with it`() {
        let style = Style(background: .black)

        let cells = cells(view(Picture("h.", "r."), 2, 1, background: style))

        #expect(cells == [cell("▀", Color(0x808080), red), cell(" ", nil, .black)])
    }

    // MARK: - Content modes

    @Test func `a picture that fits is centred, to half a cell`() {
        // The picture is two half rows high, so one half row is left above and one below.
        let cells = cells(view(Picture("rg", "gr"), 2, 2))

        #expect(
            cells == [cell("▄", red, below), cell("▄", green, below), cell("▀", green, below), cell("▀", red, below)]
        )
    }

    @Test func `a picture that fills covers every cell`() {
        let cells = cells(view(Picture("rg", "rg"), 2, 2, mode: .fill))

        #expect(cells == [cell(" ", nil, red), cell(" ", nil, green), cell(" ", nil, red), cell(" ", nil, green)])
    }

    // MARK: - Characters

    @Test func `a display that has only ASCII gets denser characters where the picture is brighter`() {
        let row: [UInt8] = (0..<10).flatMap { step in [UInt8](repeating: UInt8(step * 28), count: 3) + [255] }
        let picture = Picture(row + row, width: 10, height: 2)

        #expect(text(cells(view(picture, 10, 1), isASCII: true)) == " .:-=+*#%@")
    }

    @Test func `on a light background, denser characters stand for darker pixels`() {
        let style = Style(foreground: .black, background: .white)

        #expect(text(cells(view(Picture("kw", "kw"), 2, 1, background: style), isASCII: true)) == "@ ")
    }

    @Test func `a character stands for the mean of a cell's pixels`() {
        #expect(text(cells(view(Picture("w", "k"), 1, 1), isASCII: true)) == "+")
    }

    @Test func `characters are drawn where there are no colours`() {
        #expect(text(cells(view(Picture("ww.", "ww."), 3, 1), hasColors: false)) == "@@ ")
    }

    @Test func `a see-through cell has no character`() {
        let cells = cells(view(Picture("w.", "w."), 2, 1), isASCII: true)

        #expect(cells[1] == cell(" ", nil, below))
    }

    // MARK: - Scaling

    @Test func `a picture is scaled once for each size`() {
        let view = view(Picture("rg", "gr"), 8, 4)

        _ = cells(view)
        _ = cells(view, isASCII: true)
        #expect(view.scalings == 1)

        view.frame = Rect(x: 0, y: 0, width: 9, height: 4)
        _ = cells(view)
        #expect(view.scalings == 2)
    }

    @Test func `another picture and another mode are shown at once`() {
        let view = view(Picture("r", "r"), 2, 1)
        #expect(cells(view) == [cell(" ", nil, red), cell(" ", nil, below)])

        view.picture = Picture("g", "g")
        #expect(cells(view) == [cell(" ", nil, green), cell(" ", nil, below)])

        view.contentMode = .fill
        #expect(cells(view) == [cell(" ", nil, green), cell(" ", nil, green)])

        view.picture = nil
        #expect(cells(view) == [cell(" ", nil, below), cell(" ", nil, below)])
    }

    @Test(arguments: [(0, 0), (0, 5), (5, 0), (1, 1), (4096, 1), (1, 4096), (3, 200)])
    func `no size causes a trap`(width: Int, height: Int) {
        for mode in [Picture.ContentMode.fit, .fill] {
            for isASCII in [false, true] {
                let cells = cells(view(Picture("r.b", "gh."), width, height, mode: mode), isASCII: isASCII)
                #expect(cells.count == width * height)
            }
        }
    }
}
