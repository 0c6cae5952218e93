import HostRuntime

/// A shield against a second click on the page below, right after a tap that ended an advertisement.
///
/// It covers one cell for the time of a double click; everywhere else, touches
/// reach the page at once.
@MainActor enum TapShield {
    /// The time in which clicks at one place belong together.
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
