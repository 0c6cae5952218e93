import FoundationEssentials
import HostRuntime

/// An advertisement: its words and picture, its landing page, and when it may be shown.
struct SplashCreative: Hashable, Sendable {
    var id: String
    var title = ""
    var headline = ""
    var text = ""
    /// The offer, such as a discount; empty for none.
    var offer = ""
    var brand = ""
    /// The address of the landing page; without one a tap does nothing.
    var landing: String?
    /// The address of a PNG file, which is played if it's an animation; nil for words alone.
    var picture: HTTPAddress?

    /// The number of shows in proportion to the others, 0...1000; 0 is a pause.
    var weight = 1

    /// The moment from which it may be shown, if any.
    var validFrom: CivilMoment?

    /// The moment from which it may no longer be shown, if any.
    var validUntil: CivilMoment?
    /// The moment from which its feed is withdrawn, if any.
    var expires: CivilMoment?
    /// The largest number of shows in a day of the local calendar; nil for no limit of its own.
    var dailyCap: Int?

    /// The largest number of shows for as long as its feed names it; nil for no limit.
    var totalCap: Int?
    /// The fewest seconds between two of its shows; nil for none.
    var secondsBetweenShows: Int?

    /// The settings that it overrides, by name, as `SplashSettings.Setting` reads them.
    var look: [String: PlainValue] = [:]
    var hasWords: Bool { [title, headline, text, offer, brand].contains(where: \.isVisible) }

    /// Whether it, or its feed, may no longer be shown at a date.
    func isOver(at date: Date, in zone: CivilTimeZone) -> Bool {
        [validUntil, expires].contains { $0?.hasCome(at: date, in: zone) ?? false }
    }

    /// The same creative in a feed that never expires.
    var withoutExpiry: SplashCreative {
        var creative = self
        creative.expires = nil
        return creative
    }

    /// Returns why a picture can't be shown, if there would be nothing to see.
    func problem(ofVisible isVisible: @autoclosure () -> Bool) -> String? {
        hasWords || isVisible() ? nil : "it is fully transparent, and there are no words"
    }

    static let builtIn = SplashCreative(
        id: "built-in",
        title: "DAWN",
        headline: "Coffee that gets up before you do",
        text: "Roasted in small batches at first light, and at your door by seven.",
        offer: "First bag half price",
        brand: "Corner Roasters"
    )
}
