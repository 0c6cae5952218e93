/// A summary of one row of a canvas.
///
/// With it, the compositor skips what a see-through window doesn't cover, and
/// copies rows that need no second look. It may claim too much, never too
/// little: a flag can stay after the last cell that it stood for was drawn
/// over.
struct RowSummary: Hashable, Sendable {
    struct Flags: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let holes = Flags(rawValue: 1 << 0)
        static let seeThrough = Flags(rawValue: 1 << 1)
        static let wide = Flags(rawValue: 1 << 2)
        static let pooled = Flags(rawValue: 1 << 3)
        static let unsure = Flags(rawValue: 1 << 4)
    }

    private var lower: UInt16 = 0
    private var upper: UInt16 = 0

    /// The columns that may be drawn on; those outside are holes.
    private(set) var columns: Range<Int> {
        get { Int(lower)..<Int(upper) }
        set {
            lower = UInt16(truncatingIfNeeded: newValue.lowerBound)
            upper = UInt16(truncatingIfNeeded: newValue.upperBound)
        }
    }

    /// Properties that some of these cells may have.
    var flags: Flags = []

    /// Records that cells were drawn.
    mutating func cover(_ drawn: Range<Int>) {
        if columns.isEmpty {
            columns = drawn
            return
        }
        if drawn.lowerBound > columns.upperBound || drawn.upperBound < columns.lowerBound { flags.insert(.holes) }
        columns = min(columns.lowerBound, drawn.lowerBound)..<max(columns.upperBound, drawn.upperBound)
    }

    /// Records that cells were drawn over with opaque narrow ones, which leave nothing of what was there.
    mutating func coverOpaque(_ drawn: Range<Int>) {
        if drawn.lowerBound <= columns.lowerBound && drawn.upperBound >= columns.upperBound {
            columns = drawn
            flags = []
        } else {
            cover(drawn)
        }
    }

    /// Records that cells were made holes.
    mutating func uncover(_ cleared: Range<Int>) {
        guard cleared.overlaps(columns) else { return }
        switch (cleared.lowerBound <= columns.lowerBound, cleared.upperBound >= columns.upperBound) {
        case (true, true):
            columns = 0..<0
            flags = []
        case (true, false): columns = cleared.upperBound..<columns.upperBound
        case (false, true): columns = columns.lowerBound..<cleared.lowerBound
        case (false, false): flags.insert(.holes)
        }
    }
}
