import HostRuntime

/// A ring that empties clockwise from twelve o'clock, around a number.
///
/// In squares, two to a cell, its edge is smooth; in characters it has twelve
/// beads, like the hours of a clock.
struct SkipRing: Sendable {
    let left: Int
    /// The steps of the whole ring, at least one.
    let whole: Int
    let isOpen: Bool
    static let size = Size(width: 11, height: 5)

    // MARK: - Squares

    /// The ground of the ring, without the corners.
    private static let ground: [Color?] = (0..<size.width * size.height * 2).map { index in
        let (x, y) = middle(of: index)
        return x.magnitude + y.magnitude < 8.2 ? PosterColors.controlGround : nil
    }

    /// The squares of the ring, about evenly distributed and clockwise from twelve o'clock; it covers a fraction of each.
    private static let squares: [(index: Int, coverage: Double)] = {
        let squares = ground.indices.map { index in
            let (x, y) = middle(of: index)
            let inside = (0..<64).count { part in
                let dx = x + (Double(part % 8) + 0.5) / 8 - 0.5
                let dy = y + (Double(part / 8) + 0.5) / 8 - 0.5
                return (3.2 * 3.2...4.45 * 4.45).contains(dx * dx + dy * dy)
            }
            let distance = x.magnitude + y.magnitude
            // It grows with the angle, which is all that the order needs.
            let turn = x >= 0 ? 1 + y / distance : 3 - y / distance
            return (index: index, coverage: Double(inside) / 64, turn: turn)
        }
        return squares.filter { $0.coverage > 0 }.sorted { $0.turn < $1.turn }.map { ($0.index, $0.coverage) }
    }()

    /// Returns the middle of a square as seen from the ring's.
    private static func middle(of index: Int) -> (x: Double, y: Double) {
        (
            Double(index % size.width) + 0.5 - Double(size.width) / 2,
            Double(index / size.width) + 0.5 - Double(size.height)
        )
    }

    func drawBlocks(in canvas: inout Canvas, appearing color: (Color) -> Color) {
        var squares = SkipRing.ground
        for (rank, square) in SkipRing.squares.enumerated() {
            let isLeft = rank * whole >= (whole - left) * SkipRing.squares.count
            let ink = !isLeft ? PosterColors.track : isOpen ? PosterColors.control : PosterColors.quiet
            squares[square.index] = PosterColors.controlGround.mixed(with: ink, amount: square.coverage)
        }
        HalfBlocks(squares, size: SkipRing.size).draw(in: &canvas, transform: color)
    }

    // MARK: - Characters

    /// Returns the ring as one character, for small screens.
    static func pie(left: Int, of whole: Int) -> Character {
        let pies: [Character] = ["○", "◔", "◑", "◕", "●"]
        return pies[(left * (pies.count - 1) + whole - 1) / whole]
    }

    /// The cells of the beads, clockwise from twelve o'clock.
    private static let beads = [
        (5, 0), (7, 0), (9, 1), (10, 2), (9, 3), (7, 4), (5, 4), (3, 4), (1, 3), (0, 2), (1, 1), (3, 0),
    ].map { Point(x: $0.0, y: $0.1) }

    /// Draws the ring as beads that become dots.
    func drawCharacters(in canvas: inout Canvas, style: Style) {
        canvas.fill(Rect(origin: .zero, size: SkipRing.size), style: style)
        let gone = (whole - left) * SkipRing.beads.count / whole
        for (index, bead) in SkipRing.beads.enumerated() {
            canvas.draw(index < gone ? "." : "o", at: bead, style: style)
        }
    }
}
