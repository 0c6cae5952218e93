import HostRuntime

/// One presentation on the screen: its window, its timers and its transitions.
///
/// `begin` covers the screen and waits; `show` puts an advertisement on the
/// cover, before or after the first frame, and the countdown starts with the first
/// frame on which the advertisement can be seen. Each presentation owns its window and
/// timers, so one that is fading out can't affect the next one.
///
/// `SplashPresentation` decides what counts and when it ends, and is read first.
/// `SplashView` places the cover, the advertisement (`AdView`) and the
/// `SkipControl`, and `SplashExit` is the way out.
@MainActor final class SplashScreen {
    /// The window level: just above the status bar, and below every alert.
    nonisolated static let level = WindowLevel.statusBar + 1
    static let fadeDuration = Duration.milliseconds(300)
    static let waitingStep = Duration.milliseconds(600)

    /// Called once, after the first frame on which the advertisement can be seen.
    var onPainted: (@MainActor () -> Void)?

    /// Called once with the outcome and the visible time, before the outcome is posted.
    var onEnd: (@MainActor (SplashOutcome, Duration) -> Void)?

    /// Called once with the address of the landing page, when the advertisement was tapped.
    ///
    /// The outcome has been posted by then, and the page below has its keyboard back.
    var onOpen: (@MainActor (String) -> Void)?

    /// The name of the presentation in all its notifications.
    let nonce: String

    private let context: PluginContext
    private var settings: SplashSettings
    private let view: SplashView
    private let window: Window
    private var presentation = SplashPresentation()
    /// The advertisement on the cover; nil while it waits.
    private(set) var creative: SplashCreative?

    private var player = ArtworkPlayer(durations: [], plays: 1)
    private var fade = SplashSettings.Fade.none
    private var timer: HostTimer?
    private var fadeIn: HostTimer?
    private var playing: HostTimer?
    private var waiting: HostTimer?

    init(context: PluginContext, settings: SplashSettings) {
        self.context = context
        self.settings = settings
        nonce = context.makeNonce()
        view = SplashView(name: context.application.name)
        window = context.windows.make(title: "splash-ad", level: SplashScreen.level, root: view)
        window.isModal = true
        window.pageTitle = "Advertisement"
        view.screen = self
    }

    var isWaiting: Bool { creative == nil && !presentation.hasEnded }
    var isPainted: Bool { presentation.isPainted }

    /// The cells of the advertisement, or of the place where it will be.
    var frame: Rect { SplashLayout(size: context.windows.traits.size, area: settings.area).ad }

    /// Whether a key or a touch that begins now can be meant for what is on the screen.
    var acceptsInput: Bool {
        // A window that lets touches through may hide all of it.
        !window.isCovered && presentation.acceptsInput(at: context.time.now)
    }

    // MARK: - The cover

    /// Covers the screen with the next frame, and keeps keys and touches from the page below from now on.
    func begin() {
        view.cover.step = 0
        // A still indicator shows progress as well.
        if !context.windows.traits.reducesMotion {
            waiting = context.time.schedule(every: SplashScreen.waitingStep) { [weak self] in
                self?.view.cover.step? &+= 1
            }
        }
        window.show()
        // A modal window has the keyboard of a key window below by now. Where none is key yet, it has to ask.
        if !context.windows.visible.contains(where: \.isKey) { window.makeKey() }
        // Until a frame shows it, and no modal window is above.
        send(.outOfSight)
    }

    /// Ends a presentation that is still waiting; does nothing once there is an advertisement.
    func giveUp() {
        send(.gaveUp)
    }

    // MARK: - The advertisement

    /// Puts an advertisement on the cover with the next frame, if the cover is still waiting.
    ///
    /// New settings replace those from the start of the wait.
    func show(
        _ creative: SplashCreative,
        _ artwork: SplashArtwork,
        by settings: SplashSettings? = nil
    ) {
        guard isWaiting else { return }
        self.creative = creative
        self.settings = settings ?? self.settings
        let traits = context.windows.traits
        let rules = SplashPresentation.Rules(self.settings, reducesMotion: traits.reducesMotion)
        presentation.adopt(rules)
        send(.shown(hasLanding: creative.landing != nil))
        waiting?.cancel()
        view.cover.step = nil
        // With reduced motion there is no fade: the first step of a window's fade would flash the page.
        fade = traits.reducesMotion ? .none : self.settings.fade
        // The page is covered: fading the window in now would uncover it again.
        if presentation.isInSight, fade == .window { fade = .content }
        let skip = SkipControl(self.settings, ringSteps: rules.ringSteps, traits: traits)
        skip.countdown = presentation.countdown
        let frames = traits.reducesMotion ? Array(artwork.frames.prefix(1)) : artwork.frames
        player = ArtworkPlayer(durations: frames.map(\.duration), plays: artwork.plays)
        view.show(AdView(creative, frames.map(\.picture), traits: traits), skip, in: self.settings.area)
        setAppearance(0)
        updateHint()
    }

