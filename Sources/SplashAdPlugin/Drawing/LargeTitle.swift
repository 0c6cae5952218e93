import HostRuntime

/// The title in large letters, with its place; a pure value.
struct LargeTitle: Hashable, Sendable {
    let word: String
    var origin: Point
    /// The width and height of each square of the font, in squares of the screen.
    let scale: Int

    var rect: Rect {
        let width = (BlockFont.width(of: word) ?? 0) * scale
        return Rect(origin: origin, size: Size(width: width, height: (BlockFont.height * scale + 1) / 2))
    }

    /// Draws the letters into squares, with a shadow if they are large enough.
    func draw(into squares: inout [Color], width: Int) {
        guard scale > 0, width > 0 else { return }
        let height = squares.count / width
        func fill(_ offset: Int, _ color: (_ row: Int) -> Color) {
            BlockFont.forEachSquare(of: word) { column, row in
                for dy in 0..<scale {
                    for dx in 0..<scale {
                        let x = origin.x + column * scale + dx + offset
                        let y = origin.y * 2 + row * scale + dy + offset
                        guard x >= 0, x < width, y >= 0, y < height else { continue }
                        squares[y * width + x] = color(row * scale + dy)
                    }
                }
            }
        }
        let last = Double(BlockFont.height * scale - 1)
        if scale > 1 { fill(1) { _ in PosterColors.titleShadow } }
        fill(0) { row in PosterColors.title.mixed(with: PosterColors.titleFoot, amount: Double(row) / last * 0.8) }
    }

    func draw(in canvas: inout Canvas, style: Style) {
        guard scale > 1 else { return }
        BlockFont.forEachSquare(of: word) { column, row in
            let rect = Rect(
                x: origin.x + column * scale,
                y: origin.y + row * scale / 2,
                width: scale,
                height: scale / 2
            )
            canvas.fill(rect, style: style, character: "█")
        }
    }
}
