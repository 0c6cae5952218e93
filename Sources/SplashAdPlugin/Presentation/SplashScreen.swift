import HostRuntime

/// One presentation on the screen: its window, its timers, and how it comes and goes.
///
/// `begin` covers the screen and waits; `show` puts an advertisement on the
/// cover, before the first frame or any time after it, and the countdown runs
/// from the first frame with it. Each presentation owns what it shows, so one
/// that goes can do nothing to the next one.
@MainActor final class SplashScreen {
    /// Just above the status bar, and below every alert.
    static let level = WindowLevel.statusBar + 1

    /// How long the advertisement takes to appear.
    static let fadeDuration = Duration.milliseconds(300)

    /// The time between two steps of the mark that something is coming.
    static let waitingStep = Duration.milliseconds(600)

    /// Called once when the first frame with the advertisement was brought.
    var onPainted: (@MainActor (SplashScreen) -> Void)?

    /// Called once when there is an outcome, with the time that was visible, before it is posted.
    var onEnd: (@MainActor (SplashOutcome, Duration) -> Void)?

    /// Called once, with the landing page, when the advertisement was tapped.
    ///
    /// Where it closes then, that is after the outcome was posted, with the
    /// keyboard given back.
    var onOpen: (@MainActor (String) -> Void)?

    /// By which right it is; nil for one that was asked for by hand.
    let admission: SplashAdmission?

    /// Among whom what is shown was chosen.
    private(set) var pool: [SplashCreative] = []

    /// Whether a frame with the advertisement was brought.
    private(set) var isPainted = false

    private let context: PluginContext
    private var settings: SplashSettings
    private let view: SplashView
    private let window: Window
    private var presentation: SplashPresentation
    /// What is shown on the cover; nil while it waits.
    private(set) var creative: SplashCreative?

    /// Whether nothing is shown on the cover yet, and something may be.
    var isWaiting: Bool { creative == nil && !presentation.hasEnded }

    private var player = ArtworkPlayer(durations: [], repeats: false)
    private var fade: SplashSettings.Fade
    private var timer: HostTimer?
    private var fadeIn: HostTimer?
    private var playing: HostTimer?
    private var waiting: HostTimer?
    private var hasCovered = false
    private var isUnderAlert = false
    private var hasPostedClick = false

    init(context: PluginContext, settings: SplashSettings, admission: SplashAdmission? = nil) {
        self.context = context
        self.admission = admission
        self.settings = settings
        let traits = context.windows.traits
        // Less motion is no fade at all: a window's first step would be a flash of the page.
        fade = traits.reducesMotion ? .none : settings.fade
        let rules = SplashPresentation.Rules(settings, reducesMotion: traits.reducesMotion)
        presentation = SplashPresentation(rules)
        view = SplashView(
            name: context.application.name,
            settings: settings,
            ringSteps: rules.ringSteps,
            traits: traits
        )
        view.skip.countdown = presentation.countdown
        window = context.windows.make(title: "splash-ad", level: SplashScreen.level, root: view)
    }

    // MARK: - The cover

    /// Covers the screen with the next frame, and takes keys and touches.
    func begin() {
        view.onSkip = { [weak self] in self?.send(.skip) }
        view.onTap = { [weak self] in self?.send(.tap) }
        startWaiting()
        window.show()
        updateCover()
        takeKeyboard()
        context.windows.afterNextFrame { [weak self] in self?.hasCovered = true }
    }

    private func startWaiting() {
        view.waitingStep = 0
        // A mark that stands still says that something is coming as well.
        guard !context.windows.traits.reducesMotion else { return }
        waiting = context.time.schedule(every: SplashScreen.waitingStep) { [weak self] in
            guard let view = self?.view, let step = view.waitingStep else { return }
            view.waitingStep = step &+ 1
        }
    }

    private func stopWaiting() {
        waiting?.cancel()
        waiting = nil
        view.waitingStep = nil
    }

    /// Ends a presentation that still waits, as no advertisement came; nothing once there is one.
    func giveUp() {
        send(.gaveUp)
    }

    // MARK: - The advertisement

    /// Puts an advertisement on the cover, with the next frame; nothing where there is one, or was an outcome.
    ///
    /// Settings that have come with it take the place of those that the wait began with.
    func show(
        _ creative: SplashCreative,
        _ artwork: SplashArtwork,
        among pool: [SplashCreative] = [],
        by settings: SplashSettings? = nil
    ) {
        guard isWaiting else { return }
        self.creative = creative
        self.pool = pool
        if let settings { adopt(settings) }
        send(.shown(hasLanding: creative.landing != nil))
        stopWaiting()
        // The page is covered: a window that appears now would uncover it again.
        if hasCovered, fade == .window { fade = .content }
        setAppearance(0)
        put(artwork, of: creative)
        updateHint()
        context.windows.afterNextFrame { [weak self] in self?.painted() }
    }

    private func adopt(_ settings: SplashSettings) {
        guard settings != self.settings else { return }
        self.settings = settings
        let reducesMotion = context.windows.traits.reducesMotion
        fade = reducesMotion ? .none : settings.fade
        let rules = SplashPresentation.Rules(settings, reducesMotion: reducesMotion)
        presentation.adopt(rules)
        view.adopt(settings, ringSteps: rules.ringSteps)
        view.skip.countdown = presentation.countdown
    }

