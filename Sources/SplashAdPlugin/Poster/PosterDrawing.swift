import HostRuntime

/// The scenery of the poster in characters, for displays without half blocks or colors.
struct PosterDrawing {
    let layout: PosterLayout
    let title: String
    let words: PosterWords
    /// Whether there are enough colors for a gradient; otherwise the background is plain.
    let hasGradient: Bool

    /// Draws the scenery; `color` maps each color, such as for a fade.
    func draw(in canvas: inout Canvas, appearing color: (Color) -> Color) {
        let size = layout.size
        for y in 0..<size.height {
            let ground = hasGradient ? layout.ground(atSquare: 2 * y + 1) : PosterColors.cover
            // Darker than in the picture, so that the lines of the sun stand out.
            let style = Style(
                foreground: color(PosterColors.text),
                background: color(ground.mixed(with: PosterColors.cover, amount: 0.45))
            )
            canvas.fill(Rect(x: 0, y: y, width: size.width, height: 1), style: style)
        }
        drawSky(in: &canvas, appearing: color)
        drawSea(in: &canvas, appearing: color)
        drawTitle(in: &canvas, appearing: color)
    }

    private func drawSky(in canvas: inout Canvas, appearing color: (Color) -> Color) {
        for (index, star) in layout.stars.enumerated() where !words.cover(star.cell) {
            let style = Style(foreground: color(PosterColors.star))
            let glyph = star.brightness > 0.6 ? "+" : index % 3 == 0 ? "*" : "."
            canvas.draw(glyph, at: star.cell, style: style)
        }
        let top = layout.sun.y - layout.sun.radius
        for y in 0..<layout.horizon {
            guard let columns = layout.sunColumns(atSquare: 2 * y + 1) else { continue }
            let place = (Double(2 * y) - top) / max(1, Double(layout.horizon * 2) - top)
            let style = Style(foreground: color(PosterColors.sun(place)))
            let glyph: Character = place < 0.35 ? "-" : place < 0.7 ? "=" : "#"
            for x in columns where !words.cover(Point(x: x, y: y)) {
                canvas.fill(Rect(x: x, y: y, width: 1, height: 1), style: style, character: glyph)
            }
        }
    }

    private func drawSea(in canvas: inout Canvas, appearing color: (Color) -> Color) {
        let rows = layout.size.height - layout.horizon
        guard rows > 0 else { return }
        for row in 0..<rows {
            let depth = Double(row) / Double(rows)
            let half = layout.sun.radius * (0.95 - depth * 0.75)
            let first = max(0, Int(layout.sun.x - half) + row % 2 * 2)
            let style = Style(foreground: color(PosterColors.sun(0.5 + depth / 2)))
            for x in stride(from: first, to: Int(layout.sun.x + half), by: 3 + row % 2)
            where isFree(x, layout.horizon + row) {
                canvas.draw("~~", at: Point(x: x, y: layout.horizon + row), style: style)
            }
        }
    }

    /// Whether a dash of two cells covers no word.
    private func isFree(_ x: Int, _ y: Int) -> Bool {
        !words.cover(Point(x: x, y: y)) && !words.cover(Point(x: x + 1, y: y))
    }

    private func drawTitle(in canvas: inout Canvas, appearing color: (Color) -> Color) {
        LargeTitle(word: title, origin: layout.title.origin, scale: layout.scale)
            .draw(in: &canvas, style: Style(foreground: color(PosterColors.title), attributes: .bold))
    }
}
