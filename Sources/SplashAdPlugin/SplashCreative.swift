/// What is advertised: the words, and where a tap leads.
struct SplashCreative: Hashable, Sendable {
    /// The one word that is drawn large.
    var title: String

    /// The line under it.
    var headline: String

    /// A sentence or two.
    var text: String

    /// What the user gets; empty for nothing.
    var offer = ""

    /// Who says all that.
    var brand: String

    /// Where a tap on the advertisement leads; without it a tap does nothing.
    var landing: String?

    /// The advertisement that comes with the plugin.
    static let builtIn = SplashCreative(
        title: "DAWN",
        headline: "Coffee that gets up before you do",
        text: "Roasted in small batches at first light, and at your door by seven.",
        offer: "First bag half price",
        brand: "Corner Roasters"
    )
}
