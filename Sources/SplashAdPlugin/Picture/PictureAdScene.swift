import HostRuntime

/// One picture with its words' ground and its large title, in colours that only have to be drawn.
///
/// Made once for a picture and a size; drawing it scales nothing and allocates
/// nothing.
struct PictureAdScene: Sendable {
    /// How pictures are drawn on a display.
    enum Ink: Hashable, Sendable {
        /// Half blocks: two squares a cell.
        case blocks
        /// Coloured cells, where there are no half blocks.
        case cells
        /// Characters, the denser the brighter, where there are no colours.
        case characters

        init(_ traits: DisplayTraits) {
            self = !traits.hasPictureColors ? .characters : traits.isASCII ? .cells : .blocks
        }
    }

    /// How busy the picture is behind the large title, 0...255: how much neighbours differ on average.
    let busyness: Double

    private let runs: BlockRuns?
    private let rows: [String]

    /// Makes the scene of a picture.
    ///
    /// - Parameter tone: That of the first picture, so that the page stays the same behind all of them.
    init(_ picture: Picture, tone: PictureTone, layout: PictureAdLayout, ink: Ink) {
        let size = layout.size
        var squares = PictureAdScene.squares(picture, tone.ground, layout)
        if ink != .blocks { PictureAdScene.joinHalves(&squares, size) }
        busyness = layout.title.map { PictureAdScene.busyness(squares, $0.rect, size) } ?? 0
        if ink == .characters {
            runs = nil
            rows = PictureAdScene.rows(squares, layout)
        } else {
            layout.title?.draw(into: &squares, width: size.width)
            PictureAdScene.darken(&squares, layout)
            runs = BlockRuns(squares, size: size)
            rows = []
        }
    }

    /// Draws it with as much of its colours as has appeared.
    func draw(in canvas: inout Canvas, appearing color: (Color) -> Color) {
        runs?.draw(in: &canvas, appearing: color)
        let style = Style(foreground: color(PosterColors.text))
        for (y, row) in rows.enumerated() { canvas.draw(row, at: Point(x: 0, y: y), style: style) }
    }

    // MARK: - Squares

    private static func squares(
        _ picture: Picture,
        _ ground: (page: Color, plate: Color?),
        _ layout: PictureAdLayout
    ) -> [Color] {
        let size = layout.size
        let (width, height) = (size.width, size.height * 2)
        let place = layout.picture
        let scaled = picture.scaled(width: place.width, height: place.height)
        var squares = [Color](repeating: ground.page, count: width * height)
        guard let plate = ground.plate else {
            draw(scaled, layout, on: ground.page, into: &squares)
            return squares
        }
        // A dark picture without a ground of its own gets a bright one, a little larger than it is.
        let card = place.inset(horizontally: -3, vertically: -1)
            .intersection(Rect(x: 0, y: 0, width: width, height: min(height, layout.wordsTop * 2 - 1)))
        for y in card.minY..<card.maxY {
            for x in card.minX..<card.maxX { squares[y * width + x] = plate }
        }
        draw(scaled, layout, on: plate, into: &squares)
        return squares
    }

    private static func draw(
        _ scaled: Picture,
        _ layout: PictureAdLayout,
        on ground: Color,
        into squares: inout [Color]
    ) {
        let width = layout.size.width
        let place = layout.picture
        scaled.pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<min(scaled.height, squares.count / max(1, width) - place.minY) {
                for x in 0..<scaled.width {
                    let start = (y * scaled.width + x) * 4
                    let alpha = pixels[start + 3]
                    guard alpha > 0 else { continue }
                    var color = Color(red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2])
                    if alpha < 255 { color = ground.mixed(with: color, amount: Double(alpha) / 255) }
                    let shade = layout.shade(atSquare: y, x: x)
                    if shade > 0 { color = color.mixed(with: PosterColors.cover, amount: shade) }
                    squares[(place.minY + y) * width + place.minX + x] = color
                }
            }
        }
    }

    /// Gives both halves of every cell their mean.
    private static func joinHalves(_ squares: inout [Color], _ size: Size) {
        for y in 0..<size.height {
            for x in 0..<size.width {
                let upper = 2 * y * size.width + x
                let mean = squares[upper].mixed(with: squares[upper + size.width], amount: 0.5)
                squares[upper] = mean
                squares[upper + size.width] = mean
            }
        }
    }

    /// Makes the cells under the words as dark as the words need to be read.
    private static func darken(_ squares: inout [Color], _ layout: PictureAdLayout) {
        let size = layout.size
        func darken(_ rect: Rect, _ ink: Color) {
            let cells = rect.intersection(Rect(origin: .zero, size: size))
            for x in cells.minX..<cells.maxX {
                let upper = 2 * cells.minY * size.width + x
                let mean = squares[upper].mixed(with: squares[upper + size.width], amount: 0.5)
                // Its lower half is what a letter in a cell stands on.
                squares[upper] = PosterColors.ground(mean, under: ink)
                squares[upper + size.width] = squares[upper]
            }
        }
        for line in layout.lines where line.role != .offer { darken(line.rect, line.role.ink) }
        if !layout.isBare { darken(layout.hint, PosterWords.Role.hint.ink) }
    }

    private static func busyness(_ squares: [Color], _ cells: Rect, _ size: Size) -> Double {
        let cells = cells.intersection(Rect(origin: .zero, size: size))
        guard cells.width > 1 else { return 0 }
        var sum = 0
        for y in 2 * cells.minY..<2 * cells.maxY {
            for x in cells.minX + 1..<cells.maxX {
                let index = y * size.width + x
                sum += abs(squares[index].brightness - squares[index - 1].brightness)
            }
        }
        return Double(sum) / Double(2 * cells.height * (cells.width - 1))
    }

    // MARK: - Characters

    /// From the darkest to the brightest, drawn bright on dark.
    private static let characters: [Character] = Array(" .:-=+*#%@")

    private static func rows(_ squares: [Color], _ layout: PictureAdLayout) -> [String] {
        let width = layout.size.width
        var rows = (0..<layout.size.height).map { y in
            squares[2 * y * width..<(2 * y + 1) * width].map { color in
                // What is as dark as the page is nothing at all.
                characters[max(0, color.brightness - 48) * characters.count / 208]
            }
        }
        // Nothing is drawn under a word, nor right beside it.
        for area in layout.lines.map(\.rect) + [layout.hint, layout.title?.rect ?? .zero] {
            let free = area.inset(horizontally: -2, vertically: 0)
                .intersection(Rect(origin: .zero, size: layout.size))
            for y in free.minY..<free.maxY {
                for x in free.minX..<free.maxX { rows[y][x] = " " }
            }
        }
        return rows.map { String($0) }
    }
}
