/// The changed cells of a frame as runs of one pen, grouped by pen.
///
/// Sending a frame pen by pen instead of row by row saves most of the colour
/// sequences. The list has a limit: when it is full, its runs are sent and it
/// starts anew.
struct RunList {
    /// Neighbouring cells of a row that are drawn with one pen.
    struct Run {
        var y: UInt16
        var start: UInt16
        var end: UInt16
        /// The next run of the same pen, or -1.
        var next: Int32
    }

    /// A background with attributes, and a foreground.
    struct Pen {
        /// The cells' `back`, without width and flags.
        var back: UInt64
        /// `anyForeground` for spaces, which are drawn with any.
        var foreground: UInt32
        var firstRun: Int32
        var lastRun: Int32
        /// The next pen with the same `back`, or -1.
        var nextAlike: Int32
        /// Whether this is the first pen with its `back`.
        var isFirst: Bool
    }

    static let anyForeground: UInt32 = .max
    static let maxPens = 1024
    static let maxRuns = 8192

    private(set) var runs: [Run] = []
    private(set) var pens: [Pen] = []

    /// Indices into `pens`, found by hashes of both parts and of the background alone.
    private var penTable = [Int32](repeating: -1, count: RunList.tableSize)
    private var lastAlikeTable = [Int32](repeating: -1, count: RunList.tableSize)
    private var latest = 0

    private static let tableSize = 4 * maxPens

    init() {
        runs.reserveCapacity(RunList.maxRuns)
        pens.reserveCapacity(RunList.maxPens)
    }

    var isEmpty: Bool { runs.isEmpty }

    /// Whether there may be no room for another run.
    var isFull: Bool { runs.count >= RunList.maxRuns || pens.count >= RunList.maxPens }

    /// Appends a run to those of its pen; the list must not be full.
    mutating func add(y: Int, start: Int, end: Int, back: UInt64, foreground: UInt32) {
        let index = Int32(truncatingIfNeeded: runs.count)
        runs.append(
            Run(
                y: UInt16(truncatingIfNeeded: y),
                start: UInt16(truncatingIfNeeded: start),
                end: UInt16(truncatingIfNeeded: end),
                next: -1
            )
        )
        let pen = findPen(back, foreground)
        let last = Int(pens[pen].lastRun)
        if last < 0 { pens[pen].firstRun = index } else { runs[last].next = index }
        pens[pen].lastRun = index
    }

    mutating func removeAll() {
        // There are few pens and many slots, so only the slots of pens are
        // reset. The last pens come first: a search for an earlier one never
        // passes their slots.
        for pen in pens.reversed() {
            penTable[slot(of: pen.back, pen.foreground)] = -1
            if pen.isFirst { lastAlikeTable[slotOfLastAlike(pen.back)] = -1 }
        }
        runs.removeAll(keepingCapacity: true)
        pens.removeAll(keepingCapacity: true)
        latest = 0
    }

    private mutating func findPen(_ back: UInt64, _ foreground: UInt32) -> Int {
        if latest < pens.count && pens[latest].back == back && pens[latest].foreground == foreground { return latest }
        let slot = slot(of: back, foreground)
        if penTable[slot] >= 0 {
            latest = Int(penTable[slot])
            return latest
        }
        let index = Int32(truncatingIfNeeded: pens.count)
        penTable[slot] = index
        let alike = slotOfLastAlike(back)
        let previous = Int(lastAlikeTable[alike])
        lastAlikeTable[alike] = index
        if previous >= 0 { pens[previous].nextAlike = index }
        pens.append(
            Pen(back: back, foreground: foreground, firstRun: -1, lastRun: -1, nextAlike: -1, isFirst: previous < 0)
        )
        latest = pens.count - 1
        return latest
    }

    private func slot(of back: UInt64, _ foreground: UInt32) -> Int {
        var slot = hash(back ^ UInt64(foreground) << 24)
        while true {
            let index = Int(penTable[slot])
            if index < 0 || (pens[index].back == back && pens[index].foreground == foreground) { return slot }
            slot = (slot + 1) % RunList.tableSize
        }
    }

    private func slotOfLastAlike(_ back: UInt64) -> Int {
        var slot = hash(back)
        while true {
            let index = Int(lastAlikeTable[slot])
            if index < 0 || pens[index].back == back { return slot }
            slot = (slot + 1) % RunList.tableSize
        }
    }

    private func hash(_ value: UInt64) -> Int {
        Int(truncatingIfNeeded: (value &* 0x9E37_79B9_7F4A_7C15) >> 52) & (RunList.tableSize - 1)
    }
}
