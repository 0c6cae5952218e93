/// How an advertisement is got for one occasion, by the cache policy; a pure value.
struct SplashPlan: Hashable, Sendable {
    /// Whether the feed is asked before anything is chosen.
    let waitsForFeed: Bool

    /// Whether a picture that is not here may be waited for.
    let mayWait: Bool

    /// Whether pictures are taken from the cache, and kept there.
    let usesCache: Bool

    /// Whether what is here goes before what it is the turn of.
    let prefersReady: Bool

    /// Whether the pictures are fetched anew while they are shown.
    let renews: Bool

    init(_ settings: SplashSettings, isLaunch: Bool, hasFeed: Bool) {
        let policy = settings.cachePolicy
        // Of what comes with the plugin nothing is ever fetched.
        mayWait = hasFeed && policy != .background && settings.waitLimit > .zero
        // On a return the feed is as fresh as the latest leave.
        waitsForFeed = mayWait && isLaunch && policy != .refresh
        usesCache = !hasFeed || policy != .reload
        prefersReady = !isLaunch || policy == .refresh
        renews = hasFeed && policy == .refresh
    }

    private init(usesCache: Bool) {
        (waitsForFeed, mayWait, prefersReady, renews) = (false, false, true, false)
        self.usesCache = usesCache
    }

    /// The plan for the moment at which nothing can be waited for any more.
    static func withoutWait(_ settings: SplashSettings) -> SplashPlan {
        SplashPlan(usesCache: settings.cachePolicy != .reload)
    }
}