    private func painted() {
        onPainted?()
        guard !presentation.hasEnded else { return }
        guard fade != .none else { return send(.appeared) }
        // Starts with the first frame, so that a slow start doesn't shorten it.
        fadeIn = context.time.animate(Animation(duration: SplashScreen.fadeDuration)) { [weak self] progress in
            self?.setAppearance(progress)
        } completion: { [weak self] in
            self?.context.windows.afterNextFrame { self?.send(.appeared) }
        }
    }

    private func setAppearance(_ progress: Double) {
        switch fade {
        case .content:
            view.ad?.appearance = progress
            view.skip?.appearance = progress
        // A window below 0.01 gets no touches, and this one needs them from its first frame on.
        case .window: window.alpha = max(0.02, progress)
        case .none: break
        }
    }

    /// Responds to another size of the screen: what was touched may be somewhere else now.
    func didResize() {
        send(.changed)
    }

    /// Advances the animation to the present; it pauses with the countdown.
    private func play() {
        playing?.cancel()
        guard !context.isClosed else { return }
        let delay = player.advance(isVisible: presentation.isRunning, at: context.time.now)
        view.ad?.index = player.index
        guard let delay else { return }
        playing = context.time.schedule(after: delay) { [weak self] in self?.play() }
    }

    private func updateHint() {
        // The hint stays while the advertisement fades out.
        guard !presentation.hasEnded else { return }
        view.ad?.hints = SplashHint.hints(canOpen: presentation.canOpen, canSkip: presentation.countdown.way == .open)
    }

    // MARK: - Inputs and effects

    /// Sends an input to the presentation and carries out its effects.
    func send(_ input: SplashPresentation.Input) {
        let wasRunning = presentation.isRunning
        for effect in presentation.handle(input, at: context.time.now) {
            switch effect {
            case .countdown(let countdown):
                view.skip?.countdown = countdown
                updateHint()
            case .wake(let delay):
                timer?.cancel()
                timer = context.time.schedule(after: delay) { [weak self] in
                    // A window can become modal without a message.
                    self?.followModalWindows()
                    self?.send(.tick)
                }
            case .rest: timer?.cancel()
            case .end(let outcome, let visible):
                end(outcome, visible: visible, atOnce: input == .takenAway || input == .gaveUp)
                // Last, because it may end the plugin.
                if outcome == .clicked, let landing = creative?.landing { onOpen?(landing) }
            }
        }
        if presentation.isRunning != wasRunning { play() }
        if presentation.awaitsFrame, window.onFirstSight == nil {
            window.onFirstSight = { [weak self] in self?.seen() }
        }
    }

    /// Responds to a frame on which nothing covers it.
    private func seen() {
        let wasPainted = isPainted
        send(.inSight)
        if isPainted, !wasPainted { painted() }
    }

    /// Responds to other windows: modal ones appear, and what was in front of it may have gone.
    func windowDidChange(_ change: WindowDidChange) {
        if change.window.id == window.id {
            if change.event == .hidden || change.event == .removed { send(.takenAway) }
            return
        }
        followModalWindows()
        if change.event == .hidden || change.event == .removed, change.window.level >= SplashScreen.level {
            send(.changed)
        }
    }

    /// Takes it out of sight while a modal window is above it; no other window does.
    private func followModalWindows() {
        let above = context.windows.visible.reversed().prefix { $0.id != window.id }
        if above.contains(where: \.isModal) { send(.outOfSight) }
    }

    private func end(_ outcome: SplashOutcome, visible: Duration, atOnce: Bool) {
        fadeIn?.cancel()
        playing?.cancel()
        waiting?.cancel()
        window.hitPolicy = .none
        window.isModal = false
        window.canBecomeKey = false
        if atOnce { window.close() }
        onEnd?(outcome, visible)
        if outcome == .clicked, let creative, let landing = creative.landing {
            context.postClicked(creative, at: frame, to: landing, after: visible, nonce)
        }
        if isPainted, let creative { context.postEnded(creative, at: frame, outcome, after: visible, nonce) }
        if atOnce { return }
        // An observer may have ended the plugin.
        guard !context.isClosed else { return window.close() }
        let transition = context.windows.traits.reducesMotion ? .none : settings.transition
        SplashExit(transition: transition, window: window, view: view).begin(in: context)
    }
}

extension SplashPresentation.Rules {
    init(_ settings: SplashSettings, reducesMotion: Bool) {
        // As many steps a second as make the ring smooth, but a whole number of them, so that
        // the ring and the number change together.
        let steps = reducesMotion ? 1 : max(1, min(4, 48 / max(1, settings.seconds)))
        self.init(
            seconds: settings.seconds,
            canSkip: settings.skip != .none,
            skipAfter: settings.skipAfterSeconds,
            ringSteps: settings.skip == .ring ? settings.seconds * steps : 0
        )
    }
}
