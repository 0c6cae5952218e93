import HostRuntime

/// The poster's scenery in squares, two to a cell: sky, stars, sun, sea and the large title.
///
/// Kept as runs of cells that look the same, of which there are few, so that
/// drawing it at every step of a fade is cheap.
struct PosterPicture {
    private struct Run {
        let rect: Rect
        let upper: Color
        let lower: Color
    }

    private var runs: [Run] = []
    private let layout: PosterLayout
    private let words: PosterWords

    init(_ layout: PosterLayout, title: String, words: PosterWords) {
        self.layout = layout
        self.words = words
        let width = layout.size.width
        var squares = PosterPicture.squares(layout, words)
        PosterPicture.drawTitle(title, layout, into: &squares)
        for y in 0..<layout.size.height {
            let upper = squares[2 * y * width..<(2 * y + 1) * width]
            let lower = squares[(2 * y + 1) * width..<(2 * y + 2) * width]
            var begin = 0
            for x in 0..<width {
                let isLast = x == width - 1
                let (u, l) = (upper[upper.startIndex + x], lower[lower.startIndex + x])
                if !isLast, upper[upper.startIndex + x + 1] == u, lower[lower.startIndex + x + 1] == l { continue }
                runs.append(Run(rect: Rect(x: begin, y: y, width: x + 1 - begin, height: 1), upper: u, lower: l))
                begin = x + 1
            }
        }
    }

    /// Draws the scenery with as much of its colours as has appeared.
    func draw(in canvas: inout Canvas, appearing color: (Color) -> Color) {
        for run in runs {
            let upper = color(run.upper)
            let lower = color(run.lower)
            // A space needs no glyph, and text that is drawn over it keeps the whole cell's colour.
            let isPlain = upper == lower
            let style = Style(foreground: isPlain ? PosterColors.title : upper, background: lower)
            canvas.fill(run.rect, style: style, character: isPlain ? " " : "▀")
        }
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

    /// The sun on the water: dashes that get wider apart and fainter towards the reader.
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

    private static func drawTitle(_ title: String, _ layout: PosterLayout, into squares: inout [Color]) {
        let scale = layout.scale
        guard scale > 0 else { return }
        let width = layout.size.width
        let height = layout.size.height * 2
        func fill(_ offset: Int, _ color: (_ row: Int) -> Color) {
            BlockFont.forEachSquare(of: title) { column, row in
                for dy in 0..<scale {
                    for dx in 0..<scale {
                        let x = layout.title.minX + column * scale + dx + offset
                        let y = layout.title.minY * 2 + row * scale + dy + offset
                        guard x < width, y < height else { continue }
                        squares[y * width + x] = color(row * scale + dy)
                    }
                }
            }
        }
        let last = Double(BlockFont.height * scale - 1)
        if scale > 1 { fill(1) { _ in PosterColors.titleShadow } }
        fill(0) { row in PosterColors.title.mixed(with: Color(0xFFB871), amount: Double(row) / last * 0.8) }
    }
}
