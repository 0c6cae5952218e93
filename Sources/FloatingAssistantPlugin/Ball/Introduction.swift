import HostRuntime

/// The ball's introduction of itself, which is shown once; a pure value.
struct Introduction: Hashable, Sendable {
    /// The time for which the bubble stays.
    static let duration = Duration.seconds(12)

    /// The key in the store that says that the bubble was seen.
    static let storeKey = "introduced"

    /// An effect for the owner to carry out.
    enum Effect: Hashable, Sendable {
        /// Show the bubble, and call `end()` after `duration`.
        case show
        /// Hide the bubble, and cancel the call.
        case hide
        /// Store that it was seen.
        case remember
    }

    /// Whether the bubble is shown.
    private(set) var isShown = false

    /// Whether the introduction has ended.
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

    /// Ends the introduction for good.
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
