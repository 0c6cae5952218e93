import HostRuntime

/// The layout of the poster for any size; a pure value.
///
/// Scenery is measured in squares: a cell is one square wide and two high.
struct PosterLayout: Sendable {
    let size: Size

    /// The first row of cells of the sea.
    let horizon: Int

    /// The center and radius of the sun in squares; part of it is below the horizon.
    let sun: (x: Double, y: Double, radius: Double)
    /// The columns that stay free at either side of the words.
    let margin: Int
    let title: Rect

    /// The scale of the title's letters; 0 for a title in plain text.
    let scale: Int
    let text: Rect

    /// Creates the layout for a title; mirrored, the words are at the right and the sun at the left.
    init(size: Size, title word: String, isMirrored: Bool = false) {
        self.size = size
        let width = size.width
        let height = size.height
        // A low screen needs more room for the text, which is easiest to read on the sea.
        horizon = max(1, (height * (height >= 12 ? 60 : 40) + 50) / 100)
        margin = width >= 40 ? max(3, width / 16) : min(2, width / 12)
        let squares = BlockFont.width(of: word) ?? Int.max / 8
        // The title stands in the sky, beside the sun, with a row above and below it; at the right, below the control.
        let taken = isMirrored ? SkipControl.rows(in: size) : 0
        let columns = width * 64 / 100 - margin
        let rows = max(0, horizon - max(2, taken))
        let fitting = min(columns / squares, rows * 2 / BlockFont.height)
        // Even scales make letters of whole cells, which look best.
        scale = fitting >= 2 ? fitting / 2 * 2 : max(0, fitting)
        let titleHeight = scale == 0 ? 1 : (BlockFont.height * scale + 1) / 2
        let titleWidth = scale == 0 ? TextWidth.width(of: word) : squares * scale
        let top = max(0, min(horizon - titleHeight, max(taken, (horizon - titleHeight + 1) / 2)))
        let shown = min(titleWidth, max(0, width - margin))
        title = Rect(x: isMirrored ? width - margin - shown : margin, y: top, width: shown, height: titleHeight)

        // The sun gets the room beside the title.
        let middle = Double(width) * 0.81
        let radius = max(0, min(Double(width) * 0.165, Double(horizon) * 1.1, middle - Double(margin + shown) - 3))
        sun = (isMirrored ? Double(width) - middle : middle, Double(horizon) * 2 - radius * 0.4, radius)

        // The texts are on the dark sea; on a low screen right below the horizon.
        let below = height >= 12 ? horizon + 1 : max(horizon, title.maxY)
        let widest = width >= 64 ? max(36, width * 48 / 100) : width
        let room = min(max(0, width - 2 * margin), widest)
        text = Rect(
            x: isMirrored ? width - margin - room : margin,
            y: below,
            width: room,
            height: max(0, height - below)
        )
    }

    /// Returns the columns of the sun in a row of squares; nil if it isn't there.
    func sunColumns(atSquare y: Int) -> Range<Int>? {
        let distance = Double(y) + 0.5 - sun.y
        let inside = sun.radius * sun.radius - distance * distance
        guard inside > 0, y < horizon * 2 else { return nil }
        let half = inside.squareRoot()
        let first = max(0, Int((sun.x - half).rounded()))
        let end = min(size.width, Int((sun.x + half).rounded()))
        return first < end ? first..<end : nil
    }

    /// Returns the color of the sky or the sea in a row of squares.
    func ground(atSquare y: Int) -> Color {
        let line = horizon * 2
        let isSky = y < line
        let place = Double(isSky ? y : y - line) / Double(max(1, (isSky ? line : size.height * 2 - line) - 1))
        return isSky ? PosterColors.sky(place) : PosterColors.sea(place)
    }
}
