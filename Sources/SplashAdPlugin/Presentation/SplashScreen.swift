import HostRuntime

/// One presentation on the screen: its window, its timer and its fades.
///
/// Each presentation owns what it shows, so one that fades out can do nothing
/// to the next one.
@MainActor final class SplashScreen {
    /// Just above the status bar, and below every alert.
    static let level = WindowLevel.statusBar + 1

    /// How long a fade takes.
    static let fadeDuration = Duration.milliseconds(300)

    /// Called once when the first frame with the advertisement was brought.
    var onPainted: (@MainActor () -> Void)?

    /// Called once when there is an outcome, before it is posted.
    var onEnd: (@MainActor () -> Void)?

    /// Whether a frame with the advertisement was brought.
    private(set) var isPainted = false

    private let context: PluginContext
    private let fade: SplashSettings.Fade
    private let poster: PosterView
    private let window: Window
    private var presentation: SplashPresentation
    private var timer: HostTimer?
    private var fadeIn: HostTimer?
    private var isUnderAlert = false

    init(context: PluginContext, settings: SplashSettings, creative: SplashCreative) {
        self.context = context
        // Less motion is no fade at all: a window's first step would be a flash of the page.
        fade = context.traits.reducesMotion ? .none : settings.fade
        presentation = SplashPresentation(seconds: settings.seconds, hasLanding: creative.landing != nil)
        poster = PosterView(creative, traits: context.traits)
        poster.skip.count = presentation.count
        window = context.makeWindow(title: "splash-ad", level: SplashScreen.level, root: poster)
    }

    /// Shows the window, with the next frame.
    func begin() {
        poster.onSkip = { [weak self] in self?.send(.skip) }
        poster.onTap = { [weak self] in self?.send(.tap) }
        setAppearance(0)
        window.show()
        updateCover()
        takeKeyboard()
        context.afterNextFrame { [weak self] in self?.painted() }
    }

    /// Tells the presentation what happened, and does what it answers.
    func send(_ input: SplashPresentation.Input) {
        for effect in presentation.handle(input, at: context.now) {
            switch effect {
            case .count(let count): poster.skip.count = count
            case .wake(let delay):
                timer?.cancel()
                timer = context.schedule(after: delay) { [weak self] in self?.send(.tick) }
            case .rest:
                timer?.cancel()
                timer = nil
            case .end(let outcome, let visible): end(outcome, visible: visible)
            }
        }
    }

    // MARK: - Coming

    private func painted() {
        guard !presentation.hasEnded else { return }
        isPainted = true
        onPainted?()
        // From the first frame on, so that none of it is lost to a slow start.
        if fade != .none {
            fadeIn = context.animate(Animation(duration: SplashScreen.fadeDuration)) { [weak self] progress in
                self?.setAppearance(progress)
            }
        }
        send(.painted)
    }

    private func setAppearance(_ progress: Double) {
        switch fade {
        case .content: poster.appearance = progress
        // Under 0.01 a window takes no touches, and this one takes them from its first frame on.
        case .window: window.alpha = max(0.02, progress)
        case .none: break
        }
    }

    // MARK: - Other windows

    /// Follows what the other windows do: alerts come and go, and some want the keyboard.
    func windowDidChange(_ change: WindowDidChange) {
        guard !presentation.hasEnded else { return }
        if change.window.id == window.id {
            if change.event == .hidden || change.event == .removed { send(.takenAway) }
            return
        }
        updateCover()
        // What opens below the advertisement waits for its turn: nobody types into what is not seen.
        if change.event == .becameKey, change.window.level < SplashScreen.level { window.makeKey() }
    }

    private func updateCover() {
        let isUnderAlert = context.visibleWindows.contains { $0.level >= .alert }
        guard isUnderAlert != self.isUnderAlert else { return }
        self.isUnderAlert = isUnderAlert
        send(isUnderAlert ? .covered : .uncovered)
    }

    private func takeKeyboard() {
        // Whoever is above is seen, and may be typed into.
        guard !context.visibleWindows.contains(where: { $0.isKey && $0.level > SplashScreen.level }) else { return }
        window.makeKey()
    }

    // MARK: - Going

    private func end(_ outcome: SplashOutcome, visible: Duration) {
        fadeIn?.cancel()
        window.hitPolicy = .none
        window.canBecomeKey = false
        let isTaken = outcome == .interrupted || outcome == .failed
        if isTaken { window.close() }
        onEnd?()
        context.bus.post(SplashAdDidEnd(outcome: outcome, visibleTime: visible))
        if !isTaken { fadeOut() }
    }

    private func fadeOut() {
        guard !context.isClosed else { return }
        let alpha = window.alpha
        // The animation holds the window, and the context the animation.
        context.animate(Animation(duration: SplashScreen.fadeDuration)) { [window] progress in
            window.alpha = alpha * (1 - progress)
        } completion: { [window] in
            window.close()
        }
    }
}
