/// A filter of a PNG's rows, which hold differences from a prediction instead of bytes.
enum PNGFilter: UInt8 {
    case none, sub, up, average, paeth

    /// Turns the differences in a row into its bytes.
    ///
    /// `row` has `count` bytes, and so has `above`, the row above, nil for the
    /// first row; `step` is the distance to the pixel on the left in bytes.
    /// Missing bytes count as 0.
    func undo(in row: UnsafeMutablePointer<UInt8>, count: Int, above: UnsafePointer<UInt8>?, step: Int) {
        let head = min(step, count)
        // The pixels on the left, without a subtraction for each byte.
        let before = row - step
        var index = 0
        switch (self, above) {
        case (.none, _), (.up, nil):
            break
        case (.sub, _), (.paeth, nil):
            // Without a row above, Paeth's prediction is always the left pixel.
            index = head
            while index < count {
                row[index] &+= before[index]
                index &+= 1
            }
        case (.up, let above?):
            while index < count {
                row[index] &+= above[index]
                index &+= 1
            }
        case (.average, nil):
            index = head
            while index < count {
                row[index] &+= before[index] &>> 1
                index &+= 1
            }
        case (.average, let above?):
            while index < head {
                row[index] &+= above[index] &>> 1
                index &+= 1
            }
            while index < count {
                let sum = Int(before[index]) &+ Int(above[index])
                row[index] &+= UInt8(truncatingIfNeeded: sum &>> 1)
                index &+= 1
            }
        case (.paeth, let above?):
            while index < head {
                row[index] &+= above[index]
                index &+= 1
            }
            let corners = above - step
            while index < count {
                // The neighbor nearest to left + above - corner; of equal ones, the first in this order.
                let left = Int(before[index])
                let up = Int(above[index])
                let corner = Int(corners[index])
                let fromLeft = up &- corner
                let fromUp = left &- corner
                var nearest: Int
                if fromLeft ^ fromUp >= 0 {
                    // Both lie on one side of the corner, which is therefore the farthest.
                    nearest = (fromLeft < 0 ? fromLeft >= fromUp : fromLeft <= fromUp) ? left : up
                } else {
                    let toLeft = fromLeft < 0 ? 0 &- fromLeft : fromLeft
                    let toUp = fromUp < 0 ? 0 &- fromUp : fromUp
                    let fromCorner = fromLeft &+ fromUp
                    let toCorner = fromCorner < 0 ? 0 &- fromCorner : fromCorner
                    nearest = toUp <= toCorner ? up : corner
                    if toLeft <= toUp, toLeft <= toCorner { nearest = left }
                }
                row[index] &+= UInt8(truncatingIfNeeded: nearest)
                index &+= 1
            }
        }
    }
}
