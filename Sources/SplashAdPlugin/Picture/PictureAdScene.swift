import HostRuntime

/// A picture with the ground of its words and its large title, ready to be drawn.
///
/// It is made once for a picture and a size. Drawing it scales and allocates
/// nothing.
struct PictureAdScene: Sendable {
    enum Ink: Hashable, Sendable {
        /// Half blocks: two squares in a cell.
        case blocks
        /// Colored cells, for displays that have only ASCII.
        case cells
        /// Characters that are denser where the picture is brighter, for displays with too few colors.
        case characters

        init(_ traits: DisplayTraits) {
            self = !traits.hasPictureColors ? .characters : traits.isASCII ? .cells : .blocks
        }
    }

    /// The average difference between neighboring squares behind the large title, 0...255.
    let busyness: Double

    private let blocks: HalfBlocks?
    private let rows: [String]

    /// Makes the scene of a picture.
    ///
    /// - Parameter tone: The tone of the first picture, so that the page stays the same behind all of them.
    init(_ picture: Picture, tone: PictureTone, layout: PictureAdLayout, ink: Ink) {
        let size = layout.size
        var squares = PictureAdScene.squares(picture, tone.ground, layout)
        if ink != .blocks { PictureAdScene.joinHalves(&squares, size) }
        busyness = layout.title.map { PictureAdScene.busyness(squares, $0.rect, size) } ?? 0
        if ink == .characters {
            blocks = nil
            rows = PictureAdScene.rows(squares, layout)
        } else {
            layout.title?.draw(into: &squares, width: size.width)
            PictureAdScene.darken(&squares, layout)
            blocks = HalfBlocks(squares, size: size)
            rows = []
        }
    }

    /// Draws the scene in the colors that `color` returns for its own.
    func draw(in canvas: inout Canvas, appearing color: (Color) -> Color) {
        blocks?.draw(in: &canvas, transform: color)
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
        // A dark picture without a ground gets a bright one, a little larger than itself.
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
        for y in 0..<min(scaled.height, squares.count / max(1, width) - place.minY) {
            for x in 0..<scaled.width {
                guard let color = scaled.color(x: x, y: y, on: ground) else { continue }
                let shade = layout.shade(atSquare: y, x: x)
                squares[(place.minY + y) * width + place.minX + x] =
                    shade > 0 ? color.mixed(with: PosterColors.cover, amount: shade) : color
            }
        }
    }

    /// Gives both halves of each cell their mean color.
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

    /// Darkens the cells under the words until the words can be read.
    private static func darken(_ squares: inout [Color], _ layout: PictureAdLayout) {
        let size = layout.size
        func darken(_ rect: Rect, _ ink: Color) {
            let cells = rect.intersection(Rect(origin: .zero, size: size))
            for x in cells.minX..<cells.maxX {
                let upper = 2 * cells.minY * size.width + x
                let mean = squares[upper].mixed(with: squares[upper + size.width], amount: 0.5)
                // A letter's background is the color of the lower half.
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

    private static func rows(_ squares: [Color], _ layout: PictureAdLayout) -> [String] {
        let width = layout.size.width
        let characters = HalfBlocks.characters
        var rows = (0..<layout.size.height).map { y in
            squares[2 * y * width..<(2 * y + 1) * width].map { color in
                // A square as dark as the page is a space.
                characters[max(0, color.brightness - 48) * characters.count / 208]
            }
        }
        // Keep words free, with two columns beside them.
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

extension DisplayTraits {
    /// Whether there are enough colors for recognisable pictures.
    var hasPictureColors: Bool { colorDepth == .trueColor || colorDepth == .indexed256 }

    /// Whether half blocks can draw pictures, which takes a color for each half.
    var hasHalfBlocks: Bool { !isASCII && hasPictureColors }
}
