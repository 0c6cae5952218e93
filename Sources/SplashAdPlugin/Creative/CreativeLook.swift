/// How a creative is shown, where it differs from the others of its feed; nil for as they are.
struct CreativeLook: Hashable, Sendable {
    var seconds: Int?
    var skip: SplashSettings.SkipStyle?
    var skipAfterSeconds: Int?
    var transition: SplashSettings.Transition?
    var area: SplashSettings.Area?
    var afterTap: SplashSettings.AfterTap?
}
