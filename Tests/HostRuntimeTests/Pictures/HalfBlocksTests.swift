import Testing

@testable import HostRuntime

@Suite struct HalfBlocksTests {
    private let red = Color(0xFF0000)
    private let blue = Color(0x0000FF)
    private let below = Color(0x102030)

    /// The cells of a display on which the blocks lie on a page.
    @MainActor private func seen(_ blocks: HalfBlocks, _ size: Size, transform: (Color) -> Color = { $0 }) -> [SeenCell]
    {
        var canvas = Canvas(size: size)
        canvas.fill(Rect(origin: .zero, size: size), style: Style(background: below))
        blocks.draw(in: &canvas, transform: transform)
        let display = Display(DisplayTraits(size: size))
        let layer = Layer(id: 1, frame: Rect(origin: .zero, size: size), canvas: canvas, version: 1)
        display.present(Frame(size: size, layers: [layer]))
        return display.snapshot().seenCells
    }

    private func cell(_ text: String, _ foreground: Color?, _ background: Color?) -> SeenCell {
        SeenCell(text: text, foreground: foreground, background: background, attributes: [])
    }

    @Test @MainActor func `a cell shows two squares, and what lies below where there is none`() {
        let blocks = HalfBlocks([red, red, red, nil, nil, blue, red, nil, blue, nil], size: Size(width: 5, height: 1))

        let cells = seen(blocks, Size(width: 5, height: 1))

        #expect(
            cells == [
                cell("▀", red, blue), cell(" ", nil, red), cell("▀", red, below), cell("▄", blue, below),
                cell(" ", nil, below),
            ]
        )
    }

    @Test @MainActor func `squares are drawn in the colors that they are transformed to`() {
        let blocks = HalfBlocks([red, blue], size: Size(width: 1, height: 1))

        let cells = seen(blocks, Size(width: 1, height: 1)) { _ in self.blue }

        #expect(cells == [cell(" ", nil, blue)])
    }

    @Test @MainActor func `too few or too many squares draw nothing`() {
        for count in [0, 1, 3] {
            let blocks = HalfBlocks([Color?](repeating: red, count: count), size: Size(width: 1, height: 1))

            #expect(seen(blocks, Size(width: 1, height: 1)) == [cell(" ", nil, below)])
        }
    }
}
