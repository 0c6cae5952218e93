/// A filter of a PNG's rows, which hold differences from a prediction instead of bytes.
enum PNGFilter: UInt8 {
    case none, sub, up, average, paeth

    /// Turns the differences in a row into its bytes.
    ///
    /// `above` is the start of the row above, nil for the first row; `step` is
    /// the distance to the pixel on the left in bytes. Missing bytes count as
    /// 0.
    func undo(in data: inout MutableSpan<UInt8>, row: Range<Int>, above: Int?, step: Int) {
        let start = row.lowerBound
        let count = row.count
        let head = min(step, count)
        switch (self, above) {
        case (.none, _), (.up, nil):
            break
        case (.sub, _), (.paeth, nil):
            // Without a row above, Paeth's prediction is always the left pixel.
            for index in head..<count { data[start + index] &+= data[start + index - step] }
        case (.up, let above?):
            for index in 0..<count { data[start + index] &+= data[above + index] }
        case (.average, nil):
            for index in head..<count { data[start + index] &+= data[start + index - step] / 2 }
        case (.average, let above?):
            for index in 0..<head { data[start + index] &+= data[above + index] / 2 }
            for index in head..<count {
                let sum = Int(data[start + index - step]) + Int(data[above + index])
                data[start + index] &+= UInt8(truncatingIfNeeded: sum / 2)
            }
        case (.paeth, let above?):
            for index in 0..<head { data[start + index] &+= data[above + index] }
            for index in head..<count {
                data[start + index] &+= PNGFilter.paeth(
                    left: data[start + index - step],
                    above: data[above + index],
                    corner: data[above + index - step]
                )
            }
        }
    }

    /// Returns the neighbour nearest to left + above - corner; of equal ones, the first in this order.
    @inline(__always)
    private static func paeth(left: UInt8, above: UInt8, corner: UInt8) -> UInt8 {
        let (a, b, c) = (Int(left), Int(above), Int(corner))
        let (pa, pb, pc) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
        if pa <= pb && pa <= pc { return left }
        return pb <= pc ? above : corner
    }
}
