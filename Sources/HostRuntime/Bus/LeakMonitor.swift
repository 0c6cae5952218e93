/// Decides when a topic has so many observers that a warning is due.
///
/// The first comes at the threshold, another each time the highest number yet
/// has grown by half the threshold. Adding and cancelling in turn never warns twice.
struct LeakMonitor {
    private let threshold: Int
    private var next: Int

    /// A threshold below 1 never warns.
    init(threshold: Int) {
        self.threshold = threshold
        next = threshold
    }

    /// Whether a warning is due now that there are so many observers.
    mutating func shouldWarn(observers: Int) -> Bool {
        guard threshold > 0, observers >= next else { return false }
        next = observers + max(1, threshold / 2)
        return true
    }
}
