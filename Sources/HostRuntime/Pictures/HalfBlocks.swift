/// A grid of colored squares, two in each cell, one above the other.
///
/// A cell is about twice as high as it is wide. Neighboring cells that look
/// the same are drawn together, and drawing allocates nothing, so each step of
/// a fade is cheap.
public struct HalfBlocks: Sendable {
    private struct Run {
        let rect: Rect
        let upper: Color?
        let lower: Color?
    }

    private var runs: [Run] = []

    /// Creates half blocks from rows of `size.width` squares, two rows for each row of cells.
    ///
    /// A nil square is transparent. If the number of squares doesn't match the
    /// size, nothing is drawn.
    public init(_ squares: [Color?], size: Size) {
        let width = size.width
        guard squares.count == width * size.height * 2 else { return }
        squares.withUnsafeBufferPointer { squares in
            for y in 0..<size.height {
                let row = 2 * y * width
                var start = 0
                while start < width {
                    let (upper, lower) = (squares[row + start], squares[row + width + start])
                    var end = start + 1
                    while end < width, squares[row + end] == upper, squares[row + width + end] == lower { end += 1 }
                    if upper != nil || lower != nil {
                        let rect = Rect(x: start, y: y, width: end - start, height: 1)
                        runs.append(Run(rect: rect, upper: upper, lower: lower))
                    }
                    start = end
                }
            }
        }
    }

    /// Draws the squares, in the colors that `transform` returns for theirs.
    public func draw(in canvas: inout Canvas, transform: (Color) -> Color = { $0 }) {
        for run in runs {
            switch (run.upper.map(transform), run.lower.map(transform)) {
            // A space needs no glyph, and text drawn over it keeps the color of the whole cell.
            case (let upper?, let lower?) where upper == lower:
                canvas.fill(run.rect, style: Style(foreground: upper, background: upper))
            case (let upper?, let lower):
                canvas.fill(run.rect, style: Style(foreground: upper, background: lower), character: "▀")
            case (nil, let lower?):
                canvas.fill(run.rect, style: Style(foreground: lower), character: "▄")
            case (nil, nil):
                break
            }
        }
    }

    /// The characters that stand for brightness where there are no colors, from dark to bright.
    ///
    /// They are meant for bright ink on a dark page.
    public static let characters: [Character] = Array(" .:-=+*#%@")
}
