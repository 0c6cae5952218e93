import HostRuntime

/// A grid of coloured squares, two to a cell, as runs of cells that look the same.
///
/// Drawing it allocates nothing, so that every step of a fade is cheap.
struct BlockRuns: Sendable {
    private struct Run {
        let rect: Rect
        let upper: Color
        let lower: Color
    }

    private var runs: [Run] = []

    /// Creates the runs of squares that stand row by row, `size.width` in each of `size.height * 2` rows.
    init(_ squares: [Color], size: Size) {
        let width = size.width
        guard squares.count == width * size.height * 2 else { return }
        squares.withUnsafeBufferPointer { squares in
            for y in 0..<size.height {
                let upper = 2 * y * width
                let lower = upper + width
                var begin = 0
                while begin < width {
                    let (u, l) = (squares[upper + begin], squares[lower + begin])
                    var end = begin + 1
                    while end < width, squares[upper + end] == u, squares[lower + end] == l { end += 1 }
                    runs.append(Run(rect: Rect(x: begin, y: y, width: end - begin, height: 1), upper: u, lower: l))
                    begin = end
                }
            }
        }
    }

    /// Draws them with as much of their colours as has appeared.
    func draw(in canvas: inout Canvas, appearing color: (Color) -> Color) {
        for run in runs {
            let upper = color(run.upper)
            let lower = color(run.lower)
            // A space needs no glyph, and text that is drawn over it keeps the whole cell's colour.
            let isPlain = upper == lower
            let style = Style(foreground: isPlain ? PosterColors.title : upper, background: lower)
            canvas.fill(run.rect, style: style, character: isPlain ? " " : "▀")
        }
    }
}
