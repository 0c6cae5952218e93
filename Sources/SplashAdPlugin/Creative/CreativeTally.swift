/// How often a creative was shown, and what it has coming to it.
struct CreativeTally: Hashable, Sendable {
    /// Since the day began.
    var today = 0
    /// Since the feed first named it.
    var total = 0
    /// The seconds since it was shown last; nil for not yet.
    var sinceShown: Double?
    /// Its credit among the others: see `CreativeTurns`.
    var credit = 0.0
}
