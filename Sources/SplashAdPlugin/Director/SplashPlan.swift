/// The way to get an advertisement for one occasion, by the cache policy; a pure value.
struct SplashPlan: Hashable, Sendable {
    /// Whether to wait for the feed although there is one in the cache.
    let waitsForFeed: Bool

    /// Whether to wait for a picture that is not in the cache.
    let mayWait: Bool
    let usesCache: Bool
    /// Whether to fetch the pictures again while they are shown.
    let renews: Bool

    init(_ settings: SplashSettings, _ kind: SplashOccasion.Kind, hasFeed: Bool) {
        let policy = settings.cachePolicy
        // On a return and an offer the user is in the middle of something, and should not wait behind a cover.
        let isPatient = kind == .launch || kind == .byHand
        // The plugin's own advertisement needs no network.
        mayWait = isPatient && hasFeed && policy != .background && settings.waitLimit > .zero
        // With a feed in the cache, the next one is fetched meanwhile.
        waitsForFeed = mayWait && kind == .launch && policy == .reload
        usesCache = !hasFeed || policy != .reload
        renews = hasFeed && policy == .refresh
    }

    private init(usesCache: Bool) {
        (waitsForFeed, mayWait, renews) = (false, false, false)
        self.usesCache = usesCache
    }

    /// The plan for when there is no time to wait.
    static func withoutWait(_ settings: SplashSettings) -> SplashPlan {
        SplashPlan(usesCache: settings.cachePolicy != .reload)
    }
}
