import HostRuntime

/// The places of layers that lie above one another like floors, seen from the front and above; a pure value.
///
/// It maps a place on the screen, from 0 to 1 on both axes, to a point of the
/// picture, in units of half cells: a unit is a cell wide and half a cell high.
struct LayerGeometry: Hashable, Sendable {
    struct Spot: Hashable, Sendable {
        let x: Double
        let y: Double
    }

    /// The width and the height of a floor.
    let width: Double
    let height: Double

    /// The columns by which the back edge is shifted to the right.
    let shear: Double

    /// The distance between floors.
    let rise: Double

    /// The number of floors.
    let count: Int

    private let left: Double
    private let bottom: Double

    /// Places floors in an area of columns and half rows, further apart the larger `spread` is, from 0 to 4.
    init(columns: Int, halfRows: Int, count: Int, spread: Int) {
        self.count = max(1, count)
        let (columns, rows) = (Double(max(1, columns)), Double(max(1, halfRows)))
        // With more floors each gets flatter, so that all can be told apart.
        let distance = [0.15, 0.3, 0.5, 0.8, 1.2][min(max(0, spread), 4)]
        height = max(3, (rows - 1) / (1 + distance * Double(max(0, count - 1))))
        rise = count <= 1 ? 0 : (rows - 1 - height) / Double(count - 1)
        shear = min(height * 0.7, columns * 0.25)
        width = max(2, columns - shear - 1)
        left = 0
        bottom = rows - 1
    }

    /// Returns the point of the picture for a place on a floor, counted from the back.
    func spot(u: Double, v: Double, floor: Int) -> Spot {
        Spot(
            x: left + u * width + (1 - v) * shear,
            y: bottom - (1 - v) * height - Double(floor) * rise
        )
    }

    /// Returns the place on a floor for a point of the picture; nil beside the floor.
    func place(x: Double, y: Double, floor: Int) -> (u: Double, v: Double)? {
        guard height > 0, width > 0 else { return nil }
        let v = 1 - (bottom - Double(floor) * rise - y) / height
        let u = (x - left - (1 - v) * shear) / width
        guard u >= 0, u < 1, v >= 0, v < 1 else { return nil }
        return (u, v)
    }
}
