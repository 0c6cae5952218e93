/// What a row of a PNG holds instead of its bytes: the difference from a guess.
enum PNGFilter: UInt8 {
    case none, sub, up, average, paeth

    /// Turns the differences of a row into its bytes.
    ///
    /// `above` is where the row above begins, nil for the first one; `step` how
    /// many bytes back the pixel to the left is. What is not there counts as 0.
    func undo(in data: inout MutableSpan<UInt8>, row: Range<Int>, above: Int?, step: Int) {
        let start = row.lowerBound
        let count = row.count
        let head = min(step, count)
        switch (self, above) {
        case (.none, _), (.up, nil):
            break
        case (.sub, _), (.paeth, nil):
            // Without a row above, Paeth's guess is always the left.
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

    /// Returns whichever of three neighbours is nearest to left + above - corner, in this order where two are.
    @inline(__always)
    private static func paeth(left: UInt8, above: UInt8, corner: UInt8) -> UInt8 {
        let (a, b, c) = (Int(left), Int(above), Int(corner))
        let (pa, pb, pc) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
        if pa <= pb && pa <= pc { return left }
        return pb <= pc ? above : corner
    }
}
