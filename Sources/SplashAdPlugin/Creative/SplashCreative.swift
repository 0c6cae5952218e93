import FoundationEssentials

/// An advertisement: what it says and shows, where a tap leads, and when it may be shown.
struct SplashCreative: Hashable, Sendable {
    /// What it is called in its feed, and counted under.
    var id: String

    /// The one word that is drawn large.
    var title = ""

    /// The line under it.
    var headline = ""

    /// A sentence or two.
    var text = ""

    /// What the user gets; empty for nothing.
    var offer = ""

    /// Who says all that.
    var brand = ""

    /// Where a tap on the advertisement leads; without it a tap does nothing.
    var landing: String?

    /// What is seen besides the words.
    var artwork = Artwork.poster

    /// How often it is shown in proportion to the others, 1...1000.
    var weight = 1

    /// The moment from which it may be shown; nil for always.
    var validFrom: Date?

    /// The moment from which it may not be shown any more; nil for never.
    var validUntil: Date?

    /// How often it may be shown in a day of the local calendar; nil for as often as any.
    var dailyCap: Int?

    /// How often it may be shown for as long as its feed names it; nil for as often as any.
    var totalCap: Int?

    /// The least whole seconds between two shows of it; nil for none.
    var secondsBetweenShows: Int?

    /// How it is shown, where it says so itself.
    var look = CreativeLook()

    /// What is seen besides the words, by address.
    enum Artwork: Hashable, Sendable {
        /// The scenery that comes with the plugin.
        case poster
        /// A PNG file.
        case picture(AdAddress)
        /// PNG files one after the other.
        case animation([Frame], repeats: Bool)

        /// One picture of an animation.
        struct Frame: Hashable, Sendable {
            var address: AdAddress
            /// How long it is shown.
            var duration: Duration
        }

        /// All files that it takes, in order.
        var addresses: [AdAddress] {
            switch self {
            case .poster: []
            case .picture(let address): [address]
            case .animation(let frames, _): frames.map(\.address)
            }
        }
    }

    /// Whether anything is said in it.
    var hasWords: Bool { [title, headline, text, offer, brand].contains(where: \.isVisible) }

    /// The advertisement that comes with the plugin.
    static let builtIn = SplashCreative(
        id: "built-in",
        title: "DAWN",
        headline: "Coffee that gets up before you do",
        text: "Roasted in small batches at first light, and at your door by seven.",
        offer: "First bag half price",
        brand: "Corner Roasters"
    )
}

/// How a creative is shown, where it differs from the others of its feed; nil for as they are.
struct CreativeLook: Hashable, Sendable {
    var seconds: Int?
    var skip: SplashSettings.SkipStyle?
    var skipAfterSeconds: Int?
    var transition: SplashSettings.Transition?
    var area: SplashSettings.Area?
    var afterTap: SplashSettings.AfterTap?
}
