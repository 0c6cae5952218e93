import HostRuntime

/// Takes what comes with the tap that ended an advertisement: a second click was no click on the page below.
///
/// It is one cell, for as long as two clicks are one gesture; everywhere else
/// touches reach the page at once.
@MainActor enum TapShield {
    /// How long clicks at one place belong together.
    static let duration = Duration.milliseconds(300)

    static func begin(at place: Point, in context: PluginContext) {
        guard !context.isClosed else { return }
        let frame = Rect(origin: place, size: Size(width: 1, height: 1))
        let window = context.windows.make(title: "splash-ad tap", level: SplashScreen.level, frame: frame, root: View())
        window.canBecomeKey = false
        window.show()
        context.time.schedule(after: duration) { window.close() }
    }
}
