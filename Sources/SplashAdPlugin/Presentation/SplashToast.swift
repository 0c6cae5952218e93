import HostRuntime

/// A message at the bottom of the screen for a few seconds, which receives no touches and no keys.
@MainActor enum SplashToast {
    static let duration = Duration.seconds(4)

    static func show(_ text: String, in context: PluginContext) {
        let screen = context.windows.traits.size
        let shown = TextWidth.truncate(" \(text.onOneLine) ", to: screen.width)
        let width = TextWidth.width(of: shown)
        guard width > 0, screen.height > 1 else { return }
        let label = Label(shown, style: Style(foreground: PosterColors.control, background: PosterColors.controlGround))
        label.accessibilityRole = .status
        let frame = Rect(x: (screen.width - width) / 2, y: screen.height - 2, width: width, height: 1)
        let window = context.windows.make(
            title: "splash-ad notice",
            level: SplashScreen.level,
            frame: frame,
            root: label
        )
        window.hitPolicy = .none
        window.canBecomeKey = false
        window.show()
        context.time.schedule(after: duration) { window.close() }
    }
}
