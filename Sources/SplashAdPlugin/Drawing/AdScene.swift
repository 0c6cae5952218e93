import HostRuntime

/// An advertisement's page or picture with its words, ready to be drawn; a pure value.
///
/// It is made once for a size. Drawing it scales nothing.
struct AdScene: Sendable {
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

        /// The number of which the scale of large letters is a multiple, so that they consist of what is drawn.
        var largeStep: Int { self == .blocks ? 1 : 2 }
    }

    let words: AdWords

    /// The average difference between neighboring squares behind the large title, 0...255.
    let busyness: Double

    private let ink: Ink
    private let blocks: HalfBlocks?
    private let rows: [String]

    /// Makes the scene from squares: a cell is one square wide and two high.
    init(_ squares: [Color], words: AdWords, size: Size, ink: Ink) {
        var squares = squares
        if ink != .blocks { AdScene.joinHalves(&squares, size) }
        self.words = words
        self.ink = ink
        busyness = words.title.map { AdScene.busyness(squares, $0.rect, size) } ?? 0
        guard ink != .characters else {
            blocks = nil
            rows = AdScene.rows(squares, words, size)
            return
        }
        if ink == .blocks { words.title?.draw(into: &squares, width: size.width) }
        AdScene.darken(&squares, words, size)
        blocks = HalfBlocks(squares, size: size)
        rows = []
    }

    /// Draws the scene in the colors that `color` returns for its own.
    func draw(in canvas: inout Canvas, appearing color: (Color) -> Color) {
        blocks?.draw(in: &canvas, transform: color)
        let style = Style(foreground: color(PosterColors.text))
        for (y, row) in rows.enumerated() { canvas.draw(row, at: Point(x: 0, y: y), style: style) }
        if ink != .blocks {
            words.title?.draw(in: &canvas, style: Style(foreground: color(PosterColors.title), attributes: .bold))
        }
        for line in words.lines { line.draw(in: &canvas, appearing: color) }
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
    private static func darken(_ squares: inout [Color], _ words: AdWords, _ size: Size) {
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
        for line in words.lines where line.role != .offer { darken(line.rect, line.role.ink) }
        if !words.isBare { darken(words.hint, AdWords.Role.hint.ink) }
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

    /// Returns the squares as rows of characters, which leave the words free.
    private static func rows(_ squares: [Color], _ words: AdWords, _ size: Size) -> [String] {
        let characters = HalfBlocks.characters
        return (0..<size.height).map { y in
            let row = (0..<size.width).map { x -> Character in
                guard !words.cover(Point(x: x, y: y)) else { return " " }
                // A square as dark as the page is a space.
                return characters[max(0, squares[2 * y * size.width + x].brightness - 48) * characters.count / 208]
            }
            return String(row)
        }
    }
}

extension DisplayTraits {
    /// Whether there are enough colors for recognisable pictures.
    fileprivate var hasPictureColors: Bool { colorDepth == .trueColor || colorDepth == .indexed256 }
}
