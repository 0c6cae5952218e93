import HostRuntime

/// The ball's introduction of itself, which is shown once; a pure value.
struct Introduction: Hashable, Sendable {
    static let duration = Duration.seconds(12)
    static let storeKey = "introduced"

    enum Effect: Hashable, Sendable {
        /// Show the bubble, and call `end()` after `duration`.
        case show
        case hide
        case remember
    }

    private(set) var isShown = false
    private(set) var isOver: Bool

    init(wasSeen: Bool) {
        isOver = wasSeen
    }

    /// Updates whether the ball is visible with only the page behind it.
    mutating func update(isInView: Bool) -> [Effect] {
        let isWanted = isInView && !isOver
        guard isWanted != isShown else { return [] }
        isShown = isWanted
        return [isWanted ? .show : .hide]
    }

    mutating func end() -> [Effect] {
        guard !isOver else { return [] }
        isOver = true
        let effects: [Effect] = isShown ? [.hide, .remember] : [.remember]
        isShown = false
        return effects
    }

    /// Ends the introduction with the program if the bubble was shown.
    mutating func leave() -> [Effect] {
        isShown ? end() : []
    }
}
