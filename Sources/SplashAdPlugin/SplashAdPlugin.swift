import HostRuntime

// The plugin, in the order in which to read it:
//
//     Director/SplashDirector       launches, returns and offers, each of which may end with an advertisement
//     Director/SplashGate           when one may be shown: rules, holds of programs, open landing pages
//     Director/SplashPermission     whether the person lets it fetch and show any, from Rules/SplashStates
//     Rules/SplashFrequency         the rules for how often, as scenarios, and what is counted
//     Director/AdSelection          which one is shown, and what is fetched ahead of time
//     Creative/CreativeChoice       the choice itself: dates, caps, pictures and turns
//     Director/SplashCasting        from the cover to the chosen advertisement on it
//     Presentation/SplashScreen     its window; SplashPresentation has the countdown and the outcome, as a value
//     Drawing/AdView                the advertisement itself: words, picture or poster
//     Preview/SplashPreview         the same views on a display in memory, for a command
//     Feed/AdLibrary                the feed and the settings in force; AdFeed reads a feed
//     Feed/AdPictures               the pictures of a feed: fetched ahead within a budget, cached and decoded
//     Check/FeedCheck               what is wrong with a feed, and where, as a value; FeedChecker fetches and reads
//     Report/SplashReport           what was shown, by day and creative, as a value; SplashRecords keeps it
//     Messages/SplashNotifications  what a program hears of it, and may ask
//
// It says no in four ways, each with its reason:
//
//     Decision           a rule is against it: a condition with its value and limit (of the runtime's scenarios)
//     SplashRefusal      a request can't be met now: to show one, to keep pictures
//     CreativeRefusal    one creative isn't the one to show: its dates and caps, its pictures, another one's turn
//     AdFeedError        a feed, or an object in it, is rejected
//
// A `SplashProblem` is no refusal, but a warning: it keeps nothing from being shown.

@section(".init_array") @used let load: LoadHook = { SplashAdPlugin.load() }

/// The splash advertisement: shown at launch and whenever the user comes back.
///
/// The section `splash-ad` of the configuration has its settings: see
/// `SplashSettings`.
@MainActor final class SplashAdPlugin: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "splash-ad",
        name: "Splash ad",
        version: RuntimeStamp.version,
        summary: "Shows an advertisement at launch and at each return of the user.",
        configuration: [
            ConfigurationSection("advertising", settings: [AdLibrary.feedSetting]),
            ConfigurationSection("splash-ad", settings: SplashSettings.Setting.all),
        ]
    )

    private var director: SplashDirector?

    func activate(_ context: PluginContext) throws {
        let director = SplashDirector(context: context)
        try director.start()
        self.director = director
    }

    func deactivate() {
        director?.stop()
        director = nil
    }
}
