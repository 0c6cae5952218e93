import HostRuntime

/// The place of the ball: a side of the screen, and the distance down it; a pure value.
///
/// The distance is a fraction of the free height, so it fits a
/// screen of any size.
struct BallHome: Hashable, Sendable {
    enum Side: String, Hashable, Sendable {
        case left
        case right
    }

    let side: Side
    /// The distance down, from 0 at the top to 1 at the bottom.
    let fraction: Double

    /// Creates a place, with the fraction clamped to 0...1.
    init(_ side: Side, fraction: Double) {
        self.side = side
        self.fraction = fraction.isNaN ? 1 : min(max(0, fraction), 1)
    }
}

// MARK: - Remembering

extension BallHome {
    init?(stored value: PlainValue?) {
        guard let side = value?["side"]?.stringValue.flatMap(Side.init(rawValue:)),
            let fraction = value?["down"]?.doubleValue, (0...1).contains(fraction)
        else { return nil }
        self.init(side, fraction: fraction)
    }

    var stored: PlainValue { ["side": .string(side.rawValue), "down": .double(fraction)] }
}
