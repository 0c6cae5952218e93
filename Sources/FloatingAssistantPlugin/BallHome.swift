import HostRuntime

/// The place where the ball belongs: a side of the screen, and how far down it; a pure value.
///
/// A part of the free height and no row, so that it is the same place on a
/// screen of any size.
struct BallHome: Hashable, Sendable {
    /// The sides that the ball docks to; above and below, pages have lines of their own.
    enum Side: String, Hashable, Sendable {
        case left
        case right
    }

    let side: Side

    /// How far down, from 0 at the top to 1 at the bottom.
    let fraction: Double

    /// Creates a place; a fraction that is none counts as the nearest one.
    init(_ side: Side, fraction: Double) {
        self.side = side
        self.fraction = fraction.isNaN ? 1 : min(max(0, fraction), 1)
    }
}

// MARK: - Remembering

extension BallHome {
    /// Reads what `stored` gave; nil for anything else, as another program may leave it.
    init?(stored value: PlainValue?) {
        guard let side = value?["side"]?.stringValue.flatMap(Side.init(rawValue:)),
            let fraction = value?["down"]?.doubleValue, (0...1).contains(fraction)
        else { return nil }
        self.init(side, fraction: fraction)
    }

    /// The place as it is kept in a store.
    var stored: PlainValue { ["side": .string(side.rawValue), "down": .double(fraction)] }
}
