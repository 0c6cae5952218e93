import HostRuntime

/// Where everything on the poster goes for a size; a pure value that fits any.
///
/// Scenery is measured in squares: a cell is one square wide and two high.
struct PosterLayout: Hashable, Sendable {
    /// The screen in cells.
    let size: Size

    /// The row of cells at which the sea begins.
    let horizon: Int

    /// The middle of the sun in squares; half of it is below the horizon's line.
    let sun: (x: Double, y: Double, radius: Double)

    /// The top left cell of the title.
    let title: Point

    /// How many columns a square of the title's letters takes; 0 where the title is plain text.
    let scale: Int

    /// The left edge and the width of the text.
    let text: Rect

    init(size: Size, title word: String) {
        self.size = size
        let width = size.width
        let height = size.height
        horizon = max(1, (height * 68 + 50) / 100)
        let isWide = width >= 64
        let radius = min(Double(width) * (isWide ? 0.2 : 0.3), Double(horizon) * 1.15)
        sun = (Double(width) * (isWide ? 0.76 : 0.5), Double(horizon) * 2 - radius * 0.35, radius)

        let margin = width >= 40 ? max(3, width / 16) : min(2, width / 12)
        let squares = BlockFont.width(of: word) ?? Int.max / 8
        // The letters leave room for the texts below and for the skip control above.
        let room = width * (isWide ? 62 : 92) / 100 - margin
        let highest = max(0, (height - 8) * 2 / BlockFont.height)
        let fitting = min(room / squares, highest, height / 8)
        // Letters look best with whole cells, which even sizes have.
        scale = fitting >= 2 ? fitting / 2 * 2 : max(0, fitting)
        let titleHeight = scale == 0 ? 1 : (BlockFont.height * scale + 1) / 2
        let block = titleHeight + (height >= 14 ? 6 : 3)
        let top = max(min(3, height / 4), (height - block) * 2 / 5)
        title = Point(x: margin, y: top)
        let below = top + titleHeight + (height >= 14 ? 1 : 0)
        let textWidth = min(max(0, width - 2 * margin), isWide ? max(30, width * 48 / 100) : width)
        text = Rect(x: margin, y: below, width: textWidth, height: max(0, height - below))
    }

    static func == (a: PosterLayout, b: PosterLayout) -> Bool {
        a.size == b.size && a.scale == b.scale
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(scale)
    }

    /// The columns of the sun in a row of squares; nil where it is not.
    func sunColumns(atSquare y: Int) -> Range<Int>? {
        let distance = Double(y) + 0.5 - sun.y
        let inside = sun.radius * sun.radius - distance * distance
        guard inside > 0, y < horizon * 2 else { return nil }
        let half = inside.squareRoot()
        let first = max(0, Int((sun.x - half).rounded()))
        let end = min(size.width, Int((sun.x + half).rounded()))
        return first < end ? first..<end : nil
    }

    /// Places of stars, the same for one size every time: more of them towards the top.
    var stars: [(point: Point, brightness: Double)] {
        guard size.width > 4, horizon > 2 else { return [] }
        var state: UInt64 = 0x5EED
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % max(1, bound)
        }
        let skyHeight = horizon * 2
        return (0..<min(400, size.width * horizon / 28)).map { _ in
            let y = min(next(skyHeight), next(skyHeight))
            let brightness = (0.35 + Double(next(65)) / 100) * (1 - Double(y) / Double(skyHeight))
            return (Point(x: next(size.width), y: y), brightness)
        }
    }
}
