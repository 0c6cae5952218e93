import HostRuntime

/// The scenery of the poster in squares, two to a cell: sky, stars, sun, sea and the large title.
struct PosterPicture {
    private let blocks: HalfBlocks
    private let layout: PosterLayout
    private let words: PosterWords

    init(_ layout: PosterLayout, title: String, words: PosterWords) {
        self.layout = layout
        self.words = words
        var squares = PosterPicture.squares(layout, words)
        LargeTitle(word: title, origin: layout.title.origin, scale: layout.scale)
            .draw(into: &squares, width: layout.size.width)
        blocks = HalfBlocks(squares, size: layout.size)
    }

    /// Draws the scenery; `color` maps each color, such as for a fade.
    func draw(in canvas: inout Canvas, appearing color: (Color) -> Color) {
        blocks.draw(in: &canvas, transform: color)
        for star in layout.stars where !words.cover(star.cell) {
            let sky = PosterColors.sky(Double(star.cell.y) / Double(layout.horizon))
            let style = Style(foreground: color(sky.mixed(with: PosterColors.star, amount: star.brightness)))
            canvas.draw(star.brightness > 0.75 ? "✦" : "·", at: star.cell, style: style)
        }
    }

    private static func squares(_ layout: PosterLayout, _ words: PosterWords) -> [Color] {
        let width = layout.size.width
        let height = layout.size.height * 2
        let horizon = layout.horizon * 2
        var squares: [Color] = []
        squares.reserveCapacity(width * height)
        for y in 0..<height {
            squares += [Color](repeating: layout.ground(atSquare: y), count: width)
        }
        let top = layout.sun.y - layout.sun.radius
        for y in 0..<min(horizon, height) {
            guard let columns = layout.sunColumns(atSquare: y) else { continue }
            let color = PosterColors.sun((Double(y) - top) / max(1, Double(horizon) - top))
            for x in columns where !words.cover(Point(x: x, y: y / 2)) { squares[y * width + x] = color }
        }
        drawReflection(layout, words, into: &squares)
        return squares
    }

    /// Draws the reflection of the sun: dashes that get shorter and fainter towards the bottom.
    private static func drawReflection(_ layout: PosterLayout, _ words: PosterWords, into squares: inout [Color]) {
        let width = layout.size.width
        let rows = (layout.size.height - layout.horizon) * 2
        guard rows > 0 else { return }
        for row in stride(from: 0, to: rows, by: 2) {
            let depth = Double(row) / Double(rows)
            let wobble = [0.0, 0.7, -0.5, 0.3, -0.8, 0.5][row / 2 % 6] * layout.sun.radius * 0.2
            let half = layout.sun.radius * (0.95 - depth * 0.75)
            let y = layout.horizon * 2 + row
            let first = max(0, Int(layout.sun.x + wobble - half))
            let end = min(width, Int(layout.sun.x + wobble + half))
            guard first < end else { continue }
            for x in first..<end where !words.cover(Point(x: x, y: y / 2)) {
                let index = y * width + x
                squares[index] = squares[index].mixed(
                    with: PosterColors.sun(0.5 + depth / 2),
                    amount: 0.75 - depth * 0.6
                )
            }
        }
    }
}
