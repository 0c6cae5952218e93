/// The changed cells of a frame as runs of one pen, grouped by pen.
///
/// Sending a frame pen by pen instead of row by row saves most of the color
/// sequences. The list has a limit: when it is full, its runs are sent and it
/// starts again.
struct RunList: ~Copyable {
    /// Neighboring cells of a row that are drawn with one pen.
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

    private let runBuffer = FixedBuffer<Run>(count: maxRuns)
    private let penBuffer = FixedBuffer<Pen>(count: maxPens)
    private var runCount = 0
    private var penCount = 0

    /// Indices of pens, found by hashes of both parts and of the background alone.
    private let penTable = FixedBuffer<Int32>(repeating: -1, count: tableSize)
    private let lastAlikeTable = FixedBuffer<Int32>(repeating: -1, count: tableSize)
    private var latest = 0

    private static let tableSize = 4 * maxPens

    /// The runs in the order in which they were added, as long as the list exists.
    var runs: UnsafeBufferPointer<Run> { UnsafeBufferPointer(rebasing: runBuffer.values[..<runCount]) }

    /// The pens in the order of their first runs, as long as the list exists.
    var pens: UnsafeBufferPointer<Pen> { UnsafeBufferPointer(rebasing: penBuffer.values[..<penCount]) }

    var isEmpty: Bool { runCount == 0 }

    /// Whether there may be no room for another run.
    var isFull: Bool { runCount >= RunList.maxRuns || penCount >= RunList.maxPens }

    /// Appends a run to those of its pen; the list must not be full.
    @inline(__always)
    mutating func add(y: Int, start: Int, end: Int, back: UInt64, foreground: UInt32) {
        let index = runCount
        runCount &+= 1
        runBuffer[index] = Run(
            y: UInt16(truncatingIfNeeded: y),
            start: UInt16(truncatingIfNeeded: start),
            end: UInt16(truncatingIfNeeded: end),
            next: -1
        )
        if latest >= penCount || penBuffer[latest].back != back || penBuffer[latest].foreground != foreground {
            latest = findPen(back, foreground)
        }
        let pens = penBuffer.values
        let last = Int(pens[latest].lastRun)
        pens[latest].lastRun = Int32(truncatingIfNeeded: index)
        if last < 0 {
            pens[latest].firstRun = Int32(truncatingIfNeeded: index)
        } else {
            runBuffer.values[last].next = Int32(truncatingIfNeeded: index)
        }
    }

    mutating func removeAll() {
        // There are few pens and many slots, so only the slots of pens are
        // reset. The last pens come first: a search for an earlier one never
        // passes their slots.
        for pen in pens.reversed() {
            penTable[slot(of: pen.back, pen.foreground)] = -1
            if pen.isFirst { lastAlikeTable[slotOfLastAlike(pen.back)] = -1 }
        }
        (runCount, penCount, latest) = (0, 0, 0)
    }

    @inline(never)
    private mutating func findPen(_ back: UInt64, _ foreground: UInt32) -> Int {
        let slot = slot(of: back, foreground)
        if penTable[slot] >= 0 { return Int(penTable[slot]) }
        let index = penCount
        penTable[slot] = Int32(truncatingIfNeeded: index)
        let alike = slotOfLastAlike(back)
        let previous = Int(lastAlikeTable[alike])
        lastAlikeTable[alike] = Int32(truncatingIfNeeded: index)
        if previous >= 0 { penBuffer.values[previous].nextAlike = Int32(truncatingIfNeeded: index) }
        penBuffer[index] = Pen(
            back: back,
            foreground: foreground,
            firstRun: -1,
            lastRun: -1,
            nextAlike: -1,
            isFirst: previous < 0
        )
        penCount += 1
        return index
    }

    private func slot(of back: UInt64, _ foreground: UInt32) -> Int {
        var slot = hash(back ^ UInt64(foreground) << 24)
        while true {
            let index = Int(penTable[slot])
            if index < 0 || (penBuffer[index].back == back && penBuffer[index].foreground == foreground) { return slot }
            slot = (slot + 1) % RunList.tableSize
        }
    }

    private func slotOfLastAlike(_ back: UInt64) -> Int {
        var slot = hash(back)
        while true {
            let index = Int(lastAlikeTable[slot])
            if index < 0 || penBuffer[index].back == back { return slot }
            slot = (slot + 1) % RunList.tableSize
        }
    }

    private func hash(_ value: UInt64) -> Int {
        Int(truncatingIfNeeded: (value &* 0x9E37_79B9_7F4A_7C15) >> 52) & (RunList.tableSize - 1)
    }
}