    /// Shows other artwork with the same words; the countdown goes on.
    func replace(_ artwork: SplashArtwork) {
        guard !presentation.hasEnded, let creative else { return }
        put(artwork, of: creative)
        play()
    }

    private func put(_ artwork: SplashArtwork, of creative: SplashCreative) {
        let traits = context.windows.traits
        playing?.cancel()
        player = ArtworkPlayer(durations: [], repeats: false)
        switch artwork {
        case .poster: view.content = PosterView(creative, traits: traits)
        case .picture(let picture): view.content = PictureAdView(creative, [picture], traits: traits)
        case .animation(let frames, let repeats):
            let shown = traits.reducesMotion ? Array(frames.prefix(1)) : frames
            guard !shown.isEmpty else { return put(.poster, of: creative) }
            player = ArtworkPlayer(durations: shown.map(\.duration), repeats: repeats)
            view.content = PictureAdView(creative, shown.map(\.picture), traits: traits)
        }
    }

    private func painted() {
        guard !presentation.hasEnded else { return }
        isPainted = true
        onPainted?(self)
        // From the first frame on, so that none of it is lost to a slow start.
        if fade != .none {
            fadeIn = context.time.animate(Animation(duration: SplashScreen.fadeDuration)) { [weak self] progress in
                self?.setAppearance(progress)
            }
        }
        send(.painted)
    }

    private func setAppearance(_ progress: Double) {
        switch fade {
        case .content: view.appearance = progress
        // Under 0.01 a window takes no touches, and this one takes them from its first frame on.
        case .window: window.alpha = max(0.02, progress)
        case .none: break
        }
    }

    /// Brings the animation to the present; it stands still while the countdown does.
    private func play() {
        playing?.cancel()
        playing = nil
        guard let content = view.content as? PictureAdView else { return }
        let delay = player.follow(isVisible: presentation.isRunning, at: context.time.now)
        content.index = player.index
        guard let delay else { return }
        playing = context.time.schedule(after: delay) { [weak self] in self?.play() }
    }

    private func updateHint() {
        // What is on its way out is left as it was read.
        guard !presentation.hasEnded else { return }
        view.hint = SplashHint.text(canOpen: presentation.canOpen, canSkip: presentation.countdown.way == .open)
    }

    // MARK: - What happens

    /// Tells the presentation what happened, and does what it answers.
    func send(_ input: SplashPresentation.Input) {
        let wasRunning = presentation.isRunning
        for effect in presentation.handle(input, at: context.time.now) {
            switch effect {
            case .countdown(let countdown):
                view.skip.countdown = countdown
                updateHint()
            case .wake(let delay):
                timer?.cancel()
                timer = context.time.schedule(after: delay) { [weak self] in self?.send(.tick) }
            case .rest:
                timer?.cancel()
                timer = nil
            case .end(let outcome, let visible):
                end(outcome, visible: visible, atOnce: [.takenAway, .gaveUp].contains(input))
            case .open:
                postClick()
                updateHint()
                if let landing = creative?.landing { onOpen?(landing) }
            }
        }
        if presentation.isRunning != wasRunning { play() }
    }

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
        let isUnderAlert = context.windows.visible.contains { $0.level >= .alert }
        guard isUnderAlert != self.isUnderAlert else { return }
        self.isUnderAlert = isUnderAlert
        send(isUnderAlert ? .covered : .uncovered)
    }

    private func takeKeyboard() {
        // Whoever is above is seen, and may be typed into.
        guard !context.windows.visible.contains(where: { $0.isKey && $0.level > SplashScreen.level }) else { return }
        window.makeKey()
    }

    /// Posts that it was followed, once: before its end, which may come with it or later.
    private func postClick() {
        guard !hasPostedClick, let creative, let landing = creative.landing else { return }
        hasPostedClick = true
        context.postClicked(creative, to: landing, after: presentation.visibleTime(at: context.time.now))
    }

    private func end(_ outcome: SplashOutcome, visible: Duration, atOnce: Bool) {
        fadeIn?.cancel()
        playing?.cancel()
        waiting?.cancel()
        window.hitPolicy = .none
        window.canBecomeKey = false
        if let cell = view.tappedCell { TapShield.begin(at: cell, in: context) }
        if atOnce { window.close() }
        onEnd?(outcome, visible)
        if outcome == .clicked { postClick() }
        context.postEnded(creative, outcome, after: visible)
        if atOnce { return }
        let transition = context.windows.traits.reducesMotion ? .none : settings.transition
        SplashExit(transition: transition, window: window, view: view).begin(in: context)
    }
}

extension SplashPresentation.Rules {
    /// The rules that the settings ask for.
    init(_ settings: SplashSettings, reducesMotion: Bool) {
        // As many steps a second as there can be for the ring to empty smoothly, but a whole
        // number of them, so that it and the number change together.
        let steps = reducesMotion ? 1 : max(1, min(4, 48 / max(1, settings.seconds)))
        self.init(
            seconds: settings.seconds,
            canSkip: settings.skip != .none,
            skipAfter: settings.skipAfterSeconds,
            closesAfterTap: settings.afterTap == .close,
            ringSteps: settings.skip == .ring ? settings.seconds * steps : 0
        )
    }
}
