import FoundationEssentials

/// An advertisement: its words and artwork, its landing page, and when it may be shown.
struct SplashCreative: Hashable, Sendable {
    /// The identifier in its feed, and of its counters.
    var id: String

    /// The word in large letters.
    var title = ""

    /// The line under the title.
    var headline = ""

    /// A sentence or two.
    var text = ""

    /// The offer, such as a discount; empty for none.
    var offer = ""

    /// The name of the advertiser.
    var brand = ""

    /// The address of the landing page; without one a tap does nothing.
    var landing: String?

    /// The artwork.
    var artwork = Artwork.poster

    /// The number of shows in proportion to the others, 1...1000.
    var weight = 1

    /// The moment from which it may be shown, if any.
    var validFrom: Date?

    /// The moment from which it may no longer be shown, if any.
    var validUntil: Date?

    /// The largest number of shows in a day of the local calendar; nil for no limit of its own.
    var dailyCap: Int?

    /// The largest number of shows for as long as its feed names it; nil for no limit.
    var totalCap: Int?

    /// The fewest seconds between two of its shows; nil for none.
    var secondsBetweenShows: Int?

    /// The settings that it overrides.
    var look = CreativeLook()

    /// The artwork, with the addresses of its files.
    enum Artwork: Hashable, Sendable {
        /// The plugin's own scenery.
        case poster
        /// A PNG file.
        case picture(AdAddress)
        /// A sequence of PNG files.
        case animation([Frame], repeats: Bool)

        /// One picture of an animation.
        struct Frame: Hashable, Sendable {
            var address: AdAddress
            /// The time for which it is shown.
            var duration: Duration
        }

        /// The addresses of all its files, in order.
        var addresses: [AdAddress] {
            switch self {
            case .poster: []
            case .picture(let address): [address]
            case .animation(let frames, _): frames.map(\.address)
            }
        }
    }

    /// Whether any of its texts is visible.
    var hasWords: Bool { [title, headline, text, offer, brand].contains(where: \.isVisible) }

    /// The plugin's own advertisement.
    static let builtIn = SplashCreative(
        id: "built-in",
        title: "DAWN",
        headline: "Coffee that gets up before you do",
        text: "Roasted in small batches at first light, and at your door by seven.",
        offer: "First bag half price",
        brand: "Corner Roasters"
    )
}

/// The settings that a creative overrides; nil for those that it doesn't.
struct CreativeLook: Hashable, Sendable {
    var seconds: Int?
    var skip: SplashSettings.SkipStyle?
    var skipAfterSeconds: Int?
    var transition: SplashSettings.Transition?
    var area: SplashSettings.Area?
    var afterTap: SplashSettings.AfterTap?
}
