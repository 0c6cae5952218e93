@testable import HostRuntime

/// The slow and obvious way to compose a frame: every cell of every layer, back to front.
///
/// Written from the documented rules and not from the compositor's code; only
/// the mixing of two colors and their contrast are shared, which ColorTests tests.
struct NaivePainter {
    private struct Painted {
        var text = " "
        var width = 1
        /// Returns the cells of a row, with both halves of a wide glyph carrying the same text.
        var isRightHalf = false
        var foreground = Color.black
        var background: Color
        var attributes: TextAttributes = []

        var isDrawing: Bool {
            let first = text.unicodeScalars.first?.value ?? 0
            return text.unicodeScalars.count == 1 && (0x2500...0x259F ~= first || 0x2800...0x28FF ~= first)
        }

        mutating func keepContrast(of ink: Color, on ground: Color) {
            if ink.contrast(with: ground) >= 4.5 { foreground = foreground.readable(on: background) }
        }

        var isBlank: Bool { text == " " && attributes.isDisjoint(with: [.underline, .strikethrough]) }
    }

    func paint(_ frame: Frame) -> [SeenCell] {
        let empty = Painted(background: .black)
        var screen = [[Painted]](
            repeating: [Painted](repeating: empty, count: frame.size.width),
            count: frame.size.height
        )
        for layer in frame.layers { paint(layer, on: &screen) }
        return screen.flatMap { whole($0) }
    }

    private func paint(_ layer: Layer, on screen: inout [[Painted]]) {
        for y in screen.indices {
            for x in screen[y].indices {
                let (column, row) = (x - layer.frame.minX, y - layer.frame.minY)
                let canvas = layer.canvas
                guard layer.frame.contains(Point(x: x, y: y)) else { continue }
                guard column < canvas.fullSize.width, row < canvas.fullSize.height else { continue }
                let cell = canvas.cells[row * canvas.fullSize.width + column]
                if cell.flags.contains(.hole) || layer.alpha == 0 { continue }
                let text = cell.flags.contains(.pooled) ? canvas.pool[cell.glyph] : Glyph.unpack(cell.glyph)
                screen[y][x] = compose(cell, text, layer.alpha, over: screen[y][x])
            }
        }
    }

    private func compose(_ cell: Cell, _ text: String, _ alpha: UInt8, over below: Painted) -> Painted {
        func mix(_ a: Color, _ b: Color) -> Color { Color(Blend.mix(a.rgb, b.rgb, alpha: alpha)) }
        let background = cell.flags.contains(.seeThrough) ? below.background : Color(cell.background)
        var window = Painted(
            text: text,
            width: Int(cell.width),
            isRightHalf: cell.flags.contains(.tail),
            foreground: Color(cell.foreground),
            background: mix(below.background, background),
            attributes: cell.attributes
        )
        if alpha == 255 { return window }
        if window.isBlank || (alpha < 128 && !below.isBlank) {
            var shining = below
            shining.foreground = mix(below.foreground, background)
            shining.background = window.background
            if alpha <= 128, !shining.isDrawing { shining.keepContrast(of: below.foreground, on: below.background) }
            return shining
        }
        let ink = window.foreground
        window.foreground = mix(below.background, ink)
        if !window.isDrawing { window.keepContrast(of: ink, on: background) }
        return window
    }

    private func whole(_ row: [Painted]) -> [SeenCell] {
        func isPair(_ x: Int) -> Bool {
            guard x >= 0, x + 1 < row.count else { return false }
            return row[x].width == 2 && row[x + 1].isRightHalf && row[x].text == row[x + 1].text
        }
        return row.indices.map { x in
            var cell = row[x]
            if cell.isRightHalf && isPair(x - 1) {
                cell = row[x - 1]
                cell.text = ""
            } else if cell.isRightHalf || (cell.width == 2 && !isPair(x)) {
                cell = Painted(background: cell.background)
            }
            return SeenCell(
                text: cell.text,
                foreground: cell.foreground,
                background: cell.background,
                attributes: cell.attributes
            )
        }
    }
}
