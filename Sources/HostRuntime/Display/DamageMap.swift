/// The columns of each row that have to be composed again, in as few disjoint ranges as possible.
struct DamageMap: ~Copyable {
    /// The largest number of ranges in a row; further ones are joined with their neighbors.
    static let rangesPerRow = 32

    let size: Size
    private let counts: FixedBuffer<Int>
    private let ranges: FixedBuffer<Columns>

    private struct Columns {
        var lower: Int32
        var upper: Int32
    }

    /// The rows that may have ranges; other rows have none.
    private(set) var rows = 0..<0

    init(size: Size) {
        self.size = size
        counts = FixedBuffer(repeating: 0, count: size.height)
        ranges = FixedBuffer(count: size.height * DamageMap.rangesPerRow)
    }

    /// The number of ranges in a row; they are ascending and neither overlap nor touch.
    func count(inRow y: Int) -> Int { counts[y] }

    func range(_ index: Int, inRow y: Int) -> Range<Int> {
        let range = ranges[y * DamageMap.rangesPerRow + index]
        return Int(range.lower)..<Int(range.upper)
    }

    /// Adds columns of a row; those outside the screen are ignored.
    mutating func add(_ columns: Range<Int>, row y: Int) {
        guard y >= 0 && y < size.height else { return }
        let lower = max(0, columns.lowerBound)
        let upper = min(size.width, columns.upperBound)
        guard lower < upper else { return }
        rows = rows.isEmpty ? y..<y + 1 : min(rows.lowerBound, y)..<max(rows.upperBound, y + 1)
        insert(Columns(lower: Int32(truncatingIfNeeded: lower), upper: Int32(truncatingIfNeeded: upper)), row: y)
    }

    /// Adds every cell.
    mutating func addEverything() {
        for y in 0..<size.height { add(0..<size.width, row: y) }
    }

    /// Widens the ranges of a row by one column on both sides.
    mutating func widen(row y: Int) {
        let old = (0..<counts[y]).map { range($0, inRow: y) }
        counts[y] = 0
        for range in old { add(range.lowerBound - 1..<range.upperBound + 1, row: y) }
    }

    mutating func removeAll() {
        for y in rows { counts[y] = 0 }
        rows = 0..<0
    }

    private func insert(_ new: Columns, row y: Int) {
        let count = counts[y]
        let ranges = UnsafeMutableBufferPointer(
            rebasing: ranges.values[y * DamageMap.rangesPerRow..<(y + 1) * DamageMap.rangesPerRow]
        )
        // The ranges from `first` up to `end` overlap or touch the new one.
        var first = 0
        while first < count && ranges[first].upper < new.lower { first &+= 1 }
        var end = first
        while end < count && ranges[end].lower <= new.upper { end &+= 1 }
        if first < end {
            ranges[first] = Columns(
                lower: min(new.lower, ranges[first].lower),
                upper: max(new.upper, ranges[end &- 1].upper)
            )
            let joined = end &- first &- 1
            guard joined > 0 else { return }
            for index in end..<count { ranges[index &- joined] = ranges[index] }
            counts[y] = count &- joined
        } else if count < DamageMap.rangesPerRow {
            var index = count
            while index > first {
                ranges[index] = ranges[index &- 1]
                index &-= 1
            }
            ranges[first] = new
            counts[y] = count &+ 1
        } else {
            let neighbor = ranges[max(0, first - 1)]
            insert(Columns(lower: min(neighbor.lower, new.lower), upper: max(neighbor.upper, new.upper)), row: y)
        }
    }
}
