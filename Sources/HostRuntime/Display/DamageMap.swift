/// The columns of each row that have to be composed again, in as few disjoint ranges as possible.
struct DamageMap {
    /// The largest number of ranges in a row; further ones are joined with their neighbours.
    static let rangesPerRow = 32

    let size: Size
    private var counts: [Int]
    private var ranges: [Range<Int32>]

    /// The rows that may have ranges; other rows have none.
    private(set) var rows = 0..<0

    init(size: Size) {
        self.size = size
        counts = [Int](repeating: 0, count: size.height)
        ranges = [Range<Int32>](repeating: 0..<0, count: size.height * DamageMap.rangesPerRow)
    }

    /// The number of ranges in a row; they are ascending and neither overlap nor touch.
    func count(inRow y: Int) -> Int { counts[y] }

    func range(_ index: Int, inRow y: Int) -> Range<Int> {
        let range = ranges[y * DamageMap.rangesPerRow + index]
        return Int(range.lowerBound)..<Int(range.upperBound)
    }

    /// Adds columns of a row; those outside the screen are ignored.
    mutating func add(_ columns: Range<Int>, row y: Int) {
        guard y >= 0 && y < counts.count else { return }
        let lower = max(0, columns.lowerBound)
        let upper = min(size.width, columns.upperBound)
        guard lower < upper else { return }
        rows = rows.isEmpty ? y..<y + 1 : min(rows.lowerBound, y)..<max(rows.upperBound, y + 1)
        insert(Int32(lower)..<Int32(upper), row: y)
    }

    /// Adds every cell.
    mutating func addEverything() {
        for y in counts.indices { add(0..<size.width, row: y) }
    }

    /// Widens the ranges of a row by one column on both sides.
    mutating func widen(row y: Int) {
        let base = y * DamageMap.rangesPerRow
        let old = Array(ranges[base..<base + counts[y]])
        counts[y] = 0
        for range in old { add(Int(range.lowerBound) - 1..<Int(range.upperBound) + 1, row: y) }
    }

    mutating func removeAll() {
        for y in rows { counts[y] = 0 }
        rows = 0..<0
    }

    private mutating func insert(_ new: Range<Int32>, row y: Int) {
        let base = y * DamageMap.rangesPerRow
        let count = counts[y]
        if count == 0 {
            ranges[base] = new
            counts[y] = 1
            return
        }
        // The ranges from `first` up to `end` overlap or touch the new one.
        var first = 0
        while first < count && ranges[base + first].upperBound < new.lowerBound { first += 1 }
        var end = first
        while end < count && ranges[base + end].lowerBound <= new.upperBound { end += 1 }
        if first < end {
            let lower = min(new.lowerBound, ranges[base + first].lowerBound)
            ranges[base + first] = lower..<max(new.upperBound, ranges[base + end - 1].upperBound)
            for index in end..<count { ranges[base + index - (end - first - 1)] = ranges[base + index] }
            counts[y] = count - (end - first - 1)
        } else if count < DamageMap.rangesPerRow {
            for index in stride(from: count, to: first, by: -1) { ranges[base + index] = ranges[base + index - 1] }
            ranges[base + first] = new
            counts[y] = count + 1
        } else {
            let neighbour = max(0, first - 1)
            let joined = ranges[base + neighbour]
            insert(min(joined.lowerBound, new.lowerBound)..<max(joined.upperBound, new.upperBound), row: y)
        }
    }
}
