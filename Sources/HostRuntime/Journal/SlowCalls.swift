/// Finds the calls that hold the main actor for too long; a pure value.
///
/// A call that waits for a slow call inside it isn't slow itself: only the time
/// that it used apart from those counts.
struct SlowCalls {
    /// The time in nanoseconds that a call may hold the main actor before it's named: 250 ms.
    static let limit: UInt64 = 250_000_000

    private static let memory = 64

    /// The last slow calls that have ended, perhaps inside calls that still run.
    private var inner: [Range<UInt64>] = []

    /// Records the end of a call that took longer than `limit`.
    ///
    /// Returns the time that it used itself if that is too long, too.
    mutating func end(of call: Range<UInt64>) -> UInt64? {
        let inside = inner.filter { $0.lowerBound >= call.lowerBound }
        let own = UInt64(call.count) - inside.reduce(0) { $0 + UInt64($1.count) }
        inner.removeAll { $0.lowerBound >= call.lowerBound }
        if inner.count == SlowCalls.memory { inner.removeFirst() }
        inner.append(call)
        return own > SlowCalls.limit ? own : nil
    }
}
