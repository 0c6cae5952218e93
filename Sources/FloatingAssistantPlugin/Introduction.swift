import HostRuntime

/// Whether the ball says what it is, which it does once; a pure value.
struct Introduction: Hashable, Sendable {
    /// How long the bubble stays.
    static let duration = Duration.seconds(12)

    /// The key of the store under which it is kept that the bubble was seen.
    static let storeKey = "introduced"

    /// What the owner has to do.
    enum Effect: Hashable, Sendable {
        /// Show the bubble and call `end()` after `duration`.
        case show
        /// Hide the bubble, and do not call any more.
        case hide
        /// Keep that it was seen.
        case remember
    }

    /// Whether the bubble is on the screen.
    private(set) var isShown = false

    /// Whether there is nothing left to say.
    private(set) var isOver: Bool

    init(wasSeen: Bool) {
        isOver = wasSeen
    }

    /// Takes in whether the ball is on the screen with the page behind it and nothing else.
    mutating func update(isInView: Bool) -> [Effect] {
        let isWanted = isInView && !isOver
        guard isWanted != isShown else { return [] }
        isShown = isWanted
        return [isWanted ? .show : .hide]
    }

    /// Ends it for good: the person knows by now, or had the time to read it.
    mutating func end() -> [Effect] {
        guard !isOver else { return [] }
        isOver = true
        let effects: [Effect] = isShown ? [.hide, .remember] : [.remember]
        isShown = false
        return effects
    }

    /// Takes in that the program ends; what was seen until then counts.
    mutating func leave() -> [Effect] {
        isShown ? end() : []
    }
}
