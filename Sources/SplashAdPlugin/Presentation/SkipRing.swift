import HostRuntime

/// A ring that empties clockwise from twelve o'clock, around a number.
///
/// In squares, two to a cell, its edge is smooth; in characters it has twelve
/// beads, like the hours of a clock.
struct SkipRing: Sendable {
    let left: Int
    let whole: Int
    let isOpen: Bool
    static let size = Size(width: 11, height: 5)

    init(left: Int, of whole: Int, isOpen: Bool) {
        self.left = left
        self.whole = max(1, whole)
        self.isOpen = isOpen
    }

    // MARK: - Squares

    /// A square of the ring's background.
    private struct Square {
        /// The fraction of it that the ring covers, 0...1.
        var coverage = 0.0
        /// The place on the ring, clockwise from twelve o'clock, 0..<1.
        var place = 0.0
    }

    private static let squares: [Square?] = {
        let (width, height) = (size.width, size.height * 2)
        let middle = (x: Double(width) / 2, y: Double(height) / 2)
        var squares = [Square?](repeating: nil, count: width * height)
        var order: [(index: Int, turn: Double)] = []
        for index in squares.indices {
            let x = Double(index % width) + 0.5 - middle.x
            let y = Double(index / width) + 0.5 - middle.y
            guard x.magnitude + y.magnitude < 8.2 else { continue }
            var inside = 0
            for part in 0..<64 {
                let dx = x + (Double(part % 8) + 0.5) / 8 - 0.5
                let dy = y + (Double(part / 8) + 0.5) / 8 - 0.5
                if (3.2 * 3.2...4.45 * 4.45).contains(dx * dx + dy * dy) { inside += 1 }
            }
            squares[index] = Square(coverage: Double(inside) / 64)
            if inside > 0 { order.append((index, turn(x, y))) }
        }
        // Only the order of the angles is used, since the squares lie about evenly on the ring.
        order.sort { $0.turn < $1.turn }
        for (rank, entry) in order.enumerated() {
            squares[entry.index]?.place = Double(rank) / Double(order.count)
        }
        return squares
    }()

    /// Returns a number that grows with the angle, clockwise from twelve o'clock.
    private static func turn(_ x: Double, _ y: Double) -> Double {
        let length = max(x.magnitude + y.magnitude, .leastNonzeroMagnitude)
        return x >= 0 ? 1 + y / length : 3 - y / length
    }

    func drawBlocks(in canvas: inout Canvas, appearing color: (Color) -> Color) {
        HalfBlocks(SkipRing.squares.map(ink), size: SkipRing.size).draw(in: &canvas, transform: color)
    }

    private func ink(_ square: Square?) -> Color? {
        guard let square else { return nil }
        let isLeft = square.place >= Double(whole - left) / Double(whole)
        let ink = !isLeft ? PosterColors.track : isOpen ? PosterColors.control : PosterColors.quiet
        return PosterColors.controlGround.mixed(with: ink, amount: square.coverage)
    }

    // MARK: - Characters

    /// Returns the ring as one character, for small screens.
    static func pie(left: Int, of whole: Int) -> Character {
        let pies: [Character] = ["○", "◔", "◑", "◕", "●"]
        let whole = max(1, whole)
        return pies[min(max(0, (left * (pies.count - 1) + whole - 1) / whole), pies.count - 1)]
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
